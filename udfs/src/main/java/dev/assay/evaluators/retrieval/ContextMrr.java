package dev.assay.evaluators.retrieval;

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
import dev.assay.evaluators.shared.Allowed;
import dev.assay.evaluators.shared.Comparison;
import dev.assay.evaluators.shared.Lines;
import dev.assay.evaluators.shared.Matches;
import java.util.ArrayList;
import java.util.List;

/**
 * Reciprocal of the true rank of the first relevant passage, in [0, 1]; 0 when none is relevant or
 * the first one lies past {@code mrrRelevantChunkOorIdx}. A passage is relevant when the cosine of
 * its best sentence with the whole question reaches {@code mrrRelevantChunkThreshold}. One sentence
 * row for every passage down to that one, which has the flag {@code relevant}.
 *
 * <p>Source: 002 Context mean reciprocal rank.
 *
 * @param mrrRelevantChunkThreshold cosine from which a passage is relevant
 * @param mrrRelevantChunkOorIdx last rank that counts
 */
public record ContextMrr(double mrrRelevantChunkThreshold, int mrrRelevantChunkOorIdx)
    implements RowEvaluator {

  private static final Spec SPEC =
      Spec.of("context_mrr", "Context mean reciprocal rank")
          .meaning("Reciprocal rank of the first passage that is close enough to the question.")
          .source("002 Context mean reciprocal rank")
          .dimension(ValidationDimension.RETRIEVAL)
          .needs(Field.QUESTION, Field.CONTEXTS)
          .slots(Slot.EMBEDDER)
          .metric(Metric.share("context_mrr", 0.75, "1 / rank of the first relevant passage"))
          .build();

  private static final Comparison SIDES = Comparison.of(Lines::contextSentences, Lines::question);

  public ContextMrr {
    Allowed.within(-1, 1, "mrr_relevant_chunk_threshold", mrrRelevantChunkThreshold);
    Allowed.atLeast(1, "mrr_relevant_chunk_oor_idx", mrrRelevantChunkOorIdx);
  }

  /** Cosine 0.7, rank 10. */
  public ContextMrr() {
    this(0.7, 10);
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
    List<Evidence> evidence = new ArrayList<>();
    double reciprocal = 0;
    for (int line : matches.strongestByPassage()) {
      if (Matches.reaches(matches.score(line), mrrRelevantChunkThreshold)) {
        int rank = matches.lines().ranks().get(line);
        reciprocal = rank <= mrrRelevantChunkOorIdx ? 1.0 / rank : 0;
        evidence.add(matches.evidence("context_mrr", line, "relevant"));
        break;
      }
      evidence.add(matches.evidence("context_mrr", line));
    }
    return matches.outcome(SPEC, evidence, Measure.of(reciprocal));
  }
}
