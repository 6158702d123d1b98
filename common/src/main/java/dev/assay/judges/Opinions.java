package dev.assay.judges;

import dev.assay.core.Measure;
import java.util.Arrays;
import java.util.List;

/** How far opinions lie apart. */
final class Opinions {
  private Opinions() {}

  /** Standard deviation (n − 1) of each judge's opinions, averaged over those with two or more. */
  static Measure spread(double[][] values) {
    double[] deviations =
        Arrays.stream(values).filter(own -> own.length > 1).mapToDouble(Opinions::spread).toArray();
    return deviations.length == 0
        ? Measure.notApplicable("no judge has two opinions with a value")
        : Measure.of(Arrays.stream(deviations).average().orElseThrow());
  }

  private static double spread(double[] own) {
    double mean = Arrays.stream(own).average().orElseThrow();
    double squares = Arrays.stream(own).map(value -> (value - mean) * (value - mean)).sum();
    return Math.sqrt(squares / (own.length - 1));
  }

  /** Mean distance between the means of two judges. */
  static Measure disagreement(double[][] values) {
    List<Double> means =
        Arrays.stream(values)
            .filter(own -> own.length > 0)
            .map(own -> Arrays.stream(own).average().orElseThrow())
            .toList();
    if (means.size() < 2) {
      return Measure.notApplicable("fewer than two judges have an opinion with a value");
    }
    double sum = 0;
    int pairs = 0;
    for (int i = 0; i < means.size(); i++) {
      for (int j = 0; j < i; j++) {
        sum += Math.abs(means.get(i) - means.get(j));
        pairs++;
      }
    }
    return Measure.of(sum / pairs);
  }
}
