package dev.assay.stats.agreement;

/** Cohen's κ (1960, weighted 1968) of every pair of annotators who rated the same items. */
final class PairedRaters {

  /** How far two levels are apart; 0 for the same. */
  interface Distance {
    double between(int a, int b);
  }

  private PairedRaters() {}

  /** The mean over pairs of annotators with a defined κ; NaN without one. */
  static double kappa(RatingTable table, double[] factors, Distance distance) {
    double sum = 0;
    int pairs = 0;
    for (int a = 0; a < table.annotators(); a++) {
      for (int b = a + 1; b < table.annotators(); b++) {
        double kappa = kappa(table, factors, distance, a, b);
        if (!Double.isNaN(kappa)) {
          sum += kappa;
          pairs++;
        }
      }
    }
    return pairs > 0 ? sum / pairs : Double.NaN;
  }

  private static double kappa(
      RatingTable table, double[] factors, Distance distance, int a, int b) {
    int levels = table.levels();
    double[][] joint = new double[levels][levels];
    double total = 0;
    for (int i = 0; i < table.items(); i++) {
      int first = table.level()[i][a];
      int second = table.level()[i][b];
      if (first >= 0 && second >= 0) {
        joint[first][second] += factors[table.groupOfItem()[i]];
        total += factors[table.groupOfItem()[i]];
      }
    }
    double[] rows = new double[levels];
    double[] columns = new double[levels];
    for (int x = 0; x < levels; x++) {
      for (int y = 0; y < levels; y++) {
        rows[x] += joint[x][y] / total;
        columns[y] += joint[x][y] / total;
      }
    }
    double observed = 0;
    double expected = 0;
    for (int x = 0; x < levels; x++) {
      for (int y = 0; y < levels; y++) {
        observed += distance.between(x, y) * joint[x][y] / total;
        expected += distance.between(x, y) * rows[x] * columns[y];
      }
    }
    return expected > 1e-12 ? 1 - observed / expected : Double.NaN;
  }
}
