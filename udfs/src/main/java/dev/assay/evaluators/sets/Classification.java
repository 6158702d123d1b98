package dev.assay.evaluators.sets;

import dev.assay.core.Example;
import dev.assay.core.Field;
import dev.assay.core.Metric;
import dev.assay.core.Models;
import dev.assay.core.SetEvaluator;
import dev.assay.core.SetOutcome;
import dev.assay.core.Spec;
import dev.assay.core.Status;
import dev.assay.core.ValidationDimension;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How well answers are classes: the answer is the prediction, the expected answer the class, equal
 * as texts after trimming. Accuracy, and precision, recall and F1 averaged over the expected
 * classes with equal weight; a class that is never predicted has precision 0. A predicted class
 * that nobody expected lowers recall and is none of those averaged over. An empty answer is a wrong
 * prediction.
 *
 * <p>It needs two expected classes or more. The detail has every class's own precision, recall, f1
 * and support, and the confusion matrix ({@code confusion: expected -> predicted}). Where cases
 * were sampled, all of these are sums of weights.
 *
 * <p>Source: 002 Classification; scikit-learn's macro averages with zero_division = 0.
 */
public record Classification() implements SetEvaluator<Classification.Labelled, Confusion> {

  private static final Spec SPEC =
      Spec.of("classification", "Classification")
          .meaning("How well the answers, taken as classes, agree with the expected ones.")
          .source("002 Classification; scikit-learn precision_recall_fscore_support")
          .dimension(ValidationDimension.QA)
          .needs(Field.EXPECTED)
          .uses(Field.ANSWER)
          .metric(Metric.share("accuracy", 0.75, "Right predictions by predictions"))
          .metric(Metric.share("precision", 0.75, "Mean precision of the expected classes"))
          .metric(Metric.share("recall", 0.75, "Mean recall of the expected classes"))
          .metric(Metric.share("f1", 0.75, "Mean F1 of the expected classes"))
          .build();

  /** An expected and a predicted class, and what they count for. */
  public record Labelled(String expected, String predicted, double weight)
      implements Serializable {}

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public List<Optional<Labelled>> observe(List<Example> batch, Models models) {
    return batch.stream()
        .map(
            example ->
                example.has(Field.EXPECTED) && example.answer().isPresent()
                    ? Optional.of(
                        new Labelled(
                            example.expected().get().strip(),
                            example.answer().get().strip(),
                            DesignWeight.of(example)))
                    : Optional.<Labelled>empty())
        .toList();
  }

  @Override
  public Confusion empty() {
    return new Confusion();
  }

  @Override
  public Confusion add(Confusion state, Labelled observation) {
    state.add(observation);
    return state;
  }

  @Override
  public Confusion merge(Confusion left, Confusion right) {
    left.addAll(right);
    return left;
  }

  @Override
  public SetOutcome finish(Confusion confusion) {
    if (confusion.tooMany()) {
      return SetOutcome.absent(
          SPEC,
          Status.TOO_LONG,
          "more than %d pairs of labels: these are no classes".formatted(Confusion.MAX_CELLS),
          confusion.n());
    }
    if (confusion.expected().size() < 2) {
      return SetOutcome.absent(
          SPEC,
          Status.NOT_APPLICABLE,
          "%d expected classes; two are needed".formatted(confusion.expected().size()),
          confusion.n());
    }
    Map<String, Double> detail = new LinkedHashMap<>();
    double precision = 0;
    double recall = 0;
    double f1 = 0;
    double right = 0;
    Map<String, Double> predictedWeights = confusion.predictedWeights();
    for (String label : confusion.expected()) {
      double hits = confusion.weight(label, label);
      double expected = confusion.expectedWeight(label);
      double predicted = predictedWeights.getOrDefault(label, 0.0);
      double p = predicted == 0 ? 0 : hits / predicted;
      double r = hits / expected;
      double f = hits == 0 ? 0 : 2 * hits / (expected + predicted);
      detail.put("precision: " + label, p);
      detail.put("recall: " + label, r);
      detail.put("f1: " + label, f);
      detail.put("support: " + label, expected);
      confusion
          .predictions(label)
          .forEach((other, weight) -> detail.put("confusion: " + label + " -> " + other, weight));
      precision += p;
      recall += r;
      f1 += f;
      right += confusion.weight(label, label);
    }
    int classes = confusion.expected().size();
    return SPEC.set(
        confusion.n(),
        detail,
        right / confusion.weight(),
        precision / classes,
        recall / classes,
        f1 / classes);
  }
}
