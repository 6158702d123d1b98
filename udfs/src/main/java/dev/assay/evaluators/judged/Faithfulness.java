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
import java.util.List;

/**
 * Share of the answer's claims that the retrieved contexts support: the judge lists the claims,
 * then says of each whether it follows from the contexts alone. An answer without claims is {@code
 * no_input}. One sentence row a claim.
 *
 * <p>Source: 002 Faithfulness; 003 equation 6; 004.
 */
public record Faithfulness() implements AskingEvaluator {
  private static final Spec SPEC =
      Spec.of("faithfulness", "Faithfulness (judge)")
          .meaning("Share of the answer's claims that the retrieved contexts support, by a judge.")
          .source("002 Faithfulness; 003 equation 6; 004")
          .dimension(ValidationDimension.HALLUCINATION)
          .needs(Field.QUESTION, Field.ANSWER, Field.CONTEXTS)
          .slots(Slot.CHAT)
          .asks(Steps.CLAIMS, Steps.SUPPORTED)
          .metric(Metric.share("faithfulness", 0.75, "Supported claims by all claims"))
          .build();

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public Outcome score(Example example, Judge judge, Models models) {
    String answer = example.answer().orElseThrow();
    List<String> claims = Steps.claims(judge, example.question(), answer);
    if (claims.isEmpty()) {
      return SPEC.noInput("the answer makes no claim");
    }
    Verdicts verdicts = Steps.supported(judge, claims, Texts.contexts(example));
    return SPEC.outcome(
        verdicts.rows("faithfulness", Side.ANSWER, 0), Measure.of(verdicts.share()));
  }
}
