package dev.assay.model;

import java.util.Arrays;
import java.util.Optional;

/**
 * BERTScore (Zhang et al. 2020) of two texts' tokens, with weights or without: as the package
 * bert-score computes it, the special tokens can be matched but are not counted.
 *
 * @param precision mean over the candidate's tokens of the highest cosine with one of the reference
 * @param recall the reverse
 * @param f1 their harmonic mean; 0 where they do not have one sign
 */
public record TokenMatches(double precision, double recall, double f1) {

  /** Every token counts the same. Empty where a text has no token of its own. */
  public static Optional<TokenMatches> of(TokenVectors candidate, TokenVectors reference) {
    return of(candidate, ones(candidate), reference, ones(reference));
  }

  /**
   * Tokens count by their weights, as with idf. Empty where those of a text have none.
   *
   * @param candidateWeights one a token, 0 or more; those of special tokens are not read
   * @param referenceWeights one a token
   */
  public static Optional<TokenMatches> of(
      TokenVectors candidate,
      double[] candidateWeights,
      TokenVectors reference,
      double[] referenceWeights) {
    double precision = mean(candidate, candidateWeights, reference);
    double recall = mean(reference, referenceWeights, candidate);
    return Double.isNaN(precision) || Double.isNaN(recall)
        ? Optional.empty()
        : Optional.of(of(precision, recall));
  }

  private static TokenMatches of(double precision, double recall) {
    double f1 = precision * recall > 0 ? 2 * precision * recall / (precision + recall) : 0;
    return new TokenMatches(precision, recall, f1);
  }

  private static double[] ones(TokenVectors tokens) {
    double[] ones = new double[tokens.size()];
    Arrays.fill(ones, 1);
    return ones;
  }

  private static double mean(TokenVectors these, double[] weights, TokenVectors others) {
    float[] best = new float[these.size()];
    Arrays.fill(best, -1);
    these.raise(best, others);
    double sum = 0;
    double total = 0;
    for (int t = 0; t < best.length; t++) {
      if (these.starts()[t] >= 0) {
        sum += weights[t] * Math.min(1, best[t]);
        total += weights[t];
      }
    }
    return total == 0 ? Double.NaN : sum / total;
  }
}
