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
import dev.assay.evaluators.shared.Silence;
import java.util.List;

/**
 * Cosine of the whole answer with the whole expected answer, in [−1, 1]. An empty answer has −1. A
 * text longer than the model reads is compared by its beginning and the value marked as truncated.
 *
 * <p>Source: 002 Answer semantic similarity.
 */
public record AnswerSemanticSimilarity() implements RowEvaluator {

  private static final Spec SPEC =
      Spec.of("answer_semantic_similarity", "Answer semantic similarity")
          .meaning("Cosine of the whole answer with the whole expected answer.")
          .source("002 Answer semantic similarity")
          .dimension(ValidationDimension.QA)
          .needs(Field.EXPECTED)
          .uses(Field.ANSWER)
          .slots(Slot.EMBEDDER)
          .metric(Metric.cosine("answer_similarity", 0.75, "Cosine of the two whole texts"))
          .build();

  private static final Comparison SIDES =
      Comparison.of(Lines::answer, Lines::expected).unless(example -> Silence.judge(SPEC, example));

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public List<Outcome> score(List<Example> batch, Models models) {
    return SIDES.score(
        SPEC,
        batch,
        models,
        (example, matches) ->
            matches.outcome(
                SPEC,
                List.of(matches.evidence("answer_similarity", 0)),
                Measure.of(matches.score(0))));
  }
}
