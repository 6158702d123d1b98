package dev.assay.evaluators.similarity;

import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.evaluators.shared.Lines;
import dev.assay.evaluators.shared.Matches;
import java.util.Arrays;
import java.util.List;

/**
 * The weighted mean of HCAT 3.1, 3.3.1 and 3.4. Weights come from an attribute of the case or the
 * response, numbers of 0 or more separated by commas, one a line or (contexts) one a passage, which
 * its lines share by their tokens; without the attribute a line weighs as many tokens as it has.
 */
final class Weights {

  private Weights() {}

  /**
   * Weighted mean of the scores. Not applicable, with the reason, when the attribute cannot be read
   * or does not fit the lines.
   */
  static Measure mean(Example example, String attribute, Matches matches) {
    String given = example.attributes().get(attribute);
    if (given == null) {
      return mean(matches, tokens(matches));
    }
    double[] numbers;
    try {
      numbers = Arrays.stream(given.split(",", -1)).mapToDouble(Double::parseDouble).toArray();
    } catch (NumberFormatException e) {
      return Measure.notApplicable(
          "%s = \"%s\" is not a list of numbers separated by commas".formatted(attribute, given));
    }
    if (!Arrays.stream(numbers).allMatch(w -> w >= 0 && Double.isFinite(w))) {
      return Measure.notApplicable(
          "%s = \"%s\" has a weight that is not a number of 0 or more".formatted(attribute, given));
    }
    Lines lines = matches.lines();
    if (numbers.length == lines.size()) {
      return mean(matches, numbers);
    }
    if (!lines.passages().isEmpty() && numbers.length == example.contexts().size()) {
      return mean(matches, spread(numbers, matches));
    }
    return Measure.notApplicable(
        "%s has %d weights, %s %d sentences"
            .formatted(attribute, numbers.length, lines.name(), lines.size()));
  }

  private static Measure mean(Matches matches, double[] weights) {
    double largest = Arrays.stream(weights).max().orElse(0);
    if (largest == 0) {
      return Measure.notApplicable("all weights are 0");
    }
    double sum = 0;
    double total = 0;
    for (int i = 0; i < weights.length; i++) {
      // By a power of two, so exactly: the total of the largest doubles would overflow.
      double weight = Math.scalb(weights[i], -Math.getExponent(largest));
      sum += weight * matches.score(i);
      total += weight;
    }
    return Measure.of(sum / total);
  }

  private static double[] tokens(Matches matches) {
    double[] weights = new double[matches.lines().size()];
    Arrays.setAll(weights, matches::tokens);
    return weights;
  }

  private static double[] spread(double[] byPassage, Matches matches) {
    double[] tokens = tokens(matches);
    List<Integer> passages = matches.lines().passages();
    double[] totals = new double[byPassage.length];
    for (int i = 0; i < tokens.length; i++) {
      totals[passages.get(i)] += tokens[i];
    }
    double[] weights = new double[tokens.length];
    Arrays.setAll(weights, i -> byPassage[passages.get(i)] * (tokens[i] / totals[passages.get(i)]));
    return weights;
  }
}
