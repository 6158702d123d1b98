package dev.assay.model;

import java.util.Arrays;
import java.util.Optional;

/**
 * BERTScore (Zhang et al. 2020) of two texts' tokens, without idf weights: as the package
 * bert-score computes it, the special tokens can be matched but are not counted.
 *
 * @param precision mean over the candidate's tokens of the highest cosine with one of the reference
 * @param recall the reverse
 * @param f1 their harmonic mean; 0 where they do not have one sign
 */
public record TokenMatches(double precision, double recall, double f1) {

  /** Empty where a text has no token of its own. */
  public static Optional<TokenMatches> of(TokenVectors candidate, TokenVectors reference) {
    double precision = mean(candidate, reference);
    double recall = mean(reference, candidate);
    if (Double.isNaN(precision) || Double.isNaN(recall)) {
      return Optional.empty();
    }
    double f1 = precision * recall > 0 ? 2 * precision * recall / (precision + recall) : 0;
    return Optional.of(new TokenMatches(precision, recall, f1));
  }

  private static double mean(TokenVectors these, TokenVectors others) {
    float[] best = new float[these.size()];
    Arrays.fill(best, -1);
    these.raise(best, others);
    double sum = 0;
    int count = 0;
    for (int t = 0; t < best.length; t++) {
      if (these.starts()[t] >= 0) {
        sum += Math.min(1, best[t]);
        count++;
      }
    }
    return count == 0 ? Double.NaN : sum / count;
  }
}
