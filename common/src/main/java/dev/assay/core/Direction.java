package dev.assay.core;

/** Which end of a metric is good. */
public enum Direction {
  /** Higher is better; passes at or above the threshold. */
  UP,
  /** Lower is better; passes at or below the threshold. */
  DOWN,
  /** Descriptive: no better end, no threshold. */
  NONE;

  /** Whether {@code value} passes {@code threshold}; equality passes both ways. */
  public boolean passes(double value, double threshold) {
    return switch (this) {
      case UP -> value >= threshold;
      case DOWN -> value <= threshold;
      case NONE -> throw new IllegalStateException("A descriptive metric has no threshold");
    };
  }
}
