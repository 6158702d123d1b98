package dev.assay.jobs.strata;

import dev.assay.reduction.UmapModel;
import java.io.Serializable;
import java.util.Arrays;

/** A fitted reduction of unit vectors. */
interface Space extends Serializable {

  /** The coordinates of a vector of length 1. */
  double[] apply(float[] unit);

  /** Those of each of several vectors. */
  default double[][] all(float[][] units) {
    return Arrays.stream(units).map(this::apply).toArray(double[][]::new);
  }

  /** A layout by UMAP. */
  record Layout(UmapModel model) implements Space {
    @Override
    public double[] apply(float[] unit) {
      return wide(model.transform(unit));
    }

    @Override
    public double[][] all(float[][] units) {
      return Arrays.stream(model.transform(units)).map(Layout::wide).toArray(double[][]::new);
    }

    private static double[] wide(float[] place) {
      double[] point = new double[place.length];
      for (int d = 0; d < point.length; d++) {
        point[d] = place[d];
      }
      return point;
    }
  }
}
