package dev.assay.evaluators.entailment;

import dev.assay.core.Direction;
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
import dev.assay.model.Support;
import java.util.List;
import java.util.OptionalDouble;

/**
 * How far the answer's sentences lie on the supported side of the model's boundary: D = z / ‖w‖ of
 * each, σ(D) in (0, 1), their mean and the lowest. A model that does not show its last layer has no
 * ‖w‖: it gives {@code support_logit}, the mean of z, only. The sentence rows carry σ(D) as score,
 * z and D beside it, and flag the {@code least_supported} sentence.
 *
 * <p>Source: HCAT 3.2.2.
 */
public record GroundednessNli() implements RowEvaluator {

  private static final Spec SPEC =
      Spec.of("groundedness_nli", "Groundedness by support")
          .meaning("Distance of each answer sentence from the boundary of the support model.")
          .source("HCAT 3.2.2")
          .dimension(ValidationDimension.HALLUCINATION)
          .needs(Field.ANSWER, Field.CONTEXTS)
          .slots(Slot.ENTAILMENT)
          .metric(Metric.share("groundedness_nli", 0.5, "Mean of σ(D) over answer sentences"))
          .metric(Metric.share("groundedness_nli_min", 0.5, "The least supported sentence"))
          .metric(
              new Metric(
                  "support_logit",
                  Direction.UP,
                  Double.NEGATIVE_INFINITY,
                  Double.POSITIVE_INFINITY,
                  OptionalDouble.empty(),
                  "Mean of z over answer sentences"))
          .build();

  private static final Measure NO_LAYER =
      Measure.notApplicable("the model does not show its last layer, so z has no distance");

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public List<Outcome> score(List<Example> batch, Models models) {
    return Claims.ofAnswer()
        .score(SPEC, batch, models, (example, verdicts) -> outcome(verdicts.get(0).byDistance()));
  }

  private static Outcome outcome(Verdicts verdicts) {
    boolean distances = verdicts.supports().stream().allMatch(s -> s.distance().isPresent());
    String metric = distances ? "groundedness_nli" : "support_logit";
    return verdicts.outcome(
        SPEC,
        verdicts.evidence(metric, Side.CONTEXT, "least_supported"),
        distances ? Measure.of(verdicts.mean(Support::probability)) : NO_LAYER,
        distances ? Measure.of(verdicts.lowest(Support::probability)) : NO_LAYER,
        Measure.of(verdicts.mean(Support::logit)));
  }
}
