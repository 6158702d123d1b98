package dev.assay.model;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Sentiment by a classifier: the probability of its class whose name begins with "pos" less that of
 * the class whose name begins with "neg".
 */
public final class ClassifierSentiment implements SentimentModel {
  private final TextClassifier classifier;
  private final int positive;
  private final int negative;

  /** Over {@code classifier}, which must have both classes. */
  public ClassifierSentiment(TextClassifier classifier) {
    this.classifier = classifier;
    this.positive = place(classifier.labels(), "pos");
    this.negative = place(classifier.labels(), "neg");
  }

  private static int place(List<String> labels, String beginning) {
    return IntStream.range(0, labels.size())
        .filter(i -> labels.get(i).toLowerCase(Locale.ROOT).startsWith(beginning))
        .findFirst()
        .orElseThrow(
            () ->
                new ModelException(
                    ("The model in slot sentiment has labels %s, none begins with %s;"
                            + " models.sentiment.labels can name them")
                        .formatted(labels, beginning)));
  }

  @Override
  public String id() {
    return classifier.id();
  }

  @Override
  public List<Double> polarity(List<String> texts) {
    return classifier.classify(texts).stream()
        .map(c -> c.probabilities().get(positive) - c.probabilities().get(negative))
        .toList();
  }
}
