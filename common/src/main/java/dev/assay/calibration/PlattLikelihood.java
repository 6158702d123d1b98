package dev.assay.calibration;

/**
 * The smoothed log-likelihood of a logistic curve over standardised scores, and its maximum. Many
 * scores are first pooled into {@value #COARSE} for a start near the maximum, from which two or
 * three passes over all of them are left.
 */
final class PlattLikelihood {
  private static final double RIDGE = 1e-12;
  private static final double FLAT = 1e-12;
  private static final double NEARLY_FLAT = 1e-7;
  private static final int ITERATIONS = 100;
  private static final double SMALLEST_STEP = 1e-10;
  private static final int COARSE = 1024;
  private static final int MANY = 16 * COARSE;

  private final double[] x;
  private final double[] target;
  private final double[] weight;
  private Point at;

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
    double start = Math.log((positives + 1) / (negatives + 1));
    at = n < MANY ? evaluate(start, 0) : evaluate(new PlattLikelihood(this, start).maximise());
  }

  /** Runs of neighbouring scores pooled to their means. */
  private PlattLikelihood(PlattLikelihood fine, double start) {
    x = new double[COARSE];
    target = new double[COARSE];
    weight = new double[COARSE];
    int n = fine.x.length;
    for (int i = 0; i < n; i++) {
      int run = (int) ((long) i * COARSE / n);
      weight[run] += fine.weight[i];
      x[run] += fine.weight[i] * fine.x[i];
      target[run] += fine.weight[i] * fine.target[i];
    }
    for (int run = 0; run < COARSE; run++) {
      x[run] /= weight[run];
      target[run] /= weight[run];
    }
    at = evaluate(start, 0);
  }

  /** Intercept and slope at the maximum. */
  double[] maximise() {
    for (int i = 0; i < ITERATIONS && !at.flat(FLAT); i++) {
      double[] step = at.newtonStep();
      double downhill = at.gradientIntercept() * step[0] + at.gradientSlope() * step[1];
      double length = 1;
      Point next = stepped(step, length);
      while (!(next.loss() < at.loss() + 1e-4 * length * downhill) && length > SMALLEST_STEP) {
        length /= 2;
        next = stepped(step, length);
      }
      if (!(next.loss() < at.loss())) {
        break;
      }
      at = next;
    }
    return new double[] {at.intercept(), at.slope()};
  }

  /** Whether the last gradient was flat enough to trust the maximum. */
  boolean converged() {
    return at.flat(NEARLY_FLAT);
  }

  private Point stepped(double[] step, double length) {
    return evaluate(at.intercept() + length * step[0], at.slope() + length * step[1]);
  }

  private Point evaluate(double... curve) {
    double loss = 0;
    double[] gradient = new double[2];
    double[] hessian = {RIDGE, 0, RIDGE};
    for (int i = 0; i < x.length; i++) {
      double logit = curve[0] + curve[1] * x[i];
      double small = Math.exp(-Math.abs(logit));
      double p = (logit < 0 ? small : 1) / (1 + small);
      // log1p would cost five times as much; its digits below 1e-16 are lost in the sum.
      double softplus = Math.max(logit, 0) + Math.log(1 + small);
      loss += weight[i] * (softplus - target[i] * logit);
      double residual = weight[i] * (p - target[i]);
      double curvature = weight[i] * p * (1 - p);
      gradient[0] += residual;
      gradient[1] += residual * x[i];
      hessian[0] += curvature;
      hessian[1] += curvature * x[i];
      hessian[2] += curvature * x[i] * x[i];
    }
    return new Point(
        curve[0], curve[1], loss, gradient[0], gradient[1], hessian[0], hessian[1], hessian[2]);
  }

  /** A curve with its loss and the derivatives there. */
  private record Point(
      double intercept,
      double slope,
      double loss,
      double gradientIntercept,
      double gradientSlope,
      double h00,
      double h01,
      double h11) {

    boolean flat(double bar) {
      return Math.abs(gradientIntercept) < bar && Math.abs(gradientSlope) < bar;
    }

    double[] newtonStep() {
      double determinant = h00 * h11 - h01 * h01;
      return new double[] {
        -(h11 * gradientIntercept - h01 * gradientSlope) / determinant,
        -(h00 * gradientSlope - h01 * gradientIntercept) / determinant
      };
    }
  }
}
