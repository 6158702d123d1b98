package dev.assay.support;

/**
 * Logistic regression with a ridge penalty on the first coefficients, each of which may have one
 * sign only, and free ones behind them. Coordinates are moved in turn, by Newton steps cut at zero,
 * until none moves: the loss is convex and the bounds are apart, so this is where it is least.
 */
final class SignedLogistic {
  private static final int ROUNDS = 20_000;
  private static final double STILL = 1e-10;
  private static final double RIDGE = 1e-6;

  private SignedLogistic() {}

  /**
   * @param rows by row, the features
   * @param labels 0 or 1
   * @param weights of the rows, summing to 1
   * @param signs by feature: 1, −1, or 0 for a free and unpenalised one
   * @param lambda what half of each squared coefficient costs
   */
  static double[] fit(double[][] rows, int[] labels, double[] weights, int[] signs, double lambda) {
    double[] at = new double[signs.length];
    double[] logits = new double[rows.length];
    for (int round = 0; round < ROUNDS; round++) {
      double moved = 0;
      for (int f = 0; f < at.length; f++) {
        double penalty = signs[f] == 0 ? RIDGE : lambda;
        double gradient = penalty * at[f];
        double curvature = penalty;
        for (int i = 0; i < rows.length; i++) {
          double x = rows[i][f];
          if (x != 0) {
            double p = 1 / (1 + Math.exp(-logits[i]));
            gradient += weights[i] * (p - labels[i]) * x;
            // The bound 1/4 on p(1 − p) makes every step go down.
            curvature += weights[i] * x * x / 4;
          }
        }
        double next = at[f] - gradient / curvature;
        next = signs[f] > 0 ? Math.max(0, next) : signs[f] < 0 ? Math.min(0, next) : next;
        double step = next - at[f];
        if (step != 0) {
          for (int i = 0; i < rows.length; i++) {
            logits[i] += step * rows[i][f];
          }
          at[f] = next;
          moved = Math.max(moved, Math.abs(step));
        }
      }
      if (moved < STILL) {
        return at;
      }
    }
    throw new IllegalStateException("The support model's weights did not settle");
  }
}
