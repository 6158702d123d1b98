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
 * Share of the retrieved passages that help to answer the question. Each is judged in a question of
 * its own. One sentence row a passage.
 *
 * <p>Source: 003 equation 21.
 */
public record ChunkRelevancyJudge() implements AskingEvaluator {
  private static final String PROMPT = "relevant-passage";

  private static final Spec SPEC =
      Spec.of("chunk_relevancy_judge", "Chunk relevancy (judge)")
          .meaning("Share of the retrieved passages that help to answer the question, by a judge.")
          .source("003 equation 21")
          .dimension(ValidationDimension.RETRIEVAL)
          .needs(Field.QUESTION, Field.CONTEXTS)
          .slots(Slot.CHAT)
          .asks(PROMPT)
          .metric(Metric.share("chunk_relevancy", 0.75, "Relevant passages by all passages"))
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
    Verdicts verdicts =
        Steps.passages(judge, PROMPT, example, Map.of(Texts.QUESTION, example.question()));
    return SPEC.outcome(
        verdicts.rows("chunk_relevancy", Side.CONTEXT, 0), Measure.of(verdicts.share()));
  }
}
