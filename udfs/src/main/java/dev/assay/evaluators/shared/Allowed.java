package dev.assay.evaluators.shared;

/** What parameters may be; anything else is an {@link IllegalArgumentException} that says so. */
public final class Allowed {
  private Allowed() {}

  /** A number from {@code lowest} to {@code highest}. */
  public static void within(double lowest, double highest, String name, double value) {
    if (!(value >= lowest && value <= highest)) {
      throw new IllegalArgumentException(
          "%s must lie in [%s, %s], got %s".formatted(name, plain(lowest), plain(highest), value));
    }
  }

  /** A whole number of {@code least} or more. */
  public static void atLeast(int least, String name, int value) {
    if (value < least) {
      throw new IllegalArgumentException(
          "%s must be %d or more, got %d".formatted(name, least, value));
    }
  }

  private static String plain(double value) {
    return value == Math.rint(value) ? Integer.toString((int) value) : Double.toString(value);
  }
}
