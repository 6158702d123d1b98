package dev.assay.jobs.inputs;

import dev.assay.conditions.Condition;
import dev.assay.conditions.ConditionException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The values of a record by role, each as what it must be.
 *
 * @param columns the column of each role
 * @param separator what stands between the items of a list that is written as one text; empty:
 *     nothing does
 * @param record the record's values by column
 */
record CaseValues(Map<String, String> columns, String separator, Map<String, String> record) {
  private static final Set<String> YES = Set.of("true", "yes", "y", "t", "1", "1.0");
  private static final Set<String> NO = Set.of("false", "no", "n", "f", "0", "0.0");
  private static final int SHOWN = 80;
  private static final Map<String, String> ALLOWED =
      Map.of(
          "difficulty", "no number from 0 to 1",
          "weight", "no number above 0",
          "inclusion-probability", "no number above 0 and at most 1");

  Optional<String> text(String role) {
    return Optional.ofNullable(columns.get(role)).flatMap(name -> Fields.value(record, name));
  }

  /** A list; where {@code alone}, a text that does not begin like one is its only item. */
  List<String> texts(String role, boolean alone) {
    return text(role)
        .map(
            text ->
                WrittenTexts.list(text)
                    .or(
                        () ->
                            alone && plain(text)
                                ? Optional.of(items(role, text))
                                : Optional.empty())
                    .orElseThrow(
                        () ->
                            wrong(
                                role,
                                text,
                                "no list; write one in JSON, for example [\"one\", \"two\"]")))
        .orElse(List.of());
  }

  /** What a tool writes as one text; nothing of the kind is done to an expected answer. */
  private List<String> items(String role, String text) {
    return separator.isEmpty() || role.equals("expected")
        ? List.of(text)
        : Arrays.stream(text.split(Pattern.quote(separator))).map(String::strip).toList();
  }

  private static boolean plain(String text) {
    String start = text.stripLeading();
    return !start.startsWith("[\"") && !start.startsWith("['") && !start.startsWith("{\"");
  }

  Optional<String> condition() {
    List<String> conditions =
        text("condition")
            .map(text -> WrittenTexts.list(text).orElse(List.of(text)))
            .orElse(List.of());
    for (String condition : conditions) {
      try {
        Condition.parse(condition);
      } catch (ConditionException e) {
        throw wrong("condition", condition, "no condition: " + e.getMessage());
      }
    }
    return conditions.stream()
        .map(condition -> conditions.size() == 1 ? condition : "(" + condition + ")")
        .reduce((one, other) -> one + " AND " + other);
  }

  Optional<Boolean> answerable() {
    return text("answerable")
        .map(
            text -> {
              String word = text.strip().toLowerCase(Locale.ROOT);
              if (!YES.contains(word) && !NO.contains(word)) {
                throw wrong("answerable", text, "neither true nor false");
              }
              return YES.contains(word);
            });
  }

  OptionalDouble weight() {
    OptionalDouble weight = number("weight", Double.MIN_NORMAL, Double.MAX_VALUE);
    if (weight.isPresent()) {
      return weight;
    }
    OptionalDouble chance = number("inclusion-probability", 1e-300, 1);
    return chance.isPresent() ? OptionalDouble.of(1 / chance.getAsDouble()) : chance;
  }

  OptionalDouble difficulty() {
    return number("difficulty", 0, 1);
  }

  private OptionalDouble number(String role, double low, double high) {
    Optional<String> text = text(role);
    if (text.isEmpty()) {
      return OptionalDouble.empty();
    }
    try {
      double number = Double.parseDouble(text.get().strip());
      if (number >= low && number <= high) {
        return OptionalDouble.of(number);
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw wrong(role, text.get(), ALLOWED.get(role));
  }

  private CaseRecordException wrong(String role, String text, String what) {
    return new CaseRecordException(
        "%s (column '%s'): '%s' is %s"
            .formatted(
                role.replace('-', ' '),
                columns.get(role),
                text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…",
                what));
  }
}
