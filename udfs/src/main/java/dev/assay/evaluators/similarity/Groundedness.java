package dev.assay.evaluators.similarity;

import dev.assay.core.Example;
import dev.assay.core.Field;
import dev.assay.core.Measure;
import dev.assay.core.Metric;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.RowEvaluator;
import dev.assay.core.Slot;
import dev.assay.core.Spec;
import dev.assay.core.ValidationDimension;
import dev.assay.evaluators.shared.Comparison;
import dev.assay.evaluators.shared.Lines;
import dev.assay.evaluators.shared.Matches;
import java.util.List;

/**
 * How close the answer stays to what was retrieved: for every sentence of the answer the cosine
 * with the nearest context sentence, and of these the lowest and the mean, in [−1, 1]. It measures
 * closeness of topic; a false statement about the right topic can score high. The sentence rows
 * flag the {@code least_grounded} sentence.
 *
 * <p>Source: 002 Groundedness (semantic similarity); HCAT 3.2.1.
 */
public record Groundedness() implements RowEvaluator {

  private static final Spec SPEC =
      Spec.of("groundedness", "Groundedness")
          .meaning("Cosine of each answer sentence with the nearest context sentence.")
          .source("002 Groundedness (semantic similarity); HCAT 3.2.1")
          .dimension(ValidationDimension.HALLUCINATION)
          .needs(Field.ANSWER, Field.CONTEXTS)
          .slots(Slot.EMBEDDER)
          .metric(Metric.cosine("groundedness", 0.75, "The least grounded answer sentence"))
          .metric(Metric.cosine("groundedness_mean", 0.75, "Mean over answer sentences"))
          .build();

  private static final Comparison SIDES =
      Comparison.of(Lines::answerSentences, Lines::contextSentences);

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public List<Outcome> score(List<Example> batch, Models models) {
    return SIDES.score(SPEC, batch, models, (example, matches) -> outcome(matches));
  }

  private static Outcome outcome(Matches matches) {
    int weakest = matches.weakest();
    return matches.outcome(
        SPEC,
        matches.evidence("groundedness", "least_grounded", weakest),
        Measure.of(matches.score(weakest)),
        Measure.of(matches.mean()));
  }
}
