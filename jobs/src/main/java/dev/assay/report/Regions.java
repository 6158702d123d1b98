package dev.assay.report;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Where on the score axis a prediction set holds (HCAT, section 5.2 and Figure 4). Label 1 is in
 * the set where the calibrated probability is at least 1 − q, label 0 where it is at most q;
 * without a finite q every set holds both labels.
 */
final class Regions {

  /** Scores from {@code from} to {@code to} whose set is {@code set}: {0}, {1}, {0,1} or ∅. */
  record Region(double from, double to, String set) {}

  private Regions() {}

  /** Adjacent regions that cover the curve's range; empty when the curve has no two scores. */
  static List<Region> of(List<CalibrationSummary.Knot> curve, OptionalDouble quantile) {
    List<Region> regions = new ArrayList<>();
    for (int i = 1; i < curve.size(); i++) {
      CalibrationSummary.Knot left = curve.get(i - 1);
      CalibrationSummary.Knot right = curve.get(i);
      List<Double> cuts = new ArrayList<>(List.of(left.score(), right.score()));
      if (quantile.isPresent()) {
        double q = quantile.getAsDouble();
        crossing(left, right, q).ifPresent(cuts::add);
        crossing(left, right, 1 - q).ifPresent(cuts::add);
      }
      cuts.sort(null);
      for (int c = 1; c < cuts.size(); c++) {
        if (cuts.get(c) > cuts.get(c - 1)) {
          double middle = (cuts.get(c) + cuts.get(c - 1)) / 2;
          append(
              regions,
              new Region(
                  cuts.get(c - 1), cuts.get(c), set(between(left, right, middle), quantile)));
        }
      }
    }
    return regions;
  }

  /** The set at a calibrated probability. */
  static String set(double probability, OptionalDouble quantile) {
    boolean one = quantile.isEmpty() || probability >= 1 - quantile.getAsDouble();
    boolean zero = quantile.isEmpty() || probability <= quantile.getAsDouble();
    return one ? (zero ? "{0,1}" : "{1}") : zero ? "{0}" : "∅";
  }

  private static void append(List<Region> regions, Region next) {
    if (!regions.isEmpty()) {
      Region last = regions.get(regions.size() - 1);
      if (last.set().equals(next.set())) {
        regions.set(regions.size() - 1, new Region(last.from(), next.to(), next.set()));
        return;
      }
    }
    regions.add(next);
  }

  private static OptionalDouble crossing(
      CalibrationSummary.Knot left, CalibrationSummary.Knot right, double level) {
    double below = left.probability() - level;
    double above = right.probability() - level;
    if (below * above >= 0) {
      return OptionalDouble.empty();
    }
    double share = below / (below - above);
    return OptionalDouble.of(left.score() + share * (right.score() - left.score()));
  }

  private static double between(
      CalibrationSummary.Knot left, CalibrationSummary.Knot right, double score) {
    double share = (score - left.score()) / (right.score() - left.score());
    return left.probability() + share * (right.probability() - left.probability());
  }
}
