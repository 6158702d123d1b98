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
import dev.assay.text.Sentences;
import java.util.List;

/**
 * Share of the expected answer's sentences that can be attributed to the retrieved contexts. One
 * sentence row a sentence.
 *
 * <p>Source: 002 Context recall.
 */
public record ContextRecall() implements AskingEvaluator {
  private static final Spec SPEC =
      Spec.of("context_recall", "Context recall (judge)")
          .meaning(
              "Share of the expected answer's sentences that the retrieved contexts support, by a"
                  + " judge.")
          .source("002 Context recall")
          .dimension(ValidationDimension.RETRIEVAL)
          .needs(Field.EXPECTED, Field.CONTEXTS)
          .slots(Slot.CHAT)
          .asks(Steps.SUPPORTED)
          .metric(Metric.share("context_recall", 0.75, "Attributable sentences by all sentences"))
          .build();

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public Outcome score(Example example, Judge judge, Models models) {
    List<String> sentences = Sentences.scored(example.expected().orElseThrow());
    if (sentences.isEmpty()) {
      return SPEC.noInput("the expected answer has no sentence");
    }
    Verdicts verdicts = Steps.supported(judge, sentences, Texts.contexts(example));
    return SPEC.outcome(
        verdicts.rows("context_recall", Side.EXPECTED, 0), Measure.of(verdicts.share()));
  }
}
