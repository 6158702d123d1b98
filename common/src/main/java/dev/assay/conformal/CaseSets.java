package dev.assay.conformal;

import dev.assay.calibration.LevelScale;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The prediction set of a response. */
public sealed interface CaseSets extends Serializable {

  /**
   * The labels that cannot be ruled out.
   *
   * @param category of the case; empty where there are none
   * @param probabilities of the levels at its scores
   * @param scores of each metric in their order
   */
  PredictionSet set(String category, double[] probabilities, double... scores);

  /**
   * By a quantile in each category.
   *
   * @param scale the levels
   * @param nonconformity of the levels
   * @param quantiles by category; in one that is not there nothing is ruled out
   * @param byLabel whether categories are labels
   */
  record Quantiles(
      LevelScale scale, Nonconformity nonconformity, Map<String, Double> quantiles, boolean byLabel)
      implements CaseSets {
    public Quantiles {
      quantiles = Map.copyOf(quantiles);
    }

    /** With the quantiles of these promises; one without a quantile rules nothing out. */
    public static Quantiles of(
        LevelScale scale, Nonconformity nonconformity, List<Guarantee> promises, boolean byLabel) {
      Map<String, Double> quantiles = new HashMap<>();
      promises.forEach(one -> one.quantile().ifPresent(value -> quantiles.put(one.slice(), value)));
      return new Quantiles(scale, nonconformity, quantiles, byLabel);
    }

    @Override
    public PredictionSet set(String category, double[] probabilities, double... scores) {
      double[] own = nonconformity.of(probabilities);
      String all = category.isEmpty() ? SetGuarantees.ALL : category;
      return PredictionSet.of(
          IntStream.range(0, own.length)
              .filter(
                  level -> {
                    Double quantile =
                        quantiles.get(
                            byLabel ? SetGuarantees.label(scale.names().get(level)) : all);
                    return quantile == null || own[level] <= quantile;
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
    public PredictionSet set(String category, double[] probabilities, double... scores) {
      return predictor.set(scores);
    }
  }
}
