package dev.assay.reduction;

import java.util.List;

/** Vectors of length 1, so that Euclidean distances go with cosines. */
public final class Units {
  private Units() {}

  /** The vector scaled to length 1; a zero vector as it is. */
  public static float[] of(float[] vector) {
    double squares = 0;
    for (float x : vector) {
      squares += (double) x * x;
    }
    if (!Double.isFinite(squares)) {
      throw new IllegalArgumentException("A vector holds NaN or infinity");
    }
    double length = Math.sqrt(squares);
    float[] unit = new float[vector.length];
    for (int d = 0; d < unit.length; d++) {
      unit[d] = length == 0 ? 0 : (float) (vector[d] / length) + 0f;
    }
    return unit;
  }

  /** Likewise of boxed numbers, as Spark has them. */
  public static float[] of(List<Float> vector) {
    float[] values = new float[vector.size()];
    for (int d = 0; d < values.length; d++) {
      values[d] = vector.get(d);
    }
    return of(values);
  }
}
