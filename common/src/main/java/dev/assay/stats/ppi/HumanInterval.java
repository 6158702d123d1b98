package dev.assay.stats.ppi;

import dev.assay.stats.Deviates;
import dev.assay.stats.Interval;
import dev.assay.stats.Intervals;
import dev.assay.stats.Range;

/**
 * Intervals of estimates that rest on labelled groups: Wilson's score interval at the effective
 * number of groups, or Student's where values have no ends. Where no two labelled groups differ and
 * the estimate is not at an end of the range, they are those of any distribution that shows this
 * value in all of n groups with probability at least α/2, which holds for two means as for one
 * difference.
 *
 * @param range of the estimate
 * @param rows labelled
 * @param groups labelled
 * @param equal what they are worth as groups of equal weight (Kish)
 * @param level of confidence
 */
record HumanInterval(Range range, long rows, long groups, double equal, double level) {

  /**
   * The interval around {@code estimate}.
   *
   * @param error its standard error
   * @param tuned what was fitted to the labels: degrees of freedom that are gone
   */
  Interval of(double estimate, double error, int tuned, String method) {
    int n = (int) Math.min(Integer.MAX_VALUE, rows);
    int labelled = (int) Math.min(Integer.MAX_VALUE, groups);
    if (labelled < 2) {
      return Interval.without(estimate, "fewer than 2 labelled groups", n, labelled);
    }
    double freedom = Math.max(1, equal - tuned);
    double t = Deviates.student(freedom, (1 + level) / 2);
    if (!range.isBounded()) {
      return error == 0
          ? Interval.without(estimate, "all labels are the same", n, labelled)
          : Interval.of(estimate, estimate - t * error, estimate + t * error, method, n, labelled);
    }
    double z = Deviates.normal((1 + level) / 2);
    double width = range.high() - range.low();
    double share = Math.max(0, Math.min(1, (estimate - range.low()) / width));
    if (error == 0 && share > 0 && share < 1) {
      double unseen = 1 - Math.pow((1 - level) / 2, 1 / equal);
      return Interval.of(
          estimate,
          estimate - unseen * (estimate - range.low()),
          estimate + unseen * (range.high() - estimate),
          method + ", " + Intervals.NO_VARIATION,
          n,
          labelled);
    }
    double spread = share * (1 - share) * width * width;
    double effective = error > 0 && spread > 0 ? spread / (error * error) : equal;
    effective *= z * z / (t * t);
    double[] limits = Intervals.wilson(share * effective, effective, level);
    return Interval.of(
        estimate,
        Math.min(estimate, range.low() + width * limits[0]),
        Math.max(estimate, range.low() + width * limits[1]),
        method + ", Wilson",
        n,
        labelled);
  }
}
