package dev.assay.base;

/** Between log-odds and probabilities: the logistic function, its inverse, and for many classes. */
public final class Logistic {
  private Logistic() {}

  /** σ(logit) = 1 / (1 + exp(−logit)), without overflow on either side. */
  public static double sigmoid(double logit) {
    double small = Math.exp(-Math.abs(logit));
    return (logit >= 0 ? 1 : small) / (1 + small);
  }

  /** The logarithm of the odds of {@code share}; infinite for 0 and 1. */
  public static double logit(double share) {
    return Math.log(share / (1 - share));
  }

  /** Probabilities that sum to 1 and are as exp(logit) to each other. */
  public static double[] softmax(double[] logits) {
    double highest = Double.NEGATIVE_INFINITY;
    for (double logit : logits) {
      highest = Math.max(highest, logit);
    }
    double sum = 0;
    double[] all = new double[logits.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = Math.exp(logits[i] - highest);
      sum += all[i];
    }
    for (int i = 0; i < all.length; i++) {
      all[i] /= sum;
    }
    return all;
  }
}
