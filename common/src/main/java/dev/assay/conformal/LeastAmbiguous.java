package dev.assay.conformal;

import dev.assay.base.Rounding;

/**
 * LAC: 1 − P(label), the smallest sets on average (Sadinle, Lei and Wasserman 2019). It takes no
 * chance into account; hard responses may get an empty set.
 */
public record LeastAmbiguous() implements Nonconformity {

  @Override
  public double[] of(double[] probabilities, double u) {
    double[] result = new double[probabilities.length];
    for (int y = 0; y < result.length; y++) {
      result[y] = Rounding.toNano(1 - probabilities[y]);
    }
    return result;
  }

  @Override
  public String id() {
    return "lac";
  }
}
