package dev.assay.calibration;

/** The smoothed log-likelihood of a logistic curve over standardised scores, and its maximum. */
final class PlattLikelihood {
  private static final double RIDGE = 1e-12;
  private static final double FLAT = 1e-12;
  private static final double NEARLY_FLAT = 1e-7;
  private static final int ITERATIONS = 100;
  private static final double SMALLEST_STEP = 1e-10;

  private final double[] x;
  private final double[] target;
  private final double[] weight;
  private double intercept;
  private double slope;
  private double gradientIntercept;
  private double gradientSlope;

  PlattLikelihood(ScoreTable table, double mean, double scale) {
    int n = table.size();
    double negatives = table.total(0);
    double positives = table.total(1);
    double one = (positives + 1) / (positives + 2);
    double zero = 1 / (negatives + 2);
    x = new double[n];
    target = new double[n];
    weight = new double[n];
    for (int i = 0; i < n; i++) {
      x[i] = (table.score(i) - mean) / scale;
      weight[i] = table.weight(i) / (negatives + positives);
      target[i] = (table.weight(1, i) * one + table.weight(0, i) * zero) / table.weight(i);
    }
    intercept = Math.log((positives + 1) / (negatives + 1));
  }

  /** Intercept and slope at the maximum. */
  double[] maximise() {
    double loss = loss(intercept, slope);
    for (int i = 0; i < ITERATIONS; i++) {
      double[] step = newtonStep();
      if (converged(FLAT)) {
        break;
      }
      double downhill = gradientIntercept * step[0] + gradientSlope * step[1];
      double length = 1;
      double next = loss(intercept + step[0], slope + step[1]);
      while (!(next < loss + 1e-4 * length * downhill) && length > SMALLEST_STEP) {
        length /= 2;
        next = loss(intercept + length * step[0], slope + length * step[1]);
      }
      if (!(next < loss)) {
        break;
      }
      intercept += length * step[0];
      slope += length * step[1];
      loss = next;
    }
    return new double[] {intercept, slope};
  }

  /** Whether the last gradient was flat enough to trust the maximum. */
  boolean converged() {
    return converged(NEARLY_FLAT);
  }

  private boolean converged(double bar) {
    return Math.abs(gradientIntercept) < bar && Math.abs(gradientSlope) < bar;
  }

  private double[] newtonStep() {
    gradientIntercept = 0;
    gradientSlope = 0;
    double h00 = RIDGE;
    double h01 = 0;
    double h11 = RIDGE;
    for (int i = 0; i < x.length; i++) {
      double p = LogisticMap.sigmoid(intercept + slope * x[i]);
      double residual = weight[i] * (p - target[i]);
      double curvature = weight[i] * p * (1 - p);
      gradientIntercept += residual;
      gradientSlope += residual * x[i];
      h00 += curvature;
      h01 += curvature * x[i];
      h11 += curvature * x[i] * x[i];
    }
    double determinant = h00 * h11 - h01 * h01;
    return new double[] {
      -(h11 * gradientIntercept - h01 * gradientSlope) / determinant,
      -(h00 * gradientSlope - h01 * gradientIntercept) / determinant
    };
  }

  private double loss(double a, double b) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      double logit = a + b * x[i];
      double softplus = Math.max(logit, 0) + Math.log1p(Math.exp(-Math.abs(logit)));
      sum += weight[i] * (softplus - target[i] * logit);
    }
    return sum;
  }
}
