package dev.assay.stats.agreement;

/** Krippendorff's α (2011, Computing Krippendorff's Alpha-Reliability) from coincidences. */
final class Krippendorff {

  /** The squared difference of two levels, given how often each level occurs. */
  interface Difference {
    double between(int a, int b, double[] occurrences);
  }

  private Krippendorff() {}

  /** For ordered levels: the square of the ratings from one to the other, both ends half. */
  static double ordinal(int a, int b, double[] occurrences) {
    double sum = 0;
    for (int level = Math.min(a, b); level <= Math.max(a, b); level++) {
      sum += occurrences[level];
    }
    double between = sum - (occurrences[a] + occurrences[b]) / 2;
    return a == b ? 0 : between * between;
  }

  /** α over items with two ratings or more; NaN where all of them have one level. */
  static double alpha(RatingTable table, double[] factors, Difference difference) {
    int levels = table.levels();
    double[][] coincidences = new double[levels][levels];
    double[] occurrences = new double[levels];
    double total = 0;
    for (int i = 0; i < table.items(); i++) {
      double[] counts = table.counts(i);
      double n = 0;
      for (double count : counts) {
        n += count;
      }
      double factor = factors[table.groupOfItem()[i]];
      for (int a = 0; a < levels && n >= 2; a++) {
        occurrences[a] += factor * counts[a];
        total += factor * counts[a];
        for (int b = 0; b < levels; b++) {
          double pairs = counts[a] * (counts[b] - (a == b ? 1 : 0));
          coincidences[a][b] += factor * pairs / (n - 1);
        }
      }
    }
    double observed = 0;
    double expected = 0;
    for (int a = 0; a < levels; a++) {
      for (int b = 0; b < levels; b++) {
        double apart = difference.between(a, b, occurrences);
        observed += coincidences[a][b] * apart;
        expected += occurrences[a] * occurrences[b] * apart;
      }
    }
    return expected > 0 && total > 1 ? 1 - (total - 1) * observed / expected : Double.NaN;
  }
}
