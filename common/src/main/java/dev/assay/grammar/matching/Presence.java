package dev.assay.grammar.matching;

import dev.assay.grammar.AnswerType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/** Whether texts contain what a database says. */
public final class Presence {
  /** Digits and letters from which on finding a value is no accident. */
  private static final int TELLING = 3;

  private Presence() {}

  /**
   * The share of the true values that at least one of {@code texts} contains; of several accepted
   * answers one is enough.
   *
   * @param question whose own words say nothing
   * @return empty where there is no true value, or one is so short that finding it says nothing
   */
  public static OptionalDouble share(
      List<String> texts, Truth truth, String question, double tolerance) {
    if (truth.values().isEmpty()
        || truth.values().stream().anyMatch(v -> !telling(truth, v, question))) {
      return OptionalDouble.empty();
    }
    List<NormalText> read = texts.stream().map(NormalText::of).toList();
    long found =
        truth.values().stream()
            .filter(value -> read.stream().anyMatch(text -> holds(text, truth, value, tolerance)))
            .count();
    return truth.type() == AnswerType.SET
        ? OptionalDouble.of(found / (double) truth.values().size())
        : OptionalDouble.of(found > 0 ? 1 : 0);
  }

  private static boolean telling(Truth truth, String value, String question) {
    return switch (truth.elements()) {
      case DATE -> true;
      case NUMBER ->
          NumberMentions.truth(value).stripTrailingZeros().unscaledValue().abs().toString().length()
              >= TELLING;
      case TEXT -> {
        NormalText words = NormalText.of(value);
        Set<String> asked = Set.copyOf(NormalText.of(question).folded());
        yield String.join("", words.folded()).length() > TELLING
            && !asked.containsAll(words.folded());
      }
      default -> false;
    };
  }

  private static boolean holds(NormalText text, Truth truth, String value, double tolerance) {
    return switch (truth.elements()) {
      case NUMBER -> {
        BigDecimal number = NumberMentions.truth(value);
        yield NumberMentions.find(text).stream().anyMatch(m -> m.says(number, tolerance));
      }
      case DATE -> {
        LocalDate date = DateMentions.truth(value);
        yield DateMentions.find(text.text()).stream().anyMatch(m -> m.says(date));
      }
      default -> !TextValues.find(text, value).isEmpty();
    };
  }
}
