package dev.assay.stats;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Labelled rows of known truth: a group effect and a row effect of variance ½ each, and a shift for
 * label 1, so that the AUROC between rows of different groups is Φ(shift / √2).
 */
record Simulated(double[] scores, Cohort cohort) {

  static Simulated rows(long seed, int groups, int rowsPerGroup, double shift) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = groups * rowsPerGroup;
    String[] ids = new String[n];
    int[] labels = new int[n];
    double[] scores = new double[n];
    for (int g = 0; g < groups; g++) {
      double effect = random.nextGaussian() * Math.sqrt(.5);
      int label = random.nextInt(2);
      for (int r = 0; r < rowsPerGroup; r++) {
        int i = g * rowsPerGroup + r;
        ids[i] = "group-" + g;
        labels[i] = label;
        scores[i] = shift * label + effect + random.nextGaussian() * Math.sqrt(.5);
      }
    }
    return new Simulated(scores, Cohort.of(ids, labels));
  }

  Simulated shuffled(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Integer[] order = new Integer[scores.length];
    Arrays.setAll(order, i -> i);
    for (int i = order.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      Integer swap = order[i];
      order[i] = order[j];
      order[j] = swap;
    }
    return new Simulated(
        Arrays.stream(order).mapToDouble(i -> scores[i]).toArray(),
        Cohort.of(
            Arrays.stream(order).map(i -> cohort.groups()[i]).toArray(String[]::new),
            Arrays.stream(order).mapToInt(i -> cohort.labels()[i]).toArray()));
  }
}
