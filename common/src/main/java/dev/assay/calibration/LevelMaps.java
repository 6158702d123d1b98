package dev.assay.calibration;

import java.util.Map;
import java.util.Set;

/** The maps to several levels that can be stored, by method. */
public final class LevelMaps {
  private static final Set<String> METHODS = Set.of(OrdinalMap.METHOD, MultinomialMap.METHOD);

  private LevelMaps() {}

  /** Whether rows of {@code method} hold a map from one score to the probabilities of levels. */
  public static boolean knows(String method) {
    return METHODS.contains(method);
  }

  /** The map whose {@link LevelMap#method} and {@link LevelMap#parameters} were stored. */
  public static LevelMap of(String method, Map<String, Double> parameters) {
    if (!knows(method)) {
      throw new IllegalArgumentException(
          "Unknown calibration method '%s' of levels. Known: %s".formatted(method, METHODS));
    }
    return method.equals(OrdinalMap.METHOD)
        ? OrdinalMap.of(parameters)
        : MultinomialMap.of(parameters);
  }
}
