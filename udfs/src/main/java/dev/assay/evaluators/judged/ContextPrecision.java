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
import java.util.Map;

/**
 * How early the useful passages stand among the retrieved: the mean, over the passages from which
 * the expected answer can be drawn, of the share of such passages down to that rank. With none
 * useful it is 0. Each passage is judged in a question of its own, so that none can speak for
 * another. One sentence row a passage.
 *
 * <p>Source: 002 Context precision.
 */
public record ContextPrecision() implements AskingEvaluator {
  private static final String PROMPT = "useful-passage";

  private static final Spec SPEC =
      Spec.of("context_precision", "Context precision (judge)")
          .meaning("How early the passages stand that serve the expected answer, by a judge.")
          .source("002 Context precision")
          .dimension(ValidationDimension.RETRIEVAL)
          .needs(Field.QUESTION, Field.EXPECTED, Field.CONTEXTS)
          .slots(Slot.CHAT)
          .asks(PROMPT)
          .metric(
              Metric.share(
                  "context_precision", 0.75, "Mean precision at the ranks of useful passages"))
          .build();

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public int calls(int contexts) {
    return contexts;
  }

  @Override
  public Outcome score(Example example, Judge judge, Models models) {
    String expected = example.expected().orElseThrow();
    Map<String, String> texts =
        Map.of(Texts.QUESTION, example.question(), Texts.EXPECTED, expected);
    Verdicts verdicts = Steps.passages(judge, PROMPT, example, texts);
    return SPEC.outcome(
        verdicts.rows("context_precision", Side.CONTEXT, 0), Measure.of(precision(verdicts)));
  }

  private static double precision(Verdicts verdicts) {
    double sum = 0;
    int useful = 0;
    for (int i = 0; i < verdicts.size(); i++) {
      if (verdicts.holds(i)) {
        useful++;
        sum += useful / (double) (i + 1);
      }
    }
    return useful == 0 ? 0 : sum / useful;
  }
}
