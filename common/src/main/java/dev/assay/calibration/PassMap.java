package dev.assay.calibration;

import java.util.Map;

/**
 * The probability that a human gives one of the levels that pass: what makes accepting or rejecting
 * a matter of one number, as with binary labels. 0 everywhere where no level is said to pass.
 *
 * @param levels the probability of every level
 * @param scale which of them pass
 */
public record PassMap(LevelMap levels, LevelScale scale) implements ProbabilityMap {

  public PassMap {
    if (levels.levels() != scale.size()) {
      throw new IllegalArgumentException(
          "A map of %d levels for %s".formatted(levels.levels(), scale.names()));
    }
  }

  @Override
  public double probability(double score) {
    double[] p = levels.probabilities(score);
    double sum = 0;
    for (int level = 0; level < p.length; level++) {
      sum += scale.passing().contains(level) ? p[level] : 0;
    }
    return Math.min(1, Math.max(0, sum));
  }

  @Override
  public String method() {
    return levels.method();
  }

  @Override
  public Map<String, Double> parameters() {
    return levels.parameters();
  }
}
