package dev.assay.jobs.strata;

/**
 * A projection on principal components: subtracts the mean, then takes inner products.
 *
 * @param mean of the vectors that it was fitted on
 * @param components unit vectors, the one with the most variance first; there may be none
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Reduction(double[] mean, double[][] components) implements Space {

  Reduction {
    for (double[] component : components) {
      orient(component);
    }
  }

  /** One coordinate a component. */
  @Override
  public double[] apply(float[] unit) {
    double[] reduced = new double[components.length];
    for (int c = 0; c < reduced.length; c++) {
      double sum = 0;
      for (int i = 0; i < mean.length; i++) {
        sum += components[c][i] * (unit[i] - mean[i]);
      }
      reduced[c] = sum;
    }
    return reduced;
  }

  /** A component's sign is arbitrary: the loading that is largest in size is made positive. */
  private static void orient(double[] component) {
    double largest = 0;
    for (double loading : component) {
      // Loadings that differ by rounding only must not decide.
      if (Math.abs(loading) > Math.abs(largest) * (1 + 1e-9)) {
        largest = loading;
      }
    }
    if (largest < 0) {
      for (int i = 0; i < component.length; i++) {
        component[i] = -component[i];
      }
    }
  }
}
