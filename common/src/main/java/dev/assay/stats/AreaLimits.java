package dev.assay.stats;

import dev.assay.base.Logistic;

/**
 * Limits of an area strictly between 0 and 1, symmetric in its log odds, so that they stay within.
 *
 * <p>Near 1 few groups are out of order, and often fewer than there will be: the variance as seen
 * is then far too small just when the area is too large. So it is averaged with the one that scores
 * of exponential kind have at this area (Hanley and McNeil 1982, in the symmetric form of Newcombe
 * 2006, Statistics in Medicine 25, 559–573, method 5), all rows of a group alike. What was seen
 * counts as many groups as it rests on, what was expected {@value #EXPECTED_GROUPS}: with many
 * groups out of order nothing remains of it. Student's t goes by the groups, less 2.
 *
 * @param positives effective number of groups with label 1, at least 1
 * @param negatives effective number of groups with label 0, at least 1
 * @param all effective number of groups
 */
record AreaLimits(double positives, double negatives, double all) {

  /** The least that mends coverage in the worlds of {@code AurocSimulationTest}. */
  private static final double EXPECTED_GROUPS = 2;

  double[] of(double area, DeLong seen, double level) {
    double weight = seen.contributing();
    double variance =
        (weight * seen.variance() + EXPECTED_GROUPS * expected(area)) / (weight + EXPECTED_GROUPS);
    double t = Deviates.student(Math.max(1, all - 2), (1 + level) / 2);
    double odds = Logistic.logit(area);
    double half = t * Math.sqrt(variance) / (area * (1 - area));
    return new double[] {Logistic.sigmoid(odds - half), Logistic.sigmoid(odds + half)};
  }

  /** The variance of an area of independent groups of one row each. */
  double expected(double area) {
    double others = (positives + negatives) / 2 - 1;
    double shared = (1 - area) / (2 - area) + area / (1 + area);
    return area * (1 - area) / (positives * negatives) * (1 + others * shared);
  }
}
