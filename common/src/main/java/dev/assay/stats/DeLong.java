package dev.assay.stats;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * The error of an AUROC from its structural components: the share of the other label's weight that
 * a row beats, less the area (DeLong, DeLong and Clarke-Pearson 1988). Summed by group they allow
 * for rows that depend on each other (Obuchowski 1997, Nonparametric Analysis of Clustered ROC
 * Curve Data, Biometrics 53); with groups of one row that is DeLong's variance.
 *
 * @param parts by label and group: Σ w (component − area) / Σ w over its rows of that label
 * @param groups by label: how many groups have it
 */
@SuppressWarnings("ArrayRecordComponent") // columns of a table, never compared
record DeLong(double[][] parts, int[] groups) {
  private static final double NOTHING = 1e-18;

  /** The same of the difference of two areas on the same rows. */
  DeLong minus(DeLong other) {
    double[][] differences = new double[2][];
    for (int label = 0; label < 2; label++) {
      double[] own = parts[label].clone();
      double[] its = other.parts[label];
      Arrays.setAll(own, g -> own[g] - its[g]);
      differences[label] = own;
    }
    return new DeLong(differences, groups);
  }

  /** 0 where nothing varies; where a label is in one group, without what that group adds. */
  double variance() {
    int n = parts[0].length;
    double crossed = 0;
    for (int g = 0; g < n; g++) {
      crossed += parts[0][g] * parts[1][g];
    }
    double variance = 2 * crossed * n / (n - 1.0);
    for (int label = 0; label < 2; label++) {
      double squares = Arrays.stream(parts[label]).map(part -> part * part).sum();
      variance += groups[label] > 1 ? squares * groups[label] / (groups[label] - 1.0) : squares;
    }
    return Math.max(0, variance);
  }

  /** Empty where a label is in fewer than two groups or nothing varies. */
  OptionalDouble standardError() {
    double variance = variance();
    return groups[0] > 1 && groups[1] > 1 && variance > NOTHING
        ? OptionalDouble.of(Math.sqrt(variance))
        : OptionalDouble.empty();
  }

  boolean varies() {
    return variance() > NOTHING;
  }

  /** How many groups the variance rests on: (Σ d²)² / Σ d⁴, d being what a group adds. */
  double contributing() {
    double squares = 0;
    double fourths = 0;
    for (int g = 0; g < parts[0].length; g++) {
      double square = Math.pow(parts[0][g] + parts[1][g], 2);
      squares += square;
      fourths += square * square;
    }
    return fourths > 0 ? squares * squares / fourths : 0;
  }

  static double z(double level) {
    return Deviates.normal((1 + level) / 2);
  }
}
