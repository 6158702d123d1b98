package dev.assay.conformal;

import dev.assay.calibration.Fit;
import dev.assay.calibration.JointMap;
import dev.assay.calibration.ProbabilityMap;
import java.io.Serializable;
import java.util.Optional;

/** From what is known of a response, one score or several, to the probability that it passes. */
public interface Predictor extends Serializable {

  /** The probability, in [0, 1]. */
  double probability(double... scores);

  /** By the map of one score. */
  static Predictor of(ProbabilityMap map) {
    return scores -> map.probability(scores[0]);
  }

  /** The same where there is one. */
  static Optional<Predictor> of(Fit fit) {
    return fit instanceof Fit.Fitted fitted ? Optional.of(of(fitted.map())) : Optional.empty();
  }

  /** By the map of several scores. */
  static Predictor of(JointMap map) {
    return map::probability;
  }
}
