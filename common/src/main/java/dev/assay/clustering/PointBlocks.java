package dev.assay.clustering;

import dev.assay.base.Rounding;
import java.util.Arrays;

/**
 * Points block by block, each with an array for each dimension, so that inner loops run over
 * neighbouring numbers and the compiler can use vector instructions. Each distance is the sum that
 * {@link Points} takes, in the same order.
 */
final class PointBlocks {
  private static final int BLOCK = 256;

  private final int size;

  /** By block and dimension: a coordinate of each of up to {@value #BLOCK} points. */
  private final double[][][] blocks;

  PointBlocks(double[][] points) {
    size = points.length;
    int dimensions = size == 0 ? 0 : points[0].length;
    blocks = new double[(size + BLOCK - 1) / BLOCK][dimensions][];
    for (int b = 0; b < blocks.length; b++) {
      int from = b * BLOCK;
      int width = Math.min(BLOCK, size - from);
      for (int d = 0; d < dimensions; d++) {
        double[] values = new double[width];
        for (int i = 0; i < width; i++) {
          values[i] = points[from + i][d];
        }
        blocks[b][d] = values;
      }
    }
  }

  /** Of each point the index of the nearest centre, as {@link Points#nearest} finds it. */
  int[] nearest(double[][] centres) {
    int[] nearest = new int[size];
    double[] sums = new double[BLOCK];
    double[] least = new double[BLOCK];
    for (int b = 0; b < blocks.length; b++) {
      int from = b * BLOCK;
      int width = Math.min(BLOCK, size - from);
      Arrays.fill(least, Double.POSITIVE_INFINITY);
      for (int c = 0; c < centres.length; c++) {
        squares(blocks[b], centres[c], sums, width);
        for (int i = 0; i < width; i++) {
          double squared = Rounding.toNano(sums[i]);
          if (squared < least[i]) {
            least[i] = squared;
            nearest[from + i] = c;
          }
        }
      }
    }
    return nearest;
  }

  /** Of each point its squared distance to {@code centre}, or {@code squared} if that is less. */
  double[] nearer(double[] squared, double[] centre) {
    double[] nearer = new double[size];
    double[] sums = new double[BLOCK];
    for (int b = 0; b < blocks.length; b++) {
      int from = b * BLOCK;
      int width = Math.min(BLOCK, size - from);
      squares(blocks[b], centre, sums, width);
      for (int i = 0; i < width; i++) {
        nearer[from + i] = Math.min(squared[from + i], sums[i]);
      }
    }
    return nearer;
  }

  private static void squares(double[][] block, double[] centre, double[] sums, int width) {
    Arrays.fill(sums, 0, width, 0);
    for (int d = 0; d < block.length; d++) {
      add(block[d], centre[d], sums);
    }
  }

  private static void add(double[] values, double centre, double[] sums) {
    for (int i = 0; i < values.length; i++) {
      double difference = values[i] - centre;
      sums[i] += difference * difference;
    }
  }
}
