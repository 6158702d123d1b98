package dev.assay.evaluators.similarity;

import dev.assay.reduction.Umap;
import dev.assay.reduction.UmapModel;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * The few dimensions in which a summary's reach is measured, fitted to the document's sentences.
 */
public enum SummarySpace {
  /** The first principal components: distances as they are, as far as they fit. */
  PCA {
    @Override
    UnaryOperator<double[][]> fitted(double[][] document, int dimensions) {
      return Plane.of(document, dimensions)::project;
    }
  },

  /**
   * UMAP with 10 neighbours and no least distance, as 002 has it: neighbours stay neighbours, and
   * larger distances mean little. Its layout of a few dozen sentences turns on the last bits of
   * their vectors, so that values agree between machines only as far as those do.
   */
  UMAP {
    @Override
    UnaryOperator<double[][]> fitted(double[][] document, int dimensions) {
      int fewer = Math.max(2, Math.min(dimensions, document.length - 2));
      UmapModel model =
          new Umap(fewer, NEIGHBOURS, 0)
              .fit(Arrays.stream(document).map(SummarySpace::floats).toList(), SEED);
      return points ->
          Arrays.stream(points)
              .map(point -> doubles(model.transform(floats(point))))
              .toArray(double[][]::new);
    }
  };

  private static final int NEIGHBOURS = 10;
  private static final long SEED = 42;

  /** Maps points into the space of {@code document}. */
  abstract UnaryOperator<double[][]> fitted(double[][] document, int dimensions);

  private static float[] floats(double[] point) {
    float[] floats = new float[point.length];
    for (int d = 0; d < floats.length; d++) {
      floats[d] = (float) point[d];
    }
    return floats;
  }

  private static double[] doubles(float[] point) {
    double[] doubles = new double[point.length];
    for (int d = 0; d < doubles.length; d++) {
      doubles[d] = point[d];
    }
    return doubles;
  }
}
