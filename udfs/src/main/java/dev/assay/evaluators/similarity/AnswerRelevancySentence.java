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
 * Whether every sentence of the answer speaks to the question: its cosine with the nearest question
 * sentence, in [−1, 1]; reported are the mean, the weighted mean and the minimum over the answer's
 * sentences. Weights: attribute {@code answer_weights}, else token counts. The sentence rows flag
 * the {@code least_relevant} sentence.
 *
 * <p>Source: HCAT 3.4.
 */
public record AnswerRelevancySentence() implements RowEvaluator {

  private static final Spec SPEC =
      Spec.of("answer_relevancy_sentence", "Answer relevancy by sentence")
          .meaning("Cosine of each answer sentence with the nearest question sentence.")
          .source("HCAT 3.4")
          .dimension(ValidationDimension.QA)
          .needs(Field.QUESTION, Field.ANSWER)
          .attributes("answer_weights")
          .slots(Slot.EMBEDDER)
          .metric(Metric.cosine("answer_relevancy_mean", 0.75, "Mean over answer sentences"))
          .metric(Metric.cosine("answer_relevancy_weighted", 0.75, "Weighted mean over them"))
          .metric(Metric.cosine("answer_relevancy_min", 0.75, "The least relevant of them"))
          .build();

  private static final Comparison SIDES =
      Comparison.of(Lines::answerSentences, Lines::questionSentences);

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public List<Outcome> score(List<Example> batch, Models models) {
    return SIDES.score(SPEC, batch, models, AnswerRelevancySentence::outcome);
  }

  private static Outcome outcome(Example example, Matches matches) {
    int weakest = matches.weakest();
    return matches.outcome(
        SPEC,
        matches.evidence("answer_relevancy_mean", "least_relevant", weakest),
        Measure.of(matches.mean()),
        Weights.mean(example, "answer_weights", matches),
        Measure.of(matches.score(weakest)));
  }
}
