package dev.assay.grammar.text;

import dev.assay.grammar.shape.QueryShape.Condition;
import java.util.List;
import java.util.Optional;

/** Conditions that compare: {@code a total above [Invoice.Total]}. */
record Comparisons(Vocabulary vocabulary, List<Condition> all) {

  /** In words; the upper end of a span is said with its lower one. */
  Optional<String> said(Condition condition) {
    String attribute = vocabulary.attribute(condition.column().table(), condition.column().name());
    String value = condition.value().text();
    Optional<Condition> upper = other(condition, ">=", "<=");
    boolean counts = attribute.startsWith(Attributes.NUMBER_OF);
    String counted = counts ? attribute.substring(Attributes.NUMBER_OF.length()) : "";
    if (upper.isPresent()) {
      String span = value + " to " + upper.get().value().text();
      return Optional.of(
          counts ? span + " " + counted : Attributes.withArticle(attribute) + " from " + span);
    }
    if (other(condition, "<=", ">=").isPresent()) {
      return Optional.empty();
    }
    if (counts) {
      return Optional.of(number(condition.operator()) + value + " " + counted);
    }
    boolean dates = vocabulary.isDate(condition.column().table(), condition.column().name());
    return Optional.of(
        Attributes.withArticle(attribute) + " " + compared(condition.operator(), dates) + value);
  }

  private Optional<Condition> other(Condition condition, String own, String wanted) {
    return all.stream()
        .filter(c -> condition.operator().equals(own) && c.operator().equals(wanted))
        .filter(c -> c.column().equals(condition.column()))
        .findFirst();
  }

  private static String number(String operator) {
    return switch (operator) {
      case ">" -> "more than ";
      case ">=" -> "at least ";
      case "<" -> "fewer than ";
      case "<=" -> "at most ";
      case "=" -> "";
      default -> throw new IllegalArgumentException(operator);
    };
  }

  private static String compared(String operator, boolean dates) {
    return switch (operator) {
      case ">" -> dates ? "after " : "above ";
      case ">=" -> dates ? "on or after " : "at least ";
      case "<" -> dates ? "before " : "below ";
      case "<=" -> dates ? "on or before " : "at most ";
      default -> throw new IllegalArgumentException(operator);
    };
  }
}
