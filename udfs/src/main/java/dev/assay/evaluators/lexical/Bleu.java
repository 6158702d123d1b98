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
import dev.assay.evaluators.shared.References;
import dev.assay.evaluators.shared.Silence;
import dev.assay.text.BleuScores;
import dev.assay.text.NltkWords;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * BLEU of the answer against the expected answer, in [0, 1]: bleu_n over orders 1 to n, and
 * bleu_n_only of order n alone. Of several accepted answers each sequence counts as often as in the
 * one that has it most often, and the penalty takes the nearest length; bleu_4_mean is the mean of
 * bleu_4 against each of them alone. Case counts. Without smoothing: an order without a common
 * n-gram, in a text of fewer than n words too, makes its scores 0, as does an empty answer. More
 * than {@value #MAX_CHARACTERS} characters on a side are too long.
 *
 * <p>Source: 002 BLEU; 003 A.4; NLTK's sentence BLEU on its word tokenizer's rules.
 */
public record Bleu() implements RowEvaluator {

  /** NLTK's tokenizer is some thirty replacements one after another. */
  static final int MAX_CHARACTERS = 200_000;

  private static final Spec SPEC = spec(Spec.of("bleu", "BLEU"));

  private static Spec spec(Spec.Builder builder) {
    builder
        .meaning(
            "Share of the answer's word sequences found in the expected answer, or in any accepted"
                + " one.")
        .source("002 BLEU; 003 A.4; NLTK sentence_bleu without smoothing")
        .version(2)
        .dimension(ValidationDimension.QA)
        .needs(Field.EXPECTED)
        .uses(Field.ANSWER);
    for (int n = 1; n <= BleuScores.ORDERS; n++) {
      String meaning = "Geometric mean of the precisions of orders 1 to " + n;
      builder.metric(Metric.share("bleu_" + n, 0.75, meaning));
    }
    for (int n = 1; n <= BleuScores.ORDERS; n++) {
      String meaning = "Precision of sequences of " + n + ", times the brevity penalty";
      builder.metric(Metric.share("bleu_" + n + "_only", 0.75, meaning));
    }
    builder.metric(
        Metric.share("bleu_4_mean", 0.75, "Mean bleu_4 over the accepted answers, each alone"));
    return builder.build();
  }

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public List<Outcome> score(List<Example> batch, Models models) {
    return batch.stream()
        .map(example -> Silence.judge(SPEC, example).orElseGet(() -> outcome(example)))
        .toList();
  }

  private static Outcome outcome(Example example) {
    List<String> accepted = References.of(example);
    String answer = example.answer().orElseThrow();
    int longest =
        Math.max(answer.length(), accepted.stream().mapToInt(String::length).max().orElseThrow());
    if (longest > MAX_CHARACTERS) {
      return SPEC.tooLong(
          "a text has %d characters: more than %d are not compared"
              .formatted(longest, MAX_CHARACTERS));
    }
    List<List<String>> references = accepted.stream().map(NltkWords::of).toList();
    List<String> words = NltkWords.of(answer);
    BleuScores bleu = BleuScores.of(references, words);
    double mean =
        references.size() == 1
            ? bleu.cumulative(BleuScores.ORDERS)
            : references.stream()
                .mapToDouble(
                    one -> BleuScores.of(List.of(one), words).cumulative(BleuScores.ORDERS))
                .average()
                .orElseThrow();
    return SPEC.outcome(
        Stream.of(
                IntStream.rangeClosed(1, BleuScores.ORDERS).mapToDouble(bleu::cumulative),
                IntStream.rangeClosed(1, BleuScores.ORDERS).mapToDouble(bleu::only),
                DoubleStream.of(mean))
            .flatMap(DoubleStream::boxed)
            .map(Measure::of)
            .toArray(Measure[]::new));
  }
}
