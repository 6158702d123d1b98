package dev.assay.grammar.fill;

import dev.assay.grammar.AnswerType;
import dev.assay.grammar.database.Answer;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a database says to a question.
 *
 * @param outcome whether there is an answer
 * @param type of the answer
 * @param valueType of its elements
 * @param elements the distinct values, sorted; one unless it is a set
 */
public record Truth(Outcome outcome, AnswerType type, AnswerType valueType, List<String> elements) {

  /** What came of a query. */
  public enum Outcome {
    ANSWERED("questions' queries with an answer"),
    /** The value is NULL: nobody can answer. */
    UNANSWERABLE("unanswerable: the answer is NULL"),
    /** No row: nothing is asked. */
    EMPTY("left out: no row"),
    /** More elements than a set may have: nothing is asked. */
    LARGE("left out: the set is too large"),
    /** Several rows come first: nothing is asked. */
    TIED("left out: several rows come first"),
    /** A value with line breaks or of great length: nothing is asked. */
    UNSAYABLE("left out: the answer is no short text");

    private final String meaning;

    Outcome(String meaning) {
      this.meaning = meaning;
    }

    /** As a count of the run. */
    public String meaning() {
      return meaning;
    }
  }

  /** Several values of a row are said with commas between them. */
  public static Truth of(Answer answer, int mostElements) {
    if (answer.rows().isEmpty()) {
      return without(Outcome.EMPTY);
    }
    List<List<Object>> rows =
        answer.rows().stream()
            .map(row -> row.stream().filter(Objects::nonNull).toList())
            .filter(row -> !row.isEmpty())
            .toList();
    if (rows.isEmpty()) {
      return without(Outcome.UNANSWERABLE);
    }
    if (rows.stream().flatMap(List::stream).anyMatch(value -> !Values.isSayable(value))) {
      return without(Outcome.UNSAYABLE);
    }
    TreeSet<Object> values = new TreeSet<>(Values.ORDER);
    if (answer.columns().size() == 1) {
      rows.forEach(row -> values.add(row.get(0)));
    } else {
      rows.forEach(
          row -> values.add(row.stream().map(Values::text).collect(Collectors.joining(", "))));
    }
    List<String> elements = values.stream().map(Values::text).distinct().toList();
    if (answer.more() || elements.size() > mostElements) {
      return without(Outcome.LARGE);
    }
    AnswerType value = type(values);
    return new Truth(
        Outcome.ANSWERED, elements.size() > 1 ? AnswerType.SET : value, value, elements);
  }

  /** Which rows come first is not certain. */
  static Truth tied() {
    return without(Outcome.TIED);
  }

  private static AnswerType type(TreeSet<Object> values) {
    List<AnswerType> types = values.stream().map(Values::type).distinct().toList();
    return types.size() == 1 ? types.get(0) : AnswerType.TEXT;
  }

  private static Truth without(Outcome outcome) {
    return new Truth(outcome, AnswerType.NONE, AnswerType.NONE, List.of());
  }

  /** The answer as a text, empty text where there is none. */
  public String expected() {
    return String.join(type == AnswerType.SET ? "; " : "", elements);
  }
}
