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
import dev.assay.evaluators.shared.Allowed;
import dev.assay.evaluators.shared.Comparison;
import dev.assay.evaluators.shared.Lines;
import dev.assay.evaluators.shared.Matches;
import dev.assay.evaluators.shared.Silence;
import java.util.List;

/**
 * 1 when the cosine of the whole answer with the whole expected answer reaches τ, else 0; an empty
 * answer has 0. The sentence row carries the cosine itself.
 *
 * <p>Source: 003 B.6, equation 28.
 *
 * @param similarityThreshold τ, the cosine from which two texts count as saying the same
 */
public record SemanticAccuracy(double similarityThreshold) implements RowEvaluator {

  private static final Spec SPEC =
      Spec.of("semantic_accuracy", "Semantic accuracy")
          .meaning("Whether the answer is as good as the same as the expected one, by cosine.")
          .source("003 B.6")
          .dimension(ValidationDimension.QA)
          .needs(Field.EXPECTED)
          .uses(Field.ANSWER)
          .slots(Slot.EMBEDDER)
          .metric(Metric.share("semantic_accuracy", 0.95, "1 when the cosine reaches τ, else 0"))
          .build();

  private static final Comparison SIDES =
      Comparison.of(Lines::answer, Lines::expected).unless(example -> Silence.judge(SPEC, example));

  public SemanticAccuracy {
    Allowed.within(-1, 1, "similarity_threshold", similarityThreshold);
  }

  /** τ = 0.85. */
  public SemanticAccuracy() {
    this(0.85);
  }

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public List<Outcome> score(List<Example> batch, Models models) {
    return SIDES.score(SPEC, batch, models, (example, matches) -> outcome(matches));
  }

  private Outcome outcome(Matches matches) {
    boolean accurate = Matches.reaches(matches.score(0), similarityThreshold);
    return matches.outcome(
        SPEC, List.of(matches.evidence("semantic_accuracy", 0)), Measure.of(accurate ? 1 : 0));
  }
}
