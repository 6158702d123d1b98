package dev.assay.evaluators.rules;

import dev.assay.core.Evidence;
import dev.assay.core.Evidence.Side;
import dev.assay.core.Measure;
import dev.assay.core.Models;
import dev.assay.core.Slot;
import dev.assay.evaluators.shared.ByText;
import dev.assay.model.Exemplars;
import dev.assay.model.TextClassifier;
import dev.assay.text.Sentences;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * How far off topic whole questions are by the classifier in {@code models.topic}: its label
 * off_topic, in any case and with any mark between the words.
 *
 * @param byQuestion what it says
 * @param why without a classifier that can judge, the reason; else empty
 */
record OffTopic(Map<String, Judged> byQuestion, Optional<String> why) {
  /** Characters of a question above which it is not judged. */
  static final int MAX = 200_000;

  /**
   * @param value in [0, 1], as the classifier defines it
   * @param cut whether it did not read the question in one piece
   */
  record Judged(double value, boolean cut) {}

  /**
   * Judges all {@code questions} at once.
   *
   * @param threshold from which on a question counts as off topic
   */
  static OffTopic in(Collection<String> questions, Models models, double threshold) {
    Optional<String> missing = models.missing(Slot.TOPIC);
    if (missing.isPresent()) {
      return new OffTopic(Map.of(), missing);
    }
    TextClassifier model = models.classifier(Slot.TOPIC);
    int label = model.labels().stream().map(OffTopic::plain).toList().indexOf("offtopic");
    if (label < 0) {
      return none(
          "the model in slot topic has labels %s, none is off_topic".formatted(model.labels()));
    }
    if (model.highest() < threshold) {
      return none(
          ("the model in slot topic gives %s at most, off_topic_threshold is %s: with exemplars"
                  + " that takes %d of them")
              .formatted(model.highest(), threshold, Exemplars.needed(threshold)));
    }
    Map<String, Judged> byQuestion = new HashMap<>();
    ByText.of(questions.stream().filter(text -> text.length() <= MAX).toList(), model::classify)
        .forEach(
            (text, found) -> {
              boolean cut = found.windows() > 1 || found.truncated();
              byQuestion.put(text, new Judged(found.probabilities().get(label), cut));
            });
    return new OffTopic(byQuestion, Optional.empty());
  }

  private static OffTopic none(String why) {
    return new OffTopic(Map.of(), Optional.of(why));
  }

  private static String plain(String label) {
    return label.toLowerCase(Locale.ROOT).replaceAll("[ _-]", "");
  }

  /** What is said of {@code question}; empty where nothing can be said. */
  Optional<Judged> of(String question) {
    return Optional.ofNullable(byQuestion.get(question));
  }

  /** Whether there is a classifier and {@code question} is too long for it. */
  boolean isTooLong(String question) {
    return why.isEmpty() && question.length() > MAX;
  }

  /** The value of {@code question}, or why it has none. */
  Measure measure(String question) {
    if (isTooLong(question)) {
      return Measure.tooLong(
          "a question of more than %d characters is not judged by its topic".formatted(MAX));
    }
    return of(question)
        .map(judged -> Measure.of(judged.value()))
        .orElseGet(() -> Measure.notApplicable(why.orElseThrow()));
  }

  /** A row of the question, of which the text's first {@link Sentences#MAX_LENGTH} are shown. */
  static Evidence row(String metric, String question, double value, int index) {
    int end = Math.min(question.length(), Sentences.MAX_LENGTH);
    if (end < question.length() && Character.isHighSurrogate(question.charAt(end - 1))) {
      end--;
    }
    return Evidence.of(metric, Side.QUESTION, index, question.substring(0, end), value)
        .flagged("off_topic", "classifier");
  }
}
