package dev.assay.stats.drift;

import dev.assay.stats.Auroc;
import dev.assay.stats.Cohort;
import dev.assay.stats.RidgeLogistic;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;

/**
 * Whether a classifier can tell two samples apart: a ridge logistic regression learns on one half
 * which sample a vector is from, and is asked about the other half. Its AUROC there is 0.5 in the
 * mean where the samples come from one distribution; p is exact, by permuting the labels of the
 * vectors that it has not seen.
 *
 * <p>Source: Lopez-Paz and Oquab, Revisiting Classifier Two-Sample Tests, ICLR 2017, with the AUROC
 * instead of the accuracy.
 *
 * @param auroc on the unseen half
 * @param p (1 + permutations at least as high) / (1 + permutations)
 */
public record ClassifierTest(double auroc, double p) {
  private static final double RIDGE = 0.01;

  /**
   * @param vectors independent of each other, all of one length, at least four on each side
   * @param later whether a vector is of the second sample
   */
  public static ClassifierTest of(
      float[][] vectors, boolean[] later, int permutations, SplittableRandom random) {
    List<Integer> before = new ArrayList<>();
    List<Integer> after = new ArrayList<>();
    for (int i = 0; i < later.length; i++) {
      (later[i] ? after : before).add(i);
    }
    if (before.size() < 4 || after.size() < 4) {
      throw new IllegalArgumentException(
          "At least four vectors are needed on each side, got %d and %d"
              .formatted(before.size(), after.size()));
    }
    shuffle(before, random);
    shuffle(after, random);
    List<Integer> seen = new ArrayList<>(before.subList(0, before.size() / 2));
    seen.addAll(after.subList(0, after.size() / 2));
    List<Integer> unseen = new ArrayList<>(before.subList(before.size() / 2, before.size()));
    unseen.addAll(after.subList(after.size() / 2, after.size()));
    float[][] rows = new float[seen.size()][];
    boolean[] labels = new boolean[seen.size()];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = vectors[seen.get(i)];
      labels[i] = later[seen.get(i)];
    }
    double[] beta = new RidgeLogistic(rows, labels, RIDGE).fit();
    double[] scores = new double[unseen.size()];
    int[] truth = new int[scores.length];
    for (int i = 0; i < scores.length; i++) {
      float[] vector = vectors[unseen.get(i)];
      for (int j = 0; j < vector.length; j++) {
        scores[i] += beta[j] * vector[j];
      }
      truth[i] = later[unseen.get(i)] ? 1 : 0;
    }
    double auroc = auroc(scores, truth);
    int asHigh = 0;
    for (int b = 0; b < permutations; b++) {
      for (int i = truth.length - 1; i > 0; i--) {
        int j = random.nextInt(i + 1);
        int swapped = truth[i];
        truth[i] = truth[j];
        truth[j] = swapped;
      }
      asHigh += auroc(scores, truth) >= auroc - 1e-12 ? 1 : 0;
    }
    return new ClassifierTest(auroc, (1.0 + asHigh) / (1 + permutations));
  }

  private static double auroc(double[] scores, int[] truth) {
    String[] groups = new String[truth.length];
    for (int i = 0; i < groups.length; i++) {
      groups[i] = Integer.toString(i);
    }
    OptionalDouble area = Auroc.of(scores, Cohort.of(groups, truth.clone()));
    return area.orElseThrow();
  }

  private static void shuffle(List<Integer> values, SplittableRandom random) {
    for (int i = values.size() - 1; i > 0; i--) {
      java.util.Collections.swap(values, i, random.nextInt(i + 1));
    }
  }
}
