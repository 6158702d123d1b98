package dev.assay.evaluators.shared;

import dev.assay.base.Rounding;
import dev.assay.core.Evidence;
import dev.assay.core.Evidence.Match;
import dev.assay.core.Measure;
import dev.assay.core.Outcome;
import dev.assay.core.Spec;
import dev.assay.model.Embedding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Every line of one side with its best match on the other, by cosine (HCAT 3.1: S_max).
 *
 * <p>Cosines keep their sign. They are held within [−1, 1], which single-precision unit vectors
 * overshoot by some 1e-7. Where lines are ranked, cosines are compared to 1e-9 and the first of
 * equals is taken, so that rounding never decides.
 */
public final class Matches {

  private final Lines left;
  private final Lines right;
  private final int[] tokens;
  private final boolean truncated;
  private final double[][] cosines;
  private final int[] best;

  private Matches(
      Lines left, Lines right, int[] tokens, boolean truncated, double[][] cosines, int[] best) {
    this.left = left;
    this.right = right;
    this.tokens = tokens;
    this.truncated = truncated;
    this.cosines = cosines;
    this.best = best;
  }

  static Matches of(
      Lines left, List<Embedding> leftVectors, Lines right, List<Embedding> rightVectors) {
    double[][] cosines = new double[left.size()][right.size()];
    int[] best = new int[left.size()];
    int[] tokens = new int[left.size()];
    boolean truncated = rightVectors.stream().anyMatch(Embedding::truncated);
    for (int i = 0; i < cosines.length; i++) {
      Embedding vector = leftVectors.get(i);
      for (int j = 0; j < cosines[i].length; j++) {
        cosines[i][j] = cosine(vector, rightVectors.get(j));
      }
      best[i] = firstHighest(cosines[i]);
      tokens[i] = vector.tokens();
      truncated |= vector.truncated();
    }
    return new Matches(left, right, tokens, truncated, cosines, best);
  }

  /** Whether {@code value} reaches {@code threshold}, both to 1e-6. */
  public static boolean reaches(double value, double threshold) {
    return Rounding.toMicro(value) >= Rounding.toMicro(threshold);
  }

  /** The side whose lines are scored. */
  public Lines lines() {
    return left;
  }

  /** The cosine of line {@code i} with its best match. */
  public double score(int i) {
    return cosines[i][best[i]];
  }

  /** Mean of the lines' scores. */
  public double mean() {
    double sum = 0;
    for (int i = 0; i < best.length; i++) {
      sum += score(i);
    }
    return sum / best.length;
  }

  /** The line with the lowest score, the first of equals. */
  public int weakest() {
    int lowest = 0;
    for (int i = 1; i < best.length; i++) {
      if (Rounding.toMicro(score(i)) < Rounding.toMicro(score(lowest))) {
        lowest = i;
      }
    }
    return lowest;
  }

  /** The line with the highest score, the first of equals. */
  public int strongest() {
    double[] scores = new double[best.length];
    for (int i = 0; i < best.length; i++) {
      scores[i] = score(i);
    }
    return firstHighest(scores);
  }

  /** For contexts: the strongest line of every passage that has one, in order of retrieval. */
  public List<Integer> strongestByPassage() {
    List<Integer> strongest = new ArrayList<>();
    for (int i = 0; i < best.length; i++) {
      int last = strongest.size() - 1;
      boolean opens =
          last < 0 || !left.passages().get(strongest.get(last)).equals(left.passages().get(i));
      if (opens) {
        strongest.add(i);
      } else if (Rounding.toMicro(score(i)) > Rounding.toMicro(score(strongest.get(last)))) {
        strongest.set(last, i);
      }
    }
    return strongest;
  }

  /** Cosine distances, 1 − cosine, of every pair. */
  public double[][] distances() {
    double[][] distances = new double[cosines.length][];
    for (int i = 0; i < cosines.length; i++) {
      distances[i] = new double[cosines[i].length];
      for (int j = 0; j < cosines[i].length; j++) {
        distances[i][j] = 1 - cosines[i][j];
      }
    }
    return distances;
  }

  /** Tokens of line {@code i} as the embedder counts them, at least 1. */
  public int tokens(int i) {
    return Math.max(1, tokens[i]);
  }

  /** Evidence for {@code metric}: line {@code i}, its score and its best match. */
  public Evidence evidence(String metric, int i, String... flags) {
    Map<String, Double> detail = new LinkedHashMap<>();
    if (!left.ranks().isEmpty()) {
      detail.put("rank", (double) left.ranks().get(i));
    }
    if (!right.ranks().isEmpty()) {
      detail.put("match_rank", (double) right.ranks().get(best[i]));
    }
    Match match = new Match(right.side(), best[i], right.texts().get(best[i]));
    return Evidence.of(metric, left.side(), i, left.texts().get(i), score(i), match)
        .flagged(flags)
        .with(detail);
  }

  /** Evidence of every line, {@code flag} on line {@code flagged}. */
  public List<Evidence> evidence(String metric, String flag, int flagged) {
    List<Evidence> rows = new ArrayList<>();
    for (int i = 0; i < best.length; i++) {
      rows.add(i == flagged ? evidence(metric, i, flag) : evidence(metric, i));
    }
    return rows;
  }

  /**
   * The outcome with {@code measures} in the order in which {@code spec} declares its metrics. All
   * that were measured are marked as truncated when a line was longer than the model reads.
   */
  public Outcome outcome(Spec spec, List<Evidence> evidence, Measure... measures) {
    return spec.outcome(truncated, evidence, measures);
  }

  private static double cosine(Embedding a, Embedding b) {
    double cosine = a.cosine(b);
    if (!Double.isFinite(cosine)) {
      throw new IllegalStateException("The embedder gave a vector whose cosine is " + cosine);
    }
    return Math.max(-1, Math.min(1, cosine));
  }

  private static int firstHighest(double[] values) {
    int highest = 0;
    for (int i = 1; i < values.length; i++) {
      if (Rounding.toMicro(values[i]) > Rounding.toMicro(values[highest])) {
        highest = i;
      }
    }
    return highest;
  }
}
