package dev.assay.base;

/** Values to a number of decimals. */
public final class Rounding {
  /** Who changes how metrics are rounded raises it: all scores are computed again. */
  public static final int VERSION = 2;

  private static final double LARGE = 1e6;
  private static final double NANO = 1e9;
  private static final double MICRO = 1e6;

  private Rounding() {}

  /** {@code value} to {@code decimals} decimals, halves to even: what files say. */
  public static double to(int decimals, double value) {
    double unit = Math.pow(10, decimals);
    return Math.rint(value * unit) / unit;
  }

  /**
   * What comes from a network's floats, to six decimals: further ones depend on the shape of the
   * batch, on threads and on the processor, and would tell copies of one text apart. Where such a
   * value becomes a metric, or is compared with another or with a threshold, it is rounded so.
   * Values from a million on are left alone.
   */
  public static double toMicro(double value) {
    return Math.abs(value) < LARGE ? Math.rint(value * MICRO) / MICRO + 0.0 : value;
  }

  /**
   * {@code value} to nine decimals, so that differences in the last bits (the order of a sum,
   * another processor) change neither ranks nor decisions. Values from a million on are left alone.
   */
  public static double toNano(double value) {
    return Math.abs(value) < LARGE ? Math.rint(value * NANO) / NANO + 0.0 : value;
  }
}
