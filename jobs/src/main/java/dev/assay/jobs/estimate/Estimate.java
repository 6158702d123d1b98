package dev.assay.jobs.estimate;

import java.util.List;
import java.util.OptionalDouble;

/**
 * A number that is not known exactly.
 *
 * @param low its lower end; empty where nothing is known of it
 * @param high its upper end; empty where something in it is not known, which makes it larger
 * @param missing what is not known
 */
public record Estimate(OptionalDouble low, OptionalDouble high, List<String> missing) {
  public Estimate {
    missing = List.copyOf(missing);
  }

  static Estimate between(double low, double high) {
    return new Estimate(OptionalDouble.of(low), OptionalDouble.of(high), List.of());
  }

  /** Known in part, or not at all where {@code low} is 0. */
  static Estimate above(double low, List<String> missing) {
    return new Estimate(
        low > 0 ? OptionalDouble.of(low) : OptionalDouble.empty(), OptionalDouble.empty(), missing);
  }

  /** Whether all of it is known. */
  public boolean isWhole() {
    return high.isPresent();
  }
}
