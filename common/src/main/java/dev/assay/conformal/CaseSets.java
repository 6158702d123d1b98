package dev.assay.conformal;

import dev.assay.calibration.PredictionSet;
import java.io.Serializable;
import java.util.Map;

/** The prediction set of a response. */
public sealed interface CaseSets extends Serializable {

  /**
   * The labels that cannot be ruled out.
   *
   * @param score finite
   * @param probability of label 1 at that score
   * @param category of the case; empty where there are none
   */
  PredictionSet set(double score, double probability, String category);

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
    public PredictionSet set(double score, double probability, String category) {
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

  /**
   * By comparison with the labelled rows.
   *
   * @param predictor compares
   */
  record Compared(SetPredictor predictor) implements CaseSets {
    @Override
    public PredictionSet set(double score, double probability, String category) {
      return predictor.set(score);
    }
  }
}
