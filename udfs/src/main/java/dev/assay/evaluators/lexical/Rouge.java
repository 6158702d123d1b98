package dev.assay.evaluators.lexical;

import dev.assay.core.Evidence;
import dev.assay.core.Evidence.Match;
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
import dev.assay.evaluators.shared.References;
import dev.assay.evaluators.shared.Silence;
import dev.assay.text.Overlap;
import dev.assay.text.RougeScores;
import dev.assay.text.RougeTokens;
import dev.assay.text.Splits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Overlap of the answer's words with the expected answer's, in [0, 1]: their longest common
 * subsequence (rouge_l), single words (rouge_1), word pairs (rouge_2), each as F1, precision and
 * recall; the summary-level F1 over sentences (rouge_lsum), and rouge_l with recall weighted 1.2
 * times (rouge_l_beta). Of several accepted answers the one with the highest F1 counts, for each of
 * these on its own, as in rouge-score; the mean over all stands beside it. Tokens and counting are
 * those of rouge-score 0.1.2. The sentence rows say which expected sentence is nearest by rouge_l.
 *
 * <p>An empty answer has 0, and so has rouge_2 of a single word. An expected answer without a token
 * (other scripts, unless {@code unicode}) makes all not applicable. Above {@value #MAX_CELLS} token
 * pairs, what rests on the common subsequence is too long.
 *
 * <p>Source: 002 ROUGE; 003 A.1–A.3; Lin 2004.
 *
 * @param stemmer whether words of more than three characters are stemmed (Porter)
 * @param unicode whether words of all scripts count, and not only a–z and 0–9
 */
public record Rouge(boolean stemmer, boolean unicode) implements RowEvaluator {

  private static final long MAX_CELLS = 40_000_000;
  private static final String LIMIT =
      " words and sentences are over the limit of %d pairs".formatted(MAX_CELLS);
  private static final double BETA = 1.2;

  private static final Spec SPEC =
      Spec.of("rouge", "ROUGE")
          .version(2)
          .meaning("Overlap of the answer's words with the expected answer's.")
          .source("002 ROUGE; 003 A.1–A.3; Lin 2004; rouge-score 0.1.2")
          .dimension(ValidationDimension.QA)
          .needs(Field.EXPECTED)
          .uses(Field.ANSWER)
          .metric(Metric.share("rouge_l", 0.75, "F1 of the longest common subsequence"))
          .metric(Metric.share("rouge_1", 0.75, "F1 of single words"))
          .metric(Metric.share("rouge_2", 0.75, "F1 of word pairs"))
          .metric(Metric.share("rouge_l_precision", 0.75, "Share of the answer in the subsequence"))
          .metric(Metric.share("rouge_l_recall", 0.75, "Share of the expected answer in it"))
          .metric(Metric.share("rouge_1_precision", 0.75, "Share of the answer's words expected"))
          .metric(Metric.share("rouge_1_recall", 0.75, "Share of the expected words answered"))
          .metric(Metric.share("rouge_2_precision", 0.75, "Share of the answer's pairs expected"))
          .metric(Metric.share("rouge_2_recall", 0.75, "Share of the expected pairs answered"))
          .metric(Metric.share("rouge_lsum", 0.75, "F1 of common subsequences over sentences"))
          .metric(Metric.share("rouge_l_beta", 0.75, "rouge_l with recall weighted 1.2 times"))
          .metric(Metric.share("rouge_l_mean", 0.75, "Mean rouge_l over the accepted answers"))
          .metric(Metric.share("rouge_1_mean", 0.75, "Mean rouge_1 over the accepted answers"))
          .metric(Metric.share("rouge_2_mean", 0.75, "Mean rouge_2 over the accepted answers"))
          .build();

  /** With stemming, as the reference reports it, and the package's own tokenizer. */
  public Rouge() {
    this(true, false);
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

  private Outcome outcome(Example example) {
    List<Tokens> accepted =
        References.of(example).stream()
            .map(this::tokens)
            .filter(tokens -> !tokens.all().isEmpty())
            .toList();
    Tokens answer = tokens(example.answer().orElseThrow());
    if (accepted.isEmpty()) {
      return SPEC.notApplicable(
          "the expected answer has no word that the tokenizer knows (parameter unicode)");
    }
    Map<String, Measure> measures = new LinkedHashMap<>();
    long expected = accepted.stream().mapToLong(Tokens::size).sum();
    Measure tooLong = Measure.tooLong("%s by %s".formatted(expected, answer.size()) + LIMIT);
    SPEC.metrics().forEach(metric -> measures.put(metric.name(), tooLong));
    put(measures, "rouge_1", each(accepted, one -> RougeScores.ngrams(one, answer.all(), 1)));
    put(measures, "rouge_2", each(accepted, one -> RougeScores.ngrams(one, answer.all(), 2)));
    if (expected * answer.size() > MAX_CELLS) {
      return Outcome.of(measures);
    }
    List<Overlap> common =
        each(accepted, one -> RougeScores.longestCommonSubsequence(one, answer.all()));
    put(measures, "rouge_l", common);
    measures.put(
        "rouge_l_beta",
        Measure.of(common.stream().mapToDouble(one -> one.f(BETA)).max().orElseThrow()));
    List<Overlap> summaries =
        accepted.stream()
            .map(one -> RougeScores.summary(one.bySentence(), answer.bySentence()))
            .toList();
    measures.put("rouge_lsum", Measure.of(Overlap.best(summaries).f1()));
    Tokens nearest = accepted.get(common.indexOf(Overlap.best(common)));
    return Outcome.of(measures, evidence(nearest, answer));
  }

  private static List<Overlap> each(List<Tokens> accepted, Function<List<String>, Overlap> with) {
    return accepted.stream().map(Tokens::all).map(with).toList();
  }

  /** The accepted answer with the highest F1, and the mean F1 over all. */
  private static void put(Map<String, Measure> measures, String name, List<Overlap> overlaps) {
    Overlap best = Overlap.best(overlaps);
    measures.put(name, Measure.of(best.f1()));
    measures.put(name + "_precision", Measure.of(best.precision()));
    measures.put(name + "_recall", Measure.of(best.recall()));
    measures.put(name + "_mean", Measure.of(Overlap.meanF1(overlaps)));
  }

  /** For every answer sentence the expected sentence with the highest rouge_l. */
  private static List<Evidence> evidence(Tokens expected, Tokens answer) {
    List<Evidence> rows = new ArrayList<>();
    for (int a = 0; a < answer.sentences().size(); a++) {
      int best = 0;
      double highest = -1;
      for (int e = 0; e < expected.sentences().size(); e++) {
        double f1 =
            RougeScores.longestCommonSubsequence(
                    expected.bySentence().get(e), answer.bySentence().get(a))
                .f1();
        if (f1 > highest) {
          highest = f1;
          best = e;
        }
      }
      Match match = new Match(Side.EXPECTED, best, expected.sentences().get(best));
      String sentence = answer.sentences().get(a);
      rows.add(Evidence.of("rouge_l", Side.ANSWER, a, sentence, highest, match));
    }
    return rows;
  }

  /** A text's sentences, the tokens of each, and all of them. */
  private record Tokens(List<String> sentences, List<List<String>> bySentence, List<String> all) {
    /** What comparing it costs: its words, and its sentences for those without any. */
    long size() {
      return (long) all.size() + sentences.size();
    }
  }

  private Tokens tokens(String text) {
    RougeTokens tokenizer = new RougeTokens(stemmer, unicode);
    List<String> sentences = Splits.all(text);
    List<List<String>> bySentence = sentences.stream().map(tokenizer::of).toList();
    return new Tokens(sentences, bySentence, bySentence.stream().flatMap(List::stream).toList());
  }
}
