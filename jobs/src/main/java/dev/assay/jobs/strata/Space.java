package dev.assay.jobs.strata;

import dev.assay.reduction.UmapModel;
import java.io.Serializable;

/** A fitted reduction of unit vectors. */
interface Space extends Serializable {

  /** The coordinates of a vector of length 1. */
  double[] apply(float[] unit);

  /** A layout by UMAP. */
  record Layout(UmapModel model) implements Space {
    @Override
    public double[] apply(float[] unit) {
      float[] place = model.transform(unit);
      double[] point = new double[place.length];
      for (int d = 0; d < point.length; d++) {
        point[d] = place[d];
      }
      return point;
    }
  }
}
