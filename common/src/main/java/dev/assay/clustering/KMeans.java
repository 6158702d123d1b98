package dev.assay.clustering;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * k-means on one node: Lloyd's iterations from a greedy k-means++ start (Arthur and Vassilvitskii
 * 2007; of several candidates for the next centre the one that lowers the sum of squares most). Of
 * several starts the one with the least sum of squares counts.
 *
 * @param k clusters, or as many as there are distinct points
 * @param starts at least 1
 */
public record KMeans(int k, int starts) implements Clusterer {
  private static final int ITERATIONS = 100;

  /** Of three starts. */
  public KMeans(int k) {
    this(k, 3);
  }

  @Override
  public Anchors fit(double[][] points, long seed) {
    return Anchors.centres(centres(points, k, starts, seed));
  }

  static double[][] centres(double[][] points, int k, int starts, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    PointBlocks blocks = new PointBlocks(points);
    List<double[][]> all = new ArrayList<>();
    for (int start = 0; start < starts; start++) {
      all.add(start(points, blocks, k, random));
    }
    double[] squares =
        all.stream().parallel().mapToDouble(centres -> descend(points, blocks, centres)).toArray();
    int best = 0;
    for (int start = 1; start < starts; start++) {
      best = squares[start] < squares[best] ? start : best;
    }
    return all.get(best);
  }

  /** Greedy k-means++: fewer than {@code k} where there are fewer distinct points. */
  private static double[][] start(
      double[][] points, PointBlocks blocks, int k, SplittableRandom random) {
    int trials = 2 + (int) Math.log(k);
    List<double[]> centres = new ArrayList<>();
    centres.add(points[random.nextInt(points.length)].clone());
    double[] squared = new double[points.length];
    Arrays.fill(squared, Double.POSITIVE_INFINITY);
    squared = blocks.nearer(squared, centres.get(0));
    double total = Arrays.stream(squared).sum();
    while (centres.size() < k && total > 1e-12) {
      double[] chosen = squared;
      int centre = -1;
      double least = Double.POSITIVE_INFINITY;
      for (int trial = 0; trial < trials; trial++) {
        int candidate = drawn(squared, random.nextDouble() * total);
        double[] then = blocks.nearer(squared, points[candidate]);
        double sum = Arrays.stream(then).sum();
        if (sum < least) {
          least = sum;
          chosen = then;
          centre = candidate;
        }
      }
      centres.add(points[centre].clone());
      squared = chosen;
      total = least;
    }
    return centres.toArray(double[][]::new);
  }

  /** The point at which the running sum of weights passes {@code at}; one with a weight. */
  private static int drawn(double[] weights, double at) {
    double sum = 0;
    int last = 0;
    for (int i = 0; i < weights.length; i++) {
      if (weights[i] > 0) {
        sum += weights[i];
        last = i;
        if (sum > at) {
          return i;
        }
      }
    }
    return last;
  }

  /** Moves the centres until no point changes its cluster; the sum of squares then. */
  private static double descend(double[][] points, PointBlocks blocks, double[][] centres) {
    int[] labels = new int[points.length];
    Arrays.fill(labels, -1);
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
      int[] before = labels;
      labels = blocks.nearest(centres);
      if (Arrays.equals(before, labels)) {
        break;
      }
      double[][] means = Points.means(points, labels, 0, centres.length);
      boolean[] used = new boolean[centres.length];
      for (int label : labels) {
        used[label] = true;
      }
      for (int c = 0; c < centres.length; c++) {
        centres[c] = used[c] ? means[c] : centres[c];
      }
    }
    return Anchors.centres(centres).squares(points);
  }
}
