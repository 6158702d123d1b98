package dev.assay.grammar.modular;

import dev.assay.stats.Interval;
import java.util.OptionalDouble;

/**
 * How two sides of a hypothesis differ.
 *
 * @param difference a less b
 * @param pValue of no difference, two-sided; empty where there is no test
 * @param test its name, or why there is none
 */
public record SideContrast(
    String a,
    String b,
    Measured measured,
    Interval difference,
    OptionalDouble pValue,
    String test) {

  /** What is contrasted. */
  public enum Measured {
    ACCURACY,
    ROBUSTNESS;

    /** The name in small letters. */
    public String id() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }
}
