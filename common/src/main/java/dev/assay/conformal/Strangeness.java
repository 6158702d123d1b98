package dev.assay.conformal;

import dev.assay.calibration.JointMap;
import dev.assay.calibration.PassMap;
import dev.assay.calibration.ProbabilityMap;
import java.io.Serializable;

/** How strange every label would be for a response, by something that was fitted. */
public sealed interface Strangeness extends Serializable {

  /** The nonconformity of labels 0, 1, … at these scores. */
  double[] of(double... scores);

  /** Of a binary label, by one score: 1 − P(label). */
  record OfMap(ProbabilityMap map) implements Strangeness {
    @Override
    public double[] of(double... scores) {
      return binary(map.probability(scores[0]));
    }
  }

  /** Of a binary label, by several scores. */
  record OfModel(JointMap map) implements Strangeness {
    @Override
    public double[] of(double... scores) {
      return binary(map.probability(scores));
    }
  }

  /** Of a level, by one score. */
  record OfLevels(PassMap map, Nonconformity sets) implements Strangeness {
    @Override
    public double[] of(double... scores) {
      return sets.of(map.levels().probabilities(scores[0]));
    }
  }

  private static double[] binary(double probability) {
    return new double[] {
      Binary.nonconformity(probability, 0), Binary.nonconformity(probability, 1)
    };
  }
}
