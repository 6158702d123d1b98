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
import dev.assay.evaluators.shared.Silence;
import java.util.List;

/**
 * How close the answer's sentences come to the expected answer's: the cosine of each with the
 * nearest expected sentence, its mean and its minimum, in [−1, 1]. An empty answer has −1. The
 * sentence rows flag the {@code least_similar} sentence.
 *
 * <p>Source: 002 Answer semantic sentence similarity.
 */
public record AnswerSentenceSimilarity() implements RowEvaluator {

  private static final Spec SPEC =
      Spec.of("answer_sentence_similarity", "Answer sentence similarity")
          .meaning("Cosine of each answer sentence with the nearest expected sentence.")
          .source("002 Answer semantic sentence similarity")
          .dimension(ValidationDimension.QA)
          .needs(Field.EXPECTED)
          .uses(Field.ANSWER)
          .slots(Slot.EMBEDDER)
          .metric(Metric.cosine("mean_answer_similarity", 0.75, "Mean over answer sentences"))
          .metric(Metric.cosine("min_answer_similarity", 0.75, "The least similar of them"))
          .build();

  private static final Comparison SIDES =
      Comparison.of(Lines::answerSentences, Lines::expectedSentences)
          .unless(example -> Silence.judge(SPEC, example));

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
        matches.evidence("mean_answer_similarity", "least_similar", weakest),
        Measure.of(matches.mean()),
        Measure.of(matches.score(weakest)));
  }
}
