package dev.assay.evaluators.shared;

import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.Outcome;
import dev.assay.core.Spec;
import dev.assay.text.Sentences;
import java.util.Optional;

/** What a missing or empty answer is worth where an answer was expected. */
public final class Silence {

  private Silence() {}

  /**
   * No recorded answer, or an expected one of invisible marks, is {@code no_input}; an empty one
   * takes every metric's worst value, so that no system gains by saying nothing. Empty for any
   * other answer.
   */
  public static Optional<Outcome> judge(Spec spec, Example example) {
    if (Sentences.blank(example.expected().orElse(""))) {
      String reason = "the expected answer has no sentence";
      return Optional.of(spec.noInput(reason));
    }
    if (example.answer().isEmpty()) {
      return Optional.of(spec.noInput("no answer was recorded"));
    }
    if (!Sentences.blank(example.answer().get())) {
      return Optional.empty();
    }
    return Optional.of(
        spec.outcome(
            spec.metrics().stream()
                .map(metric -> Measure.of(metric.worst()))
                .toArray(Measure[]::new)));
  }
}
