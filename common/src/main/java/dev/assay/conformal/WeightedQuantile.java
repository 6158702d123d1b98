package dev.assay.conformal;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The quantile where labelled cases were not drawn uniformly: each counts 1/π, π its chance to be
 * labelled, and the new case's own 1/π lies at +∞ (Tibshirani, Barber, Candès and Ramdas 2019). So
 * the quantile depends on the new case: the rarer its kind among the labels, the larger.
 *
 * <p>A new case is any row of a new group, so each labelled row counts 1/(π m), m the number of
 * rows that its group has, labelled or not. By the labelled ones alone, rows that are labelled more
 * often than others of their group would count too much.
 */
public final class WeightedQuantile implements Serializable {
  private static final long serialVersionUID = 1;
  private static final double SLACK = 1e-9;

  private final double alpha;
  private final double[] values;
  private final double[] upTo;

  private WeightedQuantile(double alpha, double[] values, double[] upTo) {
    this.alpha = alpha;
    this.values = values;
    this.upTo = upTo;
  }

  /**
   * Fits labelled rows, in any order.
   *
   * @param rows with weight 1/(π m)
   * @param alpha the error rate, in (0, 0.5]
   */
  public static WeightedQuantile of(List<Scored> rows, double alpha) {
    Quantile.check(alpha);
    SortedMap<Double, Double> masses = new TreeMap<>();
    rows.stream()
        .sorted(Comparator.comparing(Scored::nonconformity).thenComparingDouble(Scored::weight))
        .forEach(row -> masses.merge(row.nonconformity(), row.weight(), Double::sum));
    double[] values = new double[masses.size()];
    double[] upTo = new double[masses.size()];
    double sum = 0;
    int i = 0;
    for (var entry : masses.entrySet()) {
      sum += entry.getValue();
      values[i] = entry.getKey();
      upTo[i++] = sum;
    }
    return new WeightedQuantile(alpha, values, upTo);
  }

  /** The quantile for a new case of weight 1/π; +∞ where its own weight is too large a share. */
  public double at(double weight) {
    if (!(weight > 0) || !Double.isFinite(weight)) {
      throw new IllegalArgumentException("A weight must be finite and positive, got " + weight);
    }
    double total = upTo.length == 0 ? 0 : upTo[upTo.length - 1];
    double wanted = (1 - alpha) * (total + weight) * (1 - SLACK);
    int position = Arrays.binarySearch(upTo, wanted);
    position = position < 0 ? -position - 1 : position;
    return position < values.length ? values[position] : Double.POSITIVE_INFINITY;
  }
}
