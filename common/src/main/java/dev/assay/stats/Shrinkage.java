package dev.assay.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * Estimates of parts, each drawn towards the whole by as much as its own error and the spread of
 * the parts tell: a hierarchical normal model, y ~ N(θ, s²) and θ ~ N(μ, τ²), with flat priors on μ
 * and τ, integrated over τ on a grid. So what is not known of τ widens the intervals, which plain
 * empirical Bayes leaves out.
 *
 * <p>Source: Gelman et al., Bayesian Data Analysis, 3rd edition, section 5.4.
 *
 * @param parts in the order of the arguments
 * @param mean of μ
 * @param spread the posterior mean of τ
 */
public record Shrinkage(List<Part> parts, double mean, double spread) {
  /** Fewer parts say nothing of their spread. */
  public static final int LEAST_PARTS = 3;

  private static final int GRID = 200;
  private static final double NEGLIGIBLE = 1e-9;
  private static final double NEARLY = 1e-12;
  private static final double ROOT = Math.sqrt(2 * Math.PI);
  private static final NormalDistribution NORMAL = new NormalDistribution();

  /** A part's posterior mean and the limits of its interval. */
  public record Part(double estimate, double low, double high) {}

  public Shrinkage {
    parts = List.copyOf(parts);
  }

  /**
   * @param estimates of at least {@value #LEAST_PARTS} parts
   * @param errors their standard errors, positive
   * @param level of the intervals
   */
  public static Shrinkage of(double[] estimates, double[] errors, double level) {
    int n = estimates.length;
    if (n < LEAST_PARTS || errors.length != n) {
      throw new IllegalArgumentException(
          "At least %d parts with an error each are needed, got %d and %d"
              .formatted(LEAST_PARTS, n, errors.length));
    }
    double largest = 0;
    for (int j = 0; j < n; j++) {
      if (!(errors[j] > 0) || !Double.isFinite(estimates[j])) {
        throw new IllegalArgumentException("A standard error is positive, got " + errors[j]);
      }
      largest = Math.max(largest, Math.abs(estimates[j] - estimates[0]) + errors[j]);
    }
    double[] tau = new double[GRID];
    double[] log = new double[GRID];
    double[] mu = new double[GRID];
    double[] muVariance = new double[GRID];
    double top = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < GRID; k++) {
      tau[k] = 3 * largest * (k + 0.5) / GRID;
      double precision = 0;
      double sum = 0;
      for (int j = 0; j < n; j++) {
        double p = 1 / (errors[j] * errors[j] + tau[k] * tau[k]);
        precision += p;
        sum += p * estimates[j];
      }
      mu[k] = sum / precision;
      muVariance[k] = 1 / precision;
      log[k] = -0.5 * Math.log(precision);
      for (int j = 0; j < n; j++) {
        double variance = errors[j] * errors[j] + tau[k] * tau[k];
        double off = estimates[j] - mu[k];
        log[k] -= 0.5 * (Math.log(variance) + off * off / variance);
      }
      top = Math.max(top, log[k]);
    }
    double total = 0;
    double[] weight = new double[GRID];
    for (int k = 0; k < GRID; k++) {
      weight[k] = Math.exp(log[k] - top);
      total += weight[k];
    }
    double mean = 0;
    double spread = 0;
    for (int k = 0; k < GRID; k++) {
      weight[k] /= total;
      mean += weight[k] * mu[k];
      spread += weight[k] * tau[k];
    }
    List<Part> parts = new ArrayList<>();
    for (int j = 0; j < n; j++) {
      double[] centre = new double[GRID];
      double[] deviation = new double[GRID];
      double estimate = 0;
      for (int k = 0; k < GRID; k++) {
        double own = errors[j] * errors[j];
        double drawn = own / (own + tau[k] * tau[k]);
        centre[k] = (1 - drawn) * estimates[j] + drawn * mu[k];
        deviation[k] = Math.sqrt((1 - drawn) * own + drawn * drawn * muVariance[k]);
        estimate += weight[k] * centre[k];
      }
      double tail = (1 - level) / 2;
      parts.add(
          new Part(
              estimate,
              quantile(tail, weight, centre, deviation),
              quantile(1 - tail, weight, centre, deviation)));
    }
    return new Shrinkage(parts, mean, spread);
  }

  private static double quantile(double p, double[] weight, double[] centre, double[] deviation) {
    double low =
        IntStream.range(0, weight.length)
            .mapToDouble(k -> centre[k] - 9 * deviation[k])
            .min()
            .orElseThrow();
    double high =
        IntStream.range(0, weight.length)
            .mapToDouble(k -> centre[k] + 9 * deviation[k])
            .max()
            .orElseThrow();
    double near = (high - low) * NEARLY;
    double at = (low + high) / 2;
    for (int step = 0; step < 100; step++) {
      double below = 0;
      double density = 0;
      for (int k = 0; k < weight.length; k++) {
        if (weight[k] > NEGLIGIBLE) {
          double z = (at - centre[k]) / deviation[k];
          below += weight[k] * NORMAL.cumulativeProbability(z);
          density += weight[k] * Math.exp(-z * z / 2) / (ROOT * deviation[k]);
        }
      }
      low = below < p ? at : low;
      high = below < p ? high : at;
      // Newton's step, or into the middle where that leads out.
      double next = at - (below - p) / density;
      next = next > low && next < high ? next : (low + high) / 2;
      if (Math.abs(next - at) < near) {
        return next;
      }
      at = next;
    }
    return at;
  }
}
