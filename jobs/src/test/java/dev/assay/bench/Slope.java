package dev.assay.bench;

import java.util.List;
import java.util.Locale;

/**
 * The slope of log time on log rows beyond fixed costs, from runs of three sizes of which each is
 * the same multiple of the one before: what a stage takes whatever it is given stands in all three
 * times and falls out of their differences. Time a + b·n^s gives s.
 *
 * @param estimate from the fastest run of each size: what else a machine does only adds
 * @param low and high are what the slowest and fastest runs allow; not a confidence interval
 */
record Slope(double estimate, double low, double high) {

  /**
   * The slope, or why it cannot be told.
   *
   * @param seconds runs of each of three sizes
   * @param ratio of each size to the one before
   */
  static String told(List<List<Double>> seconds, double ratio) {
    Range small = Range.of(seconds.get(0));
    Range middle = Range.of(seconds.get(1));
    Range large = Range.of(seconds.get(2)).asUncertainAs(middle);
    if (middle.least() <= small.most() || large.least() <= middle.most()) {
      return String.format(
          Locale.ROOT,
          "not measurable: %s, %s and %s s do not differ by more than repeated runs do",
          small,
          middle,
          large);
    }
    double observed = Range.of(seconds.get(2)).least();
    return new Slope(
            of(small.least(), middle.least(), observed, ratio),
            of(small.least(), middle.most(), large.least(), ratio),
            of(small.most(), middle.least(), large.most(), ratio))
        .toString();
  }

  private static double of(double small, double middle, double large, double ratio) {
    return Math.log((large - middle) / (middle - small)) / Math.log(ratio);
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", estimate, low, high);
  }

  private record Range(double least, double most) {
    static Range of(List<Double> runs) {
      return new Range(
          runs.stream().mapToDouble(run -> run).min().orElseThrow(),
          runs.stream().mapToDouble(run -> run).max().orElseThrow());
    }

    /** What a size that was run once may have taken, if its runs differ as those of another do. */
    Range asUncertainAs(Range other) {
      double factor = Math.max(most / least, other.most / other.least);
      return new Range(most / factor, least * factor);
    }

    @Override
    public String toString() {
      return least == most
          ? String.format(Locale.ROOT, "%.1f", least)
          : String.format(Locale.ROOT, "%.1f to %.1f", least, most);
    }
  }
}
