package dev.assay.conformal;

import dev.assay.calibration.PredictionSet;
import dev.assay.calibration.SplitConformal;
import java.io.Serializable;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a label's nonconformity may be: the least value with a mass of (G + 1)(1 − α) up to it, each
 * of G groups counting 1. For groups of one row that is the order statistic of rank ⌈(G + 1)(1 −
 * α)⌉. A random row of a new group is then inside with probability at least 1 − α (Lee, Barber and
 * Willett 2023).
 *
 * @param alpha the error rate, in (0, 0.5]
 * @param value the quantile; +∞ where the groups are too few: every set is full
 * @param groups number of groups that it rests on
 */
public record Quantile(double alpha, double value, int groups) implements Serializable {

  private static final double SLACK = 1e-9;

  public Quantile {
    Quantile.check(alpha);
  }

  /** The quantile of whole groups, in any order of the rows. */
  public static Quantile of(List<Scored> rows, double alpha) {
    return of(Masses.of(rows), alpha);
  }

  /** The quantile of merged states. */
  public static Quantile of(Masses masses, double alpha) {
    check(alpha);
    double wanted = (masses.groups() + 1) * (1 - alpha) - SLACK;
    return new Quantile(alpha, masses.reaching(wanted), masses.groups());
  }

  static void check(double alpha) {
    if (!(alpha > 0 && alpha <= .5)) {
      throw new IllegalArgumentException("alpha lies in (0, 0.5], got " + alpha);
    }
  }

  /** Whether there were groups enough. */
  public boolean isFinite() {
    return !Double.isInfinite(value);
  }

  /** The labels whose nonconformity is at most the quantile. */
  public PredictionSet set(double[] nonconformities) {
    return PredictionSet.of(
        IntStream.range(0, nonconformities.length)
            .filter(y -> nonconformities[y] <= value)
            .toArray());
  }

  /** Why every set is full, and how many labelled groups would help; empty where none is. */
  public String shortfall() {
    int needed = SplitConformal.groupsNeeded(alpha);
    return isFinite()
        ? ""
        : ("%d labelled groups are too few for a finite quantile at alpha %s, so every set is full;"
                + " %d more would help")
            .formatted(groups, plain(alpha), Math.max(1, needed - groups));
  }

  private static String plain(double alpha) {
    return java.math.BigDecimal.valueOf(alpha).stripTrailingZeros().toPlainString();
  }
}
