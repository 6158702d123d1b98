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
 * How relevant the retrieved passages are to the whole question. A passage is as relevant as its
 * best sentence (cosine, [−1, 1]); recall is the best passage, precision the mean over passages
 * that have text. One sentence row a passage, on recall_relevancy, with the passage's best
 * sentence.
 *
 * <p>Source: 002 Context relevancy (soft recall and precision).
 */
public record ContextRelevancy() implements RowEvaluator {

  private static final Spec SPEC =
      Spec.of("context_relevancy", "Context relevancy (soft recall and precision)")
          .meaning("Cosine of the question with the best sentence of each passage.")
          .source("002 Context relevancy (soft recall and precision)")
          .dimension(ValidationDimension.RETRIEVAL)
          .needs(Field.QUESTION, Field.CONTEXTS)
          .slots(Slot.EMBEDDER)
          .metric(Metric.cosine("recall_relevancy", 0.75, "The most relevant passage"))
          .metric(Metric.cosine("precision_relevancy", 0.75, "Mean relevance of the passages"))
          .build();

  private static final Comparison SIDES = Comparison.of(Lines::contextSentences, Lines::question);

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public List<Outcome> score(List<Example> batch, Models models) {
    return SIDES.score(SPEC, batch, models, (example, matches) -> outcome(matches));
  }

  private static Outcome outcome(Matches matches) {
    int strongest = matches.strongest();
    double sum = 0;
    List<Evidence> evidence = new ArrayList<>();
    List<Integer> lines = matches.strongestByPassage();
    for (int line : lines) {
      sum += matches.score(line);
      evidence.add(
          line == strongest
              ? matches.evidence("recall_relevancy", line, "most_relevant")
              : matches.evidence("recall_relevancy", line));
    }
    return matches.outcome(
        SPEC, evidence, Measure.of(matches.score(strongest)), Measure.of(sum / lines.size()));
  }
}
