package dev.assay.evaluators.judged;

import dev.assay.core.AskingEvaluator;
import dev.assay.core.Evidence.Side;
import dev.assay.core.Example;
import dev.assay.core.Field;
import dev.assay.core.Judge;
import dev.assay.core.Measure;
import dev.assay.core.Metric;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.Slot;
import dev.assay.core.Spec;
import dev.assay.core.ValidationDimension;
import dev.assay.evaluators.shared.Silence;
import java.util.List;
import java.util.Optional;

/**
 * Share of what the answer must contain that it contains: the case's facts, or where it lists none
 * the claims of the expected answer, each checked against the answer. An empty answer contains
 * nothing. One sentence row an item.
 *
 * <p>Source: 003 B.4.
 */
public record CompletenessJudge() implements AskingEvaluator {
  private static final Spec SPEC =
      Spec.of("completeness_judge", "Completeness (judge)")
          .meaning(
              "Share of the facts, or of the expected answer's claims, that the answer has, by a"
                  + " judge.")
          .source("003 B.4")
          .dimension(ValidationDimension.QA)
          .needs(Field.QUESTION, Field.EXPECTED)
          .uses(Field.ANSWER, Field.FACTS)
          .slots(Slot.CHAT)
          .asks(Steps.CLAIMS, Steps.SUPPORTED)
          .metric(Metric.share("completeness", 0.75, "Items that the answer has by all items"))
          .build();

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public Outcome score(Example example, Judge judge, Models models) {
    Optional<Outcome> silent = Silence.judge(SPEC, example);
    if (silent.isPresent()) {
      return silent.get();
    }
    List<String> items =
        example.facts().isEmpty()
            ? Steps.claims(judge, example.question(), example.expected().orElseThrow())
            : example.facts();
    if (items.isEmpty()) {
      return SPEC.noInput("the expected answer makes no claim");
    }
    Verdicts verdicts = Steps.supported(judge, items, example.answer().orElseThrow());
    return SPEC.outcome(
        verdicts.rows("completeness", Side.EXPECTED, 0), Measure.of(verdicts.share()));
  }
}
