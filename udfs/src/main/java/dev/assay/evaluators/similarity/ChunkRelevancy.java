package dev.assay.evaluators.similarity;

import dev.assay.core.Evidence;
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
import java.util.ArrayList;
import java.util.List;

/**
 * Mean cosine of the whole question with each whole passage that has text. One sentence row a
 * passage; a passage over the embedder's limit is read up to it and the metric marked truncated.
 *
 * <p>Source: 003 equation 22.
 */
public record ChunkRelevancy() implements RowEvaluator {

  private static final Spec SPEC =
      Spec.of("chunk_relevancy", "Chunk relevancy")
          .meaning("Mean cosine of the question with the retrieved passages, each as a whole.")
          .source("003 equation 22")
          .dimension(ValidationDimension.RETRIEVAL)
          .needs(Field.QUESTION, Field.CONTEXTS)
          .slots(Slot.EMBEDDER)
          .metric(Metric.cosine("chunk_relevancy", 0.75, "Mean over the passages"))
          .build();

  private static final Comparison SIDES = Comparison.of(Lines::contexts, Lines::question);

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public List<Outcome> score(List<Example> batch, Models models) {
    return SIDES.score(SPEC, batch, models, (example, matches) -> outcome(matches));
  }

  private static Outcome outcome(Matches matches) {
    int weakest = matches.weakest();
    List<Evidence> rows =
        new ArrayList<>(matches.evidence("chunk_relevancy", "least_relevant", weakest));
    return matches.outcome(SPEC, rows, Measure.of(matches.mean()));
  }
}
