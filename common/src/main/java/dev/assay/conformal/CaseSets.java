package dev.assay.conformal;

import dev.assay.calibration.PassMap;
import dev.assay.calibration.PredictionSet;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** The prediction set of a response. */
public sealed interface CaseSets extends Serializable {

  /**
   * The labels that cannot be ruled out.
   *
   * @param score finite
   * @param probability of label 1 at that score
   * @param category of the case; empty where there are none
   * @param inputs the scores that {@code score} was made from: itself, or those of several metrics
   */
  PredictionSet set(double score, double probability, String category, double... inputs);

  /** What decides when it is alone in the set: accepted where it is one of these labels. */
  default Set<Integer> passing() {
    return Set.of(1);
  }

  /** The labels as people know them. */
  default List<String> texts(PredictionSet set) {
    return set.texts();
  }

  /** The probability of each level at this score, by name; empty for binary labels. */
  default Map<String, Double> levels(double score) {
    return Map.of();
  }

  /**
   * By a quantile in each category.
   *
   * @param quantiles by category; in one that is not there nothing is ruled out
   * @param byLabel whether categories are labels
   */
  record Quantiles(Map<String, Double> quantiles, boolean byLabel) implements CaseSets {
    public Quantiles {
      quantiles = Map.copyOf(quantiles);
    }

    @Override
    public PredictionSet set(double score, double probability, String category, double... inputs) {
      boolean zero = inside(probability, 0, category);
      boolean one = inside(probability, 1, category);
      if (zero) {
        return one ? PredictionSet.of(0, 1) : PredictionSet.of(0);
      }
      return one ? PredictionSet.of(1) : PredictionSet.of();
    }

    private boolean inside(double probability, int label, String category) {
      String all = category.isEmpty() ? SetGuarantees.ALL : category;
      Double quantile = quantiles.get(byLabel ? SetGuarantees.label(label) : all);
      return quantile == null || Binary.nonconformity(probability, label) <= quantile;
    }
  }

  /** Sets of levels. */
  sealed interface OfScale extends CaseSets {

    /** To the probabilities of levels. */
    PassMap map();

    @Override
    default Set<Integer> passing() {
      return map().scale().passing();
    }

    @Override
    default List<String> texts(PredictionSet set) {
      return map().scale().names(set.labels());
    }

    @Override
    default Map<String, Double> levels(double score) {
      double[] p = map().levels().probabilities(score);
      Map<String, Double> levels = new LinkedHashMap<>();
      for (int level = 0; level < p.length; level++) {
        levels.put(map().scale().names().get(level), p[level]);
      }
      return levels;
    }
  }

  /**
   * Levels, by a quantile in each category.
   *
   * @param map to the probabilities of levels
   * @param sets how strange a level is
   * @param quantiles by category; in one that is not there nothing is ruled out
   * @param byLabel whether categories are levels
   */
  record OfLevels(PassMap map, Nonconformity sets, Map<String, Double> quantiles, boolean byLabel)
      implements OfScale {
    public OfLevels {
      quantiles = Map.copyOf(quantiles);
    }

    @Override
    public PredictionSet set(double score, double probability, String category, double... inputs) {
      double[] strange = sets.of(map.levels().probabilities(score));
      String all = category.isEmpty() ? SetGuarantees.ALL : category;
      return PredictionSet.of(
          IntStream.range(0, strange.length)
              .filter(
                  level -> {
                    Double quantile =
                        quantiles.get(
                            byLabel ? LevelSets.category(map.scale().names().get(level)) : all);
                    return quantile == null || strange[level] <= quantile;
                  })
              .toArray());
    }
  }

  /**
   * By comparison with the labelled rows.
   *
   * @param predictor compares
   */
  record Compared(SetPredictor predictor) implements CaseSets {
    @Override
    public PredictionSet set(double score, double probability, String category, double... inputs) {
      return predictor.set(inputs);
    }
  }

  /**
   * Levels, by comparison with the labelled rows.
   *
   * @param predictor compares
   * @param map to the probabilities of levels
   */
  record ComparedLevels(SetPredictor predictor, PassMap map) implements OfScale {
    @Override
    public PredictionSet set(double score, double probability, String category, double... inputs) {
      return predictor.set(inputs);
    }
  }
}
