package dev.assay.evaluators.rules;

import dev.assay.core.Evidence;
import dev.assay.core.Evidence.Side;
import dev.assay.core.Models;
import dev.assay.core.Slot;
import dev.assay.evaluators.shared.ByText;
import dev.assay.model.TextClassifier;
import dev.assay.text.Splits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How toxic sentences are by the classifier in {@code models.toxicity}: its label toxicity (or
 * toxic), else the highest of its labels. Nothing where the slot is empty.
 *
 * @param bySentence probabilities
 */
record Abuse(Map<String, Double> bySentence) {
  /** Sentences of a text above which it is not judged. */
  static final int MAX_SENTENCES = 2_000;

  /** Judges the sentences of all {@code texts} at once. */
  static Abuse in(List<String> texts, Models models) {
    if (models.missing(Slot.TOXICITY).isPresent()) {
      return new Abuse(Map.of());
    }
    Set<String> sentences = new LinkedHashSet<>();
    for (String text : texts) {
      sentences(text).ifPresent(sentences::addAll);
    }
    TextClassifier model = models.classifier(Slot.TOXICITY);
    int label = label(model.labels());
    Map<String, Double> bySentence = new HashMap<>();
    ByText.of(sentences, model::classify)
        .forEach(
            (sentence, classes) -> {
              List<Double> all = classes.probabilities();
              double highest = all.stream().mapToDouble(Double::doubleValue).max().orElse(0);
              bySentence.put(sentence, label < 0 ? highest : all.get(label));
            });
    return new Abuse(bySentence);
  }

  private static int label(List<String> labels) {
    List<String> lower = labels.stream().map(l -> l.toLowerCase(Locale.ROOT)).toList();
    return Math.max(lower.indexOf("toxicity"), lower.indexOf("toxic"));
  }

  private static Optional<List<String>> sentences(String text) {
    List<String> all = Splits.all(text);
    return all.size() > MAX_SENTENCES ? Optional.empty() : Optional.of(all);
  }

  /** The highest probability in {@code text}; empty where it has too many sentences. */
  Optional<Double> highest(String text) {
    if (bySentence.isEmpty()) {
      return Optional.of(0.0);
    }
    return sentences(text)
        .map(all -> all.stream().mapToDouble(s -> bySentence.getOrDefault(s, 0.0)).max().orElse(0));
  }

  /** Rows of the sentences from {@code threshold} on, numbered from {@code from}. */
  List<Evidence> rows(String metric, Side side, String text, double threshold, int from) {
    List<Evidence> rows = new ArrayList<>();
    for (String sentence :
        bySentence.isEmpty() ? List.<String>of() : sentences(text).orElse(List.of())) {
      double probability = bySentence.getOrDefault(sentence, 0.0);
      if (probability >= threshold && rows.size() < Checks.ROWS) {
        rows.add(
            Evidence.of(metric, side, from + rows.size(), sentence, probability)
                .flagged("abuse", "classifier"));
      }
    }
    return rows;
  }
}
