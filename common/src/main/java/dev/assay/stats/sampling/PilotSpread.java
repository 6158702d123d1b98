package dev.assay.stats.sampling;

import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * What a pilot saw of the spread within one stratum.
 *
 * @param variance sample variance, 0 or more
 * @param degrees its degrees of freedom, 1 or more
 */
public record PilotSpread(double variance, long degrees) {

  /**
   * Degrees of freedom that the pooled variance counts for: a stratum that was seen twice and
   * agreed by chance must not be taken for one that never varies.
   */
  static final int PRIOR_DEGREES = 2;

  public PilotSpread {
    if (!(variance >= 0) || !Double.isFinite(variance) || degrees < 1) {
      throw new IllegalArgumentException(
          "Needs a finite variance of 0 or more on at least 1 degree of freedom, got %s on %d"
              .formatted(variance, degrees));
    }
  }

  /**
   * The standard deviation of each stratum: its variance drawn towards the pooled one, (ν s² + 2
   * s²pooled) / (ν + 2); the pooled one where the pilot says nothing.
   *
   * @throws IllegalArgumentException if {@code seen} is empty
   */
  public static SortedMap<Integer, Double> deviations(
      SortedSet<Integer> strata, Map<Integer, PilotSpread> seen) {
    double squares = 0;
    double degrees = 0;
    for (PilotSpread spread : new TreeMap<>(seen).values()) {
      squares += spread.variance * spread.degrees;
      degrees += spread.degrees;
    }
    if (degrees == 0) {
      throw new IllegalArgumentException("The pilot saw no stratum");
    }
    double pooled = squares / degrees;
    SortedMap<Integer, Double> deviations = new TreeMap<>();
    for (int stratum : strata) {
      PilotSpread own = seen.get(stratum);
      double variance =
          own == null
              ? pooled
              : (own.variance * own.degrees + pooled * PRIOR_DEGREES)
                  / (own.degrees + PRIOR_DEGREES);
      deviations.put(stratum, Math.sqrt(variance));
    }
    return deviations;
  }
}
