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
 * How well each sentence of the question is addressed by the contexts: its cosine with the nearest
 * context sentence, in [−1, 1]; reported are the mean, the weighted mean and the minimum over the
 * question's sentences. Weights: attribute {@code question_weights}, else token counts. The
 * sentence rows flag the {@code least_addressed} sentence.
 *
 * <p>Source: HCAT 3.1.
 */
public record ContextRelevancySentence() implements RowEvaluator {

  private static final Spec SPEC =
      Spec.of("context_relevancy_sentence", "Context relevancy by question sentence")
          .meaning("Cosine of each question sentence with the nearest context sentence.")
          .source("HCAT 3.1")
          .dimension(ValidationDimension.RETRIEVAL)
          .needs(Field.QUESTION, Field.CONTEXTS)
          .attributes("question_weights")
          .slots(Slot.EMBEDDER)
          .metric(Metric.cosine("context_relevancy_mean", 0.75, "Mean over question sentences"))
          .metric(Metric.cosine("context_relevancy_weighted", 0.75, "Weighted mean over them"))
          .metric(Metric.cosine("context_relevancy_min", 0.75, "The least addressed of them"))
          .build();

  private static final Comparison SIDES =
      Comparison.of(Lines::questionSentences, Lines::contextSentences);

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public List<Outcome> score(List<Example> batch, Models models) {
    return SIDES.score(SPEC, batch, models, ContextRelevancySentence::outcome);
  }

  private static Outcome outcome(Example example, Matches matches) {
    int weakest = matches.weakest();
    return matches.outcome(
        SPEC,
        matches.evidence("context_relevancy_mean", "least_addressed", weakest),
        Measure.of(matches.mean()),
        Weights.mean(example, "question_weights", matches),
        Measure.of(matches.score(weakest)));
  }
}
