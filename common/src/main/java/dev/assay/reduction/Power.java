package dev.assay.reduction;

import java.io.Serializable;

/**
 * x^b for floats x ≥ 0 and one b, from tables: within 10⁻⁶ of the value, and the same bits on every
 * processor.
 */
final class Power implements Serializable {
  private static final long serialVersionUID = 1;
  private static final int STEPS = 1 << 12;
  private static final int SHIFT = 23 - 12;
  private static final int REST = (1 << SHIFT) - 1;

  /** Powers of two to the b, by exponent. */
  private final double[] whole = new double[256];

  /** Of 1, 1 + 1/4096, … 2. */
  private final double[] part = new double[STEPS + 1];

  Power(double b) {
    for (int e = 1; e < whole.length; e++) {
      whole[e] = StrictMath.pow(2, b * (e - 127));
    }
    for (int i = 0; i <= STEPS; i++) {
      part[i] = StrictMath.pow(1 + (double) i / STEPS, b);
    }
  }

  /** 0 for what is below the smallest normal float. */
  double of(float x) {
    int bits = Float.floatToRawIntBits(x);
    int mantissa = bits & 0x7fffff;
    int step = mantissa >>> SHIFT;
    double low = part[step];
    return whole[bits >>> 23 & 0xff]
        * (low + (part[step + 1] - low) * (mantissa & REST) / (1 << SHIFT));
  }
}
