package dev.assay.evaluators.lexical;

import dev.assay.core.Example;
import dev.assay.core.Field;
import dev.assay.core.Measure;
import dev.assay.core.Metric;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.RowEvaluator;
import dev.assay.core.Spec;
import dev.assay.core.ValidationDimension;
import dev.assay.text.LexicalDiversity;
import dev.assay.text.Splits;
import dev.assay.text.Words;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The answer's length and variety, without a judgment: words per sentence, distinct words by words
 * (ttr), the mean of that over segments of {@code segment} words (msttr), and by how many percent
 * the answer has more words than the expected one. Words are those of any script, case aside.
 *
 * <p>A text without sentences or words, or with fewer than {@code segment} words, has no such
 * number; an empty answer is 100 % shorter.
 *
 * <p>Source: 003 D.1, D.2, D.4.
 *
 * @param segment words in a segment of msttr
 */
public record TextStatistics(int segment) implements RowEvaluator {

  private static final double UNLIMITED = Double.POSITIVE_INFINITY;

  private static final Spec SPEC =
      Spec.of("text_statistics", "Text statistics")
          .meaning("Length and variety of the answer; descriptive, without a threshold.")
          .source("003 D.1, D.2, D.4")
          .dimension(ValidationDimension.QA)
          .uses(Field.ANSWER, Field.EXPECTED)
          .metric(Metric.descriptive("avg_sentence_length", 0, UNLIMITED, "Words per sentence"))
          .metric(Metric.descriptive("ttr", 0, 1, "Distinct words by words"))
          .metric(Metric.descriptive("msttr", 0, 1, "Mean ttr of segments of equal length"))
          .metric(
              Metric.descriptive(
                  "word_count_diff_pct", -100, UNLIMITED, "Words more than expected, in percent"))
          .build();

  public TextStatistics {
    if (segment < 1) {
      throw new IllegalArgumentException("segment must be 1 or more words, got " + segment);
    }
  }

  /** Segments of 50 words. */
  public TextStatistics() {
    this(50);
  }

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public List<Outcome> score(List<Example> batch, Models models) {
    return batch.stream().map(this::outcome).toList();
  }

  private Outcome outcome(Example example) {
    if (example.answer().isEmpty()) {
      return SPEC.noInput("no answer was recorded");
    }
    String answer = example.answer().get();
    List<String> words = Words.of(answer);
    int sentences = Splits.all(answer).size();
    return SPEC.outcome(
        sentences == 0
            ? Measure.noInput("the answer has no sentence")
            : Measure.of(words.size() / (double) sentences),
        measure(LexicalDiversity.ttr(words), "the answer has no word"),
        measure(
            LexicalDiversity.msttr(words, segment),
            "the answer has %d words, a segment %d".formatted(words.size(), segment)),
        difference(words.size(), example));
  }

  private static Measure measure(OptionalDouble value, String otherwise) {
    return value.isPresent() ? Measure.of(value.getAsDouble()) : Measure.notApplicable(otherwise);
  }

  private static Measure difference(int words, Example example) {
    int expected = Words.of(example.expected().orElse("")).size();
    return expected == 0
        ? Measure.noInput("the expected answer has no word")
        : Measure.of(100.0 * (words - expected) / expected);
  }
}
