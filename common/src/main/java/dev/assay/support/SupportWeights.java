package dev.assay.support;

import java.util.Arrays;

/**
 * The trained numbers: z = Σ w·clip((x − mean) / sd), without intercept.
 *
 * @param means by feature, over the training sentences
 * @param deviations by feature, positive
 * @param weights by feature, of the feature's sign or 0
 * @param idf how rare words are
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record SupportWeights(double[] means, double[] deviations, double[] weights, Idf idf) {
  /** Standardised features are cut there, so that one of them cannot decide alone. */
  static final double CLIP = 4;

  public SupportWeights {
    Feature[] features = Feature.values();
    for (double[] numbers : new double[][] {means, deviations, weights}) {
      if (numbers.length != features.length || !Arrays.stream(numbers).allMatch(Double::isFinite)) {
        throw new IllegalArgumentException("A support model has " + features.length + " features");
      }
    }
    for (int f = 0; f < features.length; f++) {
      if (deviations[f] <= 0 || weights[f] * features[f].sign() < 0) {
        throw new IllegalArgumentException(
            "Feature %s has deviation %s and weight %s"
                .formatted(features[f].id(), deviations[f], weights[f]));
      }
    }
  }

  /** Features in units of their spread; what is not known stands at the mean. */
  public double[] standardised(double[] features) {
    double[] scaled = new double[features.length];
    for (int f = 0; f < scaled.length; f++) {
      double x = (features[f] - means[f]) / deviations[f];
      scaled[f] = Double.isNaN(x) ? 0 : Math.max(-CLIP, Math.min(CLIP, x));
    }
    return scaled;
  }

  /** z of a sentence with these features. */
  public double logit(double[] features) {
    double[] x = standardised(features);
    double z = 0;
    for (int f = 0; f < x.length; f++) {
      z += weights[f] * x[f];
    }
    return z;
  }

  /** ‖w‖. */
  public double norm() {
    return Math.sqrt(Arrays.stream(weights).map(w -> w * w).sum());
  }
}
