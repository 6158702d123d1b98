package dev.assay.calibration;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;

/** The maps that can be stored, by method. */
public final class ProbabilityMaps {
  private static final Map<String, BiFunction<Map<String, Double>, LevelScale, ProbabilityMap>>
      BY_METHOD =
          new TreeMap<>(
              Map.of(
                  LogisticMap.METHOD, (parameters, scale) -> LogisticMap.of(parameters),
                  IsotonicMap.METHOD, (parameters, scale) -> IsotonicMap.of(parameters),
                  BetaMap.METHOD, (parameters, scale) -> BetaMap.of(parameters),
                  VennAbersMap.METHOD, (parameters, scale) -> VennAbersMap.of(parameters),
                  BoostedMap.METHOD, (parameters, scale) -> BoostedMap.of(parameters),
                  OrdinalMap.METHOD, OrdinalMap::of,
                  MultinomialMap.METHOD, MultinomialMap::of));

  private ProbabilityMaps() {}

  /** Whether rows of {@code method} hold a map. */
  public static boolean knows(String method) {
    return BY_METHOD.containsKey(method);
  }

  /** Whether {@code method} fits labels of several levels. */
  public static boolean ofLevels(String method) {
    return method.equals(OrdinalMap.METHOD) || method.equals(MultinomialMap.METHOD);
  }

  /** A map to a binary label from what {@link ProbabilityMap} stored of it. */
  public static ProbabilityMap of(String method, Map<String, Double> parameters) {
    return of(method, parameters, LevelScale.BINARY);
  }

  /**
   * The same of a label of several levels.
   *
   * @param levels the names of the levels as stored; none for a binary label
   * @param passing those that pass
   */
  public static ProbabilityMap of(
      String method, Map<String, Double> parameters, List<String> levels, List<String> passing) {
    return of(
        method,
        parameters,
        levels.isEmpty()
            ? LevelScale.BINARY
            : LevelScale.of(levels, method.equals(OrdinalMap.METHOD), passing));
  }

  private static ProbabilityMap of(
      String method, Map<String, Double> parameters, LevelScale scale) {
    if (!knows(method)) {
      throw new IllegalArgumentException(
          "Unknown calibration method '%s'. Known: %s".formatted(method, BY_METHOD.keySet()));
    }
    return BY_METHOD.get(method).apply(parameters, scale);
  }
}
