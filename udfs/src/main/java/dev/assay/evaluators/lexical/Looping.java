package dev.assay.evaluators.lexical;

import dev.assay.core.Evidence;
import dev.assay.core.Evidence.Side;
import dev.assay.core.Example;
import dev.assay.core.Field;
import dev.assay.core.Measure;
import dev.assay.core.Metric;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.RowEvaluator;
import dev.assay.core.Spec;
import dev.assay.core.ValidationDimension;
import dev.assay.text.Compression;
import dev.assay.text.Repeat;
import dev.assay.text.Splits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether the answer goes round in circles, each in [0, 1]: distinct sentences by sentences; the
 * share of the text that copies of its longest repeated substring fill; and how well zlib packs it.
 *
 * <p>Sentences of fewer than ten characters do not count; an answer with none or one of the others
 * has unique_sentences 1. The substring's copies do not overlap, and an answer over {@link
 * Repeat#MAX_LENGTH} characters is too long for the search. The sentence rows name the sentences
 * and the substring that are repeated, with their number.
 *
 * <p>Source: 002 Looping detection.
 */
public record Looping() implements RowEvaluator {

  private static final String SENTENCES = "unique_sentences";
  private static final String SUBSTRING = "longest_repeated_substring";
  private static final int SHORTEST = 10;
  private static final int ROWS = 50;

  private static final Spec SPEC =
      Spec.of("looping", "Looping detection")
          .meaning("Whether the answer repeats sentences or passages.")
          .source("002 Looping detection")
          .dimension(ValidationDimension.QA)
          .needs(Field.ANSWER)
          .metric(Metric.share(SENTENCES, 0.75, "Distinct sentences by sentences"))
          .metric(
              Metric.distance(
                  SUBSTRING,
                  1,
                  0.75,
                  "Share of the text that its longest repeated substring fills"))
          .metric(Metric.share("compression_ratio", 0.75, "Packed by unpacked size"))
          .build();

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public List<Outcome> score(List<Example> batch, Models models) {
    return batch.stream().map(example -> outcome(example.answer().orElseThrow())).toList();
  }

  private static Outcome outcome(String answer) {
    List<Evidence> rows = new ArrayList<>();
    List<String> sentences =
        Splits.all(answer).stream().filter(sentence -> characters(sentence) >= SHORTEST).toList();
    Map<String, List<Integer>> places = new LinkedHashMap<>();
    for (int i = 0; i < sentences.size(); i++) {
      places.computeIfAbsent(sentences.get(i), sentence -> new ArrayList<>()).add(i);
    }
    places.entrySet().stream()
        .filter(entry -> entry.getValue().size() > 1)
        .limit(ROWS)
        .forEach(
            entry -> {
              int count = entry.getValue().size();
              rows.add(row(SENTENCES, entry.getValue().get(0), entry.getKey(), 1.0 / count, count));
            });
    Measure substring = substring(answer, rows);
    return SPEC.outcome(
        rows,
        Measure.of(sentences.isEmpty() ? 1 : places.size() / (double) sentences.size()),
        substring,
        Measure.of(Compression.ratio(answer)));
  }

  private static Measure substring(String answer, List<Evidence> rows) {
    if (characters(answer) > Repeat.MAX_LENGTH) {
      return Measure.tooLong(
          "%d characters are over the limit of %d"
              .formatted(characters(answer), Repeat.MAX_LENGTH));
    }
    Optional<Repeat> longest = Repeat.longestOf(answer);
    longest
        .filter(repeat -> characters(repeat.substring()) >= SHORTEST)
        .ifPresent(
            repeat ->
                rows.add(row(SUBSTRING, 0, repeat.substring(), repeat.share(), repeat.count())));
    return Measure.of(longest.map(Repeat::share).orElse(0.0));
  }

  private static Evidence row(String metric, int index, String text, double score, int count) {
    return Evidence.of(metric, Side.ANSWER, index, text, score)
        .flagged("repeated")
        .with(Map.of("count", (double) count));
  }

  private static int characters(String text) {
    return text.codePointCount(0, text.length());
  }
}
