package dev.assay.stats;

import dev.assay.base.Seeds;
import java.io.Serializable;
import java.util.Arrays;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * How bootstraps and permutations are run.
 *
 * @param replicates number of resamples, at least 100
 * @param level confidence level of intervals, in (0, 1)
 * @param seed where the random numbers start; from {@link Seeds#of} with the cell's own id
 */
public record Resampling(int replicates, double level, long seed) implements Serializable {

  public Resampling {
    if (replicates < 100) {
      throw new IllegalArgumentException("At least 100 replicates are needed, got " + replicates);
    }
    if (!(level > 0 && level < 1)) {
      throw new IllegalArgumentException("A confidence level lies within (0, 1), got " + level);
    }
  }

  /** 2,000 replicates, level 95 %. */
  public static Resampling of(long seed) {
    return new Resampling(2000, .95, seed);
  }

  /** The error rate, 1 − level. */
  public double alpha() {
    return 1 - level;
  }

  /**
   * Percentile limits of {@code values} (sorted here), widened for few degrees of freedom: the tail
   * is Φ(t) with t the Student quantile, so a percentile interval keeps the width of a t interval
   * (Hesterberg 2015, What Teachers Should Know About the Bootstrap, §5.2, "expanded percentile").
   * The square root of n/(n − 1) there is left out: Rao–Wu weights already carry it.
   */
  public double[] percentileLimits(double[] values, int degreesOfFreedom) {
    double t = Deviates.student(degreesOfFreedom, alpha() / 2);
    double tail = new NormalDistribution(null, 0, 1).cumulativeProbability(t);
    Arrays.sort(values);
    int rank = Math.max(1, (int) Math.floor(tail * (values.length + 1)));
    return new double[] {values[rank - 1], values[values.length - rank]};
  }
}
