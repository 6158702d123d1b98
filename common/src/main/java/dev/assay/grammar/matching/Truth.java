package dev.assay.grammar.matching;

import dev.assay.grammar.AnswerType;
import dev.assay.grammar.CaseAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a database says.
 *
 * @param type of the answer
 * @param elements the type of a set's elements, else as {@code type}
 * @param values the elements of a set; else the answers that are accepted; none where nothing is
 *     known
 */
public record Truth(AnswerType type, AnswerType elements, List<String> values) {
  private static final Pattern BOOLEAN = Pattern.compile("(?i)true|false|yes|no");

  public Truth {
    values = List.copyOf(values);
  }

  /**
   * The truth of a test case. What its attributes do not say is guessed from the form of the
   * expected answer; only attributes make a set.
   *
   * @return empty where the case has neither an expected answer nor says that there is none
   */
  public static Optional<Truth> of(
      List<String> accepted, List<String> facts, Map<String, String> attributes) {
    Optional<AnswerType> type = type(attributes.get(CaseAttributes.ANSWER_TYPE));
    boolean unanswerable = "false".equalsIgnoreCase(attributes.get("answerable"));
    if (type.equals(Optional.of(AnswerType.NONE)) || unanswerable && accepted.isEmpty()) {
      return Optional.of(new Truth(AnswerType.NONE, AnswerType.NONE, List.of()));
    }
    if (type.equals(Optional.of(AnswerType.SET)) && !facts.isEmpty()) {
      List<String> elements = new ArrayList<>(facts.stream().distinct().toList());
      AnswerType each =
          type(attributes.get(CaseAttributes.VALUE_TYPE))
              .filter(t -> t != AnswerType.SET && t != AnswerType.NONE)
              .filter(t -> fits(t, elements))
              .orElseGet(() -> guess(elements));
      return Optional.of(new Truth(AnswerType.SET, each, elements));
    }
    if (accepted.isEmpty()) {
      return Optional.empty();
    }
    AnswerType single =
        type.filter(t -> t != AnswerType.SET)
            .filter(t -> fits(t, accepted))
            .orElseGet(() -> guess(accepted));
    return Optional.of(new Truth(single, single, accepted));
  }

  private static Optional<AnswerType> type(String id) {
    if (id == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(AnswerType.valueOf(id.strip().toUpperCase(Locale.ROOT)));
    } catch (IllegalArgumentException unknown) {
      return Optional.empty();
    }
  }

  /** Dates as text are dates, and numbers as text numbers, wherever all values are. */
  private static AnswerType guess(List<String> values) {
    for (AnswerType type : List.of(AnswerType.NUMBER, AnswerType.DATE, AnswerType.BOOLEAN)) {
      if (fits(type, values)) {
        return type;
      }
    }
    return AnswerType.TEXT;
  }

  private static boolean fits(AnswerType type, List<String> values) {
    return switch (type) {
      case NUMBER -> values.stream().allMatch(v -> NumberMentions.truth(v) != null);
      case DATE -> values.stream().allMatch(v -> DateMentions.truth(v) != null);
      case BOOLEAN ->
          values.stream()
              .allMatch(v -> BOOLEAN.matcher(v.strip()).matches() || v.strip().matches("[01]"));
      default -> true;
    };
  }
}
