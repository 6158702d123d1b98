package dev.assay.evaluators.entailment;

import dev.assay.core.Evidence.Side;
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
import dev.assay.evaluators.shared.Claims;
import dev.assay.evaluators.shared.Claims.Verdicts;
import java.util.List;

/**
 * Share of the answer's sentences that the retrieved passages support with a probability above
 * {@code threshold}, in [0, 1], and the share of the others.
 *
 * <p>Source: 003 B.3.
 *
 * @param threshold in [0, 1); a sentence exactly there is not supported
 */
public record FaithfulnessNli(double threshold) implements RowEvaluator {

  private static final Spec SPEC =
      Spec.of("faithfulness_nli", "Faithfulness by support")
          .meaning("Share of answer sentences that the retrieved passages support.")
          .source("003 B.3")
          .dimension(ValidationDimension.HALLUCINATION)
          .needs(Field.ANSWER, Field.CONTEXTS)
          .slots(Slot.ENTAILMENT)
          .metric(Metric.share("faithfulness_nli", 0.75, "Share of supported answer sentences"))
          .metric(
              Metric.distance(
                  "hallucination_rate",
                  1,
                  0.25,
                  "Share of answer sentences that are not supported"))
          .build();

  public FaithfulnessNli {
    Thresholds.check(threshold);
  }

  public FaithfulnessNli() {
    this(0.5);
  }

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public List<Outcome> score(List<Example> batch, Models models) {
    return Claims.ofAnswer()
        .score(SPEC, batch, models, (example, verdicts) -> outcome(verdicts.get(0)));
  }

  private Outcome outcome(Verdicts verdicts) {
    double share = verdicts.shareAbove(threshold);
    return verdicts.outcome(
        SPEC,
        verdicts.evidence("faithfulness_nli", Side.CONTEXT, "least_supported"),
        Measure.of(share),
        Measure.of(1 - share));
  }
}
