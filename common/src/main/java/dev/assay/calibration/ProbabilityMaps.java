package dev.assay.calibration;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** The maps that can be stored, by method. */
public final class ProbabilityMaps {
  private static final Map<String, Function<Map<String, Double>, ProbabilityMap>> BY_METHOD =
      new TreeMap<>(
          Map.of(
              LogisticMap.METHOD, LogisticMap::of,
              IsotonicMap.METHOD, IsotonicMap::of,
              BetaMap.METHOD, BetaMap::of,
              VennAbersMap.METHOD, VennAbersMap::of,
              BoostedMap.METHOD, BoostedMap::of));

  private ProbabilityMaps() {}

  /** Whether rows of {@code method} hold a map from one score to one probability. */
  public static boolean knows(String method) {
    return BY_METHOD.containsKey(method);
  }

  /**
   * The map whose {@link ProbabilityMap#method} and {@link ProbabilityMap#parameters} were stored.
   */
  public static ProbabilityMap of(String method, Map<String, Double> parameters) {
    if (!knows(method)) {
      throw new IllegalArgumentException(
          "Unknown calibration method '%s'. Known: %s".formatted(method, BY_METHOD.keySet()));
    }
    return BY_METHOD.get(method).apply(parameters);
  }
}
