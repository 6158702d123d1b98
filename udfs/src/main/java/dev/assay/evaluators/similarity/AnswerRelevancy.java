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
 * Whether any sentence of the answer speaks to the question: the highest cosine of an answer
 * sentence with the whole question, in [−1, 1]. Longer answers have more chances. The sentence rows
 * flag the {@code most_relevant} sentence.
 *
 * <p>Source: 002 Answer relevancy (sentence similarity).
 */
public record AnswerRelevancy() implements RowEvaluator {

  private static final Spec SPEC =
      Spec.of("answer_relevancy", "Answer relevancy")
          .meaning("Highest cosine of an answer sentence with the whole question.")
          .source("002 Answer relevancy (sentence similarity)")
          .dimension(ValidationDimension.QA)
          .needs(Field.QUESTION, Field.ANSWER)
          .slots(Slot.EMBEDDER)
          .metric(Metric.cosine("answer_relevancy", 0.75, "The most relevant answer sentence"))
          .build();

  private static final Comparison SIDES = Comparison.of(Lines::answerSentences, Lines::question);

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public List<Outcome> score(List<Example> batch, Models models) {
    return SIDES.score(SPEC, batch, models, (example, matches) -> outcome(matches));
  }

  private static Outcome outcome(Matches matches) {
    int strongest = matches.strongest();
    return matches.outcome(
        SPEC,
        matches.evidence("answer_relevancy", "most_relevant", strongest),
        Measure.of(matches.score(strongest)));
  }
}
