package dev.assay.stats;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * Estimates for a finite population from a probability sample: totals Σ y/π (Horvitz and Thompson
 * 1952) and means (Σ y/π) / (Σ 1/π) (Hájek 1971), with variances for how the units were drawn.
 */
public final class HorvitzThompson {

  /** How units are drawn. */
  public enum Draw {
    /** A fixed number in each stratum, every set of that size alike. */
    SIMPLE_RANDOM,
    /** Each unit on its own; strata do not matter. */
    POISSON
  }

  /**
   * A drawn unit.
   *
   * @param stratum what it was drawn from
   * @param probability its chance of being drawn, in (0, 1]; with simple random sampling the same
   *     for all of a stratum, n/N
   * @param value finite
   */
  public record Unit(String stratum, double probability, double value) {

    public Unit {
      if (!(probability > 0 && probability <= 1) || !Double.isFinite(value)) {
        throw new IllegalArgumentException(
            "Needs a probability in (0, 1] and a finite value, got %s and %s"
                .formatted(probability, value));
      }
    }
  }

  /**
   * An estimate.
   *
   * @param variance estimated, 0 or more
   * @param degreesOfFreedom of the variance; 0 where every unit was certain
   */
  public record Estimate(double value, double variance, int degreesOfFreedom) {

    /** Student limits at confidence {@code level} in (0, 1): the lower and the upper one. */
    public double[] limits(double level) {
      double half =
          degreesOfFreedom == 0
              ? 0
              : new TDistribution(degreesOfFreedom).inverseCumulativeProbability((1 + level) / 2)
                  * Math.sqrt(variance);
      return new double[] {value - half, value + half};
    }
  }

  private HorvitzThompson() {}

  /**
   * The population's total. Simple random sampling: Σ over strata of N² (1 − n/N) s²/n, strata with
   * one unit collapsed as in {@link Design}, which makes it too large rather than too small.
   * Poisson sampling: Σ (1 − π) (y/π)². Both are unbiased where nothing is collapsed.
   *
   * @throws IllegalArgumentException if there is no unit, or a single one that was not certain
   *     under simple random sampling
   */
  public static Estimate total(List<Unit> units, Draw draw) {
    double[] terms = units.stream().mapToDouble(unit -> unit.value / unit.probability).toArray();
    return estimate(units, draw, Arrays.stream(terms).sum(), terms, false);
  }

  /**
   * The population's mean, its variance that of the total of (y − mean) / N. More precise than the
   * total over a known size where the sample's size is random or values are far from 0.
   *
   * @throws IllegalArgumentException as for {@link #total}
   */
  public static Estimate mean(List<Unit> units, Draw draw) {
    double size = units.stream().mapToDouble(unit -> 1 / unit.probability).sum();
    double mean = units.stream().mapToDouble(unit -> unit.value / unit.probability).sum() / size;
    double[] terms =
        units.stream()
            .mapToDouble(unit -> (unit.value - mean) / (unit.probability * size))
            .toArray();
    return estimate(units, draw, mean, terms, true);
  }

  private static Estimate estimate(
      List<Unit> units, Draw draw, double value, double[] terms, boolean centred) {
    long open = units.stream().filter(unit -> unit.probability < 1).count();
    int fewest = draw == Draw.SIMPLE_RANDOM || centred ? 2 : 1;
    if (units.isEmpty() || open > 0 && units.size() < fewest) {
      throw new IllegalArgumentException(
          "A variance needs more than %d units".formatted(units.size()));
    }
    if (open == 0) {
      return new Estimate(value, 0, 0);
    }
    if (draw == Draw.SIMPLE_RANDOM) {
      Design design =
          new Design(
              units.stream().map(Unit::stratum).toList(),
              units.stream().mapToDouble(Unit::probability).toArray());
      return new Estimate(value, design.variance(terms), design.degreesOfFreedom());
    }
    double variance = 0;
    for (int i = 0; i < terms.length; i++) {
      variance += (1 - units.get(i).probability) * terms[i] * terms[i];
    }
    int n = units.size();
    return centred
        ? new Estimate(value, variance * n / (n - 1.0), n - 1)
        : new Estimate(value, variance, (int) open);
  }
}
