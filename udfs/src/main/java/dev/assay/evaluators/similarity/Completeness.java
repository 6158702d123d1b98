package dev.assay.evaluators.similarity;

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
import dev.assay.stats.Transport;
import java.util.List;

/**
 * How much of what was retrieved the answer carries. By sentence: the cosine of each context
 * sentence with the nearest answer sentence, its mean and weighted mean, in [−1, 1]. By
 * distribution: the exact Wasserstein distance between the two sets of sentences (cosine distance,
 * uniform weights), and the mean distance over all pairs, which the paper offers as an
 * approximation and which is an upper bound of it; both in [0, 2].
 *
 * <p>Weights: attribute {@code context_weights} (one a sentence or one a passage), else token
 * counts. With more than {@code wassersteinMaxSentences} sentences on a side wasserstein alone is
 * {@code too_long}. The sentence rows flag the {@code least_covered} sentence.
 *
 * <p>Source: HCAT 3.3.
 *
 * @param wassersteinMaxSentences sentences on one side up to which transport is solved
 */
public record Completeness(int wassersteinMaxSentences) implements RowEvaluator {

  private static final Spec SPEC =
      Spec.of("completeness", "Completeness")
          .meaning("How much of the context's sentences the answer carries.")
          .source("HCAT 3.3")
          .dimension(ValidationDimension.QA)
          .needs(Field.CONTEXTS, Field.ANSWER)
          .attributes("context_weights")
          .slots(Slot.EMBEDDER)
          .metric(Metric.cosine("completeness_mean", 0.75, "Mean over context sentences"))
          .metric(Metric.cosine("completeness_weighted", 0.75, "Weighted mean over them"))
          .metric(
              Metric.distance(
                  "wasserstein", 2, 0.5, "Exact optimal transport between context and answer"))
          .metric(
              Metric.distance(
                  "mean_pairwise_distance", 2, 0.5, "Mean cosine distance over all pairs"))
          .build();

  private static final Comparison SIDES =
      Comparison.of(Lines::contextSentences, Lines::answerSentences);

  public Completeness {
    Allowed.atLeast(1, "wasserstein_max_sentences", wassersteinMaxSentences);
  }

  /** Transport up to 400 × 400 sentences. */
  public Completeness() {
    this(400);
  }

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public List<Outcome> score(List<Example> batch, Models models) {
    return SIDES.score(SPEC, batch, models, this::outcome);
  }

  private Outcome outcome(Example example, Matches matches) {
    double[][] distances = matches.distances();
    return matches.outcome(
        SPEC,
        matches.evidence("completeness_mean", "least_covered", matches.weakest()),
        Measure.of(matches.mean()),
        Weights.mean(example, "context_weights", matches),
        wasserstein(distances),
        Measure.of(mean(distances)));
  }

  private Measure wasserstein(double[][] distances) {
    int rows = distances.length;
    int columns = distances[0].length;
    if (Math.max(rows, columns) > wassersteinMaxSentences) {
      return Measure.tooLong(
          "%d context and %d answer sentences: transport is solved up to %d on a side"
              .formatted(rows, columns, wassersteinMaxSentences));
    }
    return Measure.of(Transport.plan(distances).cost());
  }

  private static double mean(double[][] distances) {
    double sum = 0;
    for (double[] row : distances) {
      for (double distance : row) {
        sum += distance;
      }
    }
    return sum / ((double) distances.length * distances[0].length);
  }
}
