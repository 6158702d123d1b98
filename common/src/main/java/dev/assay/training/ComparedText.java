package dev.assay.training;

import dev.assay.base.Logistic;
import dev.assay.support.Feature;
import dev.assay.support.FeatureComparison;
import dev.assay.support.SupportWeights;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * A labelled text whose sentences have been compared with its passages.
 *
 * @param source the set that it comes from
 * @param group what belongs together: texts about the same passages
 * @param supported what humans, or the making of it, say
 * @param sentences at least one
 */
record ComparedText(
    String source, String group, boolean supported, List<FeatureComparison> sentences) {

  /** Source and class. */
  String cell() {
    return source + "/" + supported;
  }

  /** Mean over the sentences of σ(z / ‖w‖). */
  double mean(SupportWeights weights) {
    return probabilities(weights).average().orElseThrow();
  }

  /** The lowest of them. */
  double lowest(SupportWeights weights) {
    return probabilities(weights).min().orElseThrow();
  }

  /**
   * Mean over the sentences of one standardised feature, turned so that more speaks for support.
   */
  double mean(Feature feature, SupportWeights weights) {
    return feature.sign()
        * sentences.stream()
            .mapToDouble(s -> weights.standardised(s.features(weights.idf()))[feature.ordinal()])
            .average()
            .orElseThrow();
  }

  private DoubleStream probabilities(SupportWeights weights) {
    double norm = weights.norm();
    return sentences.stream()
        .mapToDouble(s -> Logistic.sigmoid(weights.logit(s.features(weights.idf())) / norm));
  }
}
