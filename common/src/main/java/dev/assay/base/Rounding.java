package dev.assay.base;

/** Values to a number of decimals. */
public final class Rounding {
  private static final double LARGE = 1e6;
  private static final double NANO = 1e9;

  private Rounding() {}

  /** {@code value} to {@code decimals} decimals, halves to even: what files say. */
  public static double to(int decimals, double value) {
    double unit = Math.pow(10, decimals);
    return Math.rint(value * unit) / unit;
  }

  /**
   * {@code value} to nine decimals, so that differences in the last bits (the order of a sum,
   * another processor) change neither ranks nor decisions. Values from a million on are left alone.
   */
  public static double toNano(double value) {
    return Math.abs(value) < LARGE ? Math.rint(value * NANO) / NANO + 0.0 : value;
  }
}
