package dev.assay.training;

/**
 * The mean and standard deviation of each column of a table, to fit on columns of one scale. A
 * column of one value is 0 throughout when scaled, so a ridge gives it no weight.
 */
@SuppressWarnings("ArrayRecordComponent") // columns of a table, never compared
record Standard(double[] means, double[] deviations) {

  static Standard of(double[][] rows) {
    int columns = rows[0].length;
    double[] means = new double[columns];
    double[] deviations = new double[columns];
    for (int c = 0; c < columns; c++) {
      for (double[] row : rows) {
        means[c] += row[c] / rows.length;
      }
      double squares = 0;
      for (double[] row : rows) {
        squares += (row[c] - means[c]) * (row[c] - means[c]) / rows.length;
      }
      deviations[c] = squares > 1e-12 ? Math.sqrt(squares) : 1;
    }
    return new Standard(means, deviations);
  }

  float[][] scaled(double[][] rows) {
    float[][] scaled = new float[rows.length][means.length];
    for (int i = 0; i < rows.length; i++) {
      for (int c = 0; c < means.length; c++) {
        scaled[i][c] = (float) ((rows[i][c] - means[c]) / deviations[c]);
      }
    }
    return scaled;
  }

  /** On the columns' own scale, of coefficients that were fitted to scaled ones. */
  double[] weights(double[] fitted) {
    double[] weights = new double[means.length];
    for (int c = 0; c < weights.length; c++) {
      weights[c] = fitted[c] / deviations[c];
    }
    return weights;
  }

  /** The intercept, which stands behind them. */
  double intercept(double[] fitted) {
    double intercept = fitted[means.length];
    double[] weights = weights(fitted);
    for (int c = 0; c < weights.length; c++) {
      intercept -= weights[c] * means[c];
    }
    return intercept;
  }
}
