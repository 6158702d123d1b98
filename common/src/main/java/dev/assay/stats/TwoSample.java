package dev.assay.stats;

import java.util.SplittableRandom;

/**
 * Whether two samples of vectors come from one distribution: the distance of their centroids and
 * the unbiased squared maximum mean discrepancy (Gaussian kernel, median bandwidth), each with the
 * p-value of a permutation test. Groups are permuted as a whole, since their members are alike.
 *
 * <p>Source: Gretton et al., A Kernel Two-Sample Test, JMLR 13 (2012), equation 3.
 *
 * @param centroidDistance 1 − cosine of the two means, in [0, 2]
 * @param centroidP (1 + permutations at least as far) / (1 + permutations)
 * @param mmd unbiased MMD², slightly negative at times when there is no difference
 * @param mmdP its p-value
 * @param bandwidth the kernel's, the median distance of two vectors
 */
public record TwoSample(
    double centroidDistance, double centroidP, double mmd, double mmdP, double bandwidth) {

  /** Slack under which two permutations count as equally far. */
  private static final double SLACK = 1e-12;

  /**
   * Compares the vectors of the groups in {@code first} with the others.
   *
   * @param vectors all of one length, none of them zero, at least two on each side
   * @param group the group of each vector, from 0 without gaps
   * @param first whether a group belongs to the first sample
   */
  public static TwoSample of(
      double[][] vectors, int[] group, boolean[] first, int permutations, SplittableRandom random) {
    Sums sums = new Sums(vectors, group, first.length);
    double distance = sums.centroidDistance(first);
    double mmd = sums.mmd(first);
    int asFar = 0;
    int asDiscrepant = 0;
    boolean[] shuffled = first.clone();
    for (int b = 0; b < permutations; b++) {
      shuffle(shuffled, random);
      asFar += sums.centroidDistance(shuffled) >= distance - SLACK ? 1 : 0;
      asDiscrepant += sums.mmd(shuffled) >= mmd - SLACK ? 1 : 0;
    }
    return new TwoSample(
        distance,
        (1.0 + asFar) / (1 + permutations),
        mmd,
        (1.0 + asDiscrepant) / (1 + permutations),
        sums.bandwidth);
  }

  private static void shuffle(boolean[] values, SplittableRandom random) {
    for (int i = values.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      boolean swapped = values[i];
      values[i] = values[j];
      values[j] = swapped;
    }
  }

  /** Sums by group, so that a permutation costs no more than the groups' pairs. */
  private static final class Sums {
    private final int[] size;
    private final double[][] vector;
    private final double[][] kernel;
    private final double[] row;
    private final double bandwidth;
    private double total;

    Sums(double[][] vectors, int[] group, int groups) {
      size = new int[groups];
      vector = new double[groups][vectors[0].length];
      for (int i = 0; i < vectors.length; i++) {
        size[group[i]]++;
        for (int d = 0; d < vectors[i].length; d++) {
          vector[group[i]][d] += vectors[i][d];
        }
      }
      double[][] squared = squared(vectors);
      bandwidth = Math.sqrt(Median.belowDiagonal(squared));
      kernel = new double[groups][groups];
      row = new double[groups];
      double scale = bandwidth == 0 ? 1 : 2 * bandwidth * bandwidth;
      for (int i = 0; i < vectors.length; i++) {
        for (int j = 0; j < vectors.length; j++) {
          if (i != j) {
            double k = Math.exp(-squared[Math.max(i, j)][Math.min(i, j)] / scale);
            kernel[group[i]][group[j]] += k;
            row[group[i]] += k;
            total += k;
          }
        }
      }
    }

    double centroidDistance(boolean[] first) {
      double[] left = new double[vector[0].length];
      double[] right = new double[left.length];
      for (int g = 0; g < first.length; g++) {
        double[] side = first[g] ? left : right;
        for (int d = 0; d < side.length; d++) {
          side[d] += vector[g][d];
        }
      }
      double product = 0;
      double a = 0;
      double b = 0;
      for (int d = 0; d < left.length; d++) {
        product += left[d] * right[d];
        a += left[d] * left[d];
        b += right[d] * right[d];
      }
      return a == 0 || b == 0 ? 1 : Math.max(0, Math.min(2, 1 - product / Math.sqrt(a * b)));
    }

    double mmd(boolean[] first) {
      double inside = 0;
      double of = 0;
      double m = 0;
      double n = 0;
      for (int g = 0; g < first.length; g++) {
        if (!first[g]) {
          n += size[g];
          continue;
        }
        m += size[g];
        of += row[g];
        for (int h = 0; h < first.length; h++) {
          inside += first[h] ? kernel[g][h] : 0;
        }
      }
      double across = of - inside;
      double outside = total - of - across;
      if (m < 2 || n < 2) {
        return 0;
      }
      return inside / (m * (m - 1)) + outside / (n * (n - 1)) - 2 * across / (m * n);
    }

    /** Squared distances below the diagonal. */
    private static double[][] squared(double[][] vectors) {
      double[][] squared = new double[vectors.length][];
      for (int i = 0; i < vectors.length; i++) {
        squared[i] = new double[i];
        for (int j = 0; j < i; j++) {
          double sum = 0;
          for (int d = 0; d < vectors[i].length; d++) {
            double difference = vectors[i][d] - vectors[j][d];
            sum += difference * difference;
          }
          squared[i][j] = sum;
        }
      }
      return squared;
    }
  }
}
