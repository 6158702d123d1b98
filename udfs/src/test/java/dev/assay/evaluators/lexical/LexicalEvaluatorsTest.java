package dev.assay.evaluators.lexical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.assay.core.Evidence;
import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.Metric;
import dev.assay.core.Outcome;
import dev.assay.core.RowEvaluator;
import dev.assay.core.Status;
import dev.assay.testing.FakeEmbedder;
import dev.assay.testing.FakeModels;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LexicalEvaluatorsTest {
  private static final double EXACT = 1e-12;

  static Stream<RowEvaluator> comparing() {
    return Stream.of(new Rouge(), new Bleu(), new TokenF1());
  }

  @ParameterizedTest
  @MethodSource("comparing")
  void anEmptyAnswerHasTheWorstValueAndAMissingOneNone(RowEvaluator evaluator) {
    Outcome empty = score(evaluator, "The fee is due.", " \u200b");
    assertThat(empty.measures().values()).allMatch(measure -> measure.equals(Measure.of(0)));
    Outcome missing = score(evaluator, "The fee is due.", null);
    assertThat(missing.measures().values())
        .allMatch(measure -> ((Measure.Absent) measure).status() == Status.NO_INPUT);
  }

  @ParameterizedTest
  @MethodSource("comparing")
  void theExpectedAnswerItselfHasTheBestValue(RowEvaluator evaluator) {
    String text = "The monthly fee is $12.50. It is waived for students.";
    Outcome outcome = score(evaluator, text, text);
    for (Metric metric : evaluator.spec().metrics()) {
      assertThat(value(outcome, metric.name())).as(metric.name()).isCloseTo(1, within(EXACT));
    }
  }

  @Test
  void bleuDoesNotReadABook() {
    String book = "word ".repeat(Bleu.MAX_CHARACTERS / 5 + 1);
    assertThat(score(new Bleu(), "word", book).measures().values())
        .allMatch(measure -> ((Measure.Absent) measure).status() == Status.TOO_LONG);
    assertThat(value(score(new Bleu(), "word", "word"), "bleu_1")).isCloseTo(1, within(EXACT));
  }

  @Test
  void rougeStemsUnlessToldNotTo() {
    // Stems: the cat were run quickli / the cat run quick. Common: the, cat, run: P 3/4, R 3/5,
    // F 2·(3/4)(3/5)/(27/20) = 2/3. Pairs: the-cat only: P 1/3, R 1/4, F 2/7.
    Outcome stemmed = score(new Rouge(), "The cats were running quickly", "The cat runs quick");
    assertThat(value(stemmed, "rouge_1")).isCloseTo(2 / 3.0, within(EXACT));
    assertThat(value(stemmed, "rouge_l")).isCloseTo(2 / 3.0, within(EXACT));
    assertThat(value(stemmed, "rouge_2")).isCloseTo(2 / 7.0, within(EXACT));
    assertThat(value(stemmed, "rouge_2_precision")).isCloseTo(1 / 3.0, within(EXACT));
    assertThat(value(stemmed, "rouge_2_recall")).isCloseTo(1 / 4.0, within(EXACT));
    // β² = 1.44: 2.44 · .6 · .75 / (.6 + 1.44 · .75) = 1.098 / 1.68.
    assertThat(value(stemmed, "rouge_l_beta")).isCloseTo(1.098 / 1.68, within(EXACT));
    // Without stems only "the" is common: P 1/4, R 1/5, F 2/9.
    Outcome plain =
        score(new Rouge(false, false), "The cats were running quickly", "The cat runs quick");
    assertThat(value(plain, "rouge_1")).isCloseTo(2 / 9.0, within(EXACT));
  }

  @Test
  void rougeOfOtherScriptsNeedsTheUnicodeTokenizer() {
    Outcome latin = score(new Rouge(), "手数料は無料です。", "手数料は無料です。");
    assertThat(latin.measures().values())
        .allMatch(measure -> ((Measure.Absent) measure).status() == Status.NOT_APPLICABLE);
    // Nine characters, eight of them tokens; six are common and in order: 手数料は and です.
    Outcome unicode = score(new Rouge(true, true), "手数料は無料です。", "手数料は有償です。");
    assertThat(value(unicode, "rouge_l")).isCloseTo(6 / 8.0, within(EXACT));
    // As rouge-score, "Zürich" is z, rich: 4 tokens and 3, 2 common: 4/7.
    assertThat(value(score(new Rouge(), "Zürich is nice", "Zurich is nice"), "rouge_1"))
        .isCloseTo(4 / 7.0, within(EXACT));
  }

  @Test
  void rougeSummaryLevelForgivesTheOrderOfSentences() {
    Outcome outcome = score(new Rouge(), "Open the app. Tap to pay.", "Tap to pay. Open the app.");
    assertThat(value(outcome, "rouge_lsum")).isCloseTo(1, within(EXACT));
    // As one sequence of six, three are common in order.
    assertThat(value(outcome, "rouge_l")).isCloseTo(.5, within(EXACT));
    assertThat(outcome.evidence())
        .extracting(Evidence::sentence, row -> row.match().orElseThrow().index(), Evidence::score)
        .containsExactly(tuple("Tap to pay.", 1, 1.0), tuple("Open the app.", 0, 1.0));
  }

  @Test
  void rougeOfVeryLongTextsKeepsWhatIsLinear() {
    String text = "word ".repeat(10_000);
    Outcome outcome = score(new Rouge(), text, text);
    assertThat(value(outcome, "rouge_2")).isCloseTo(1, within(EXACT));
    assertThat(((Measure.Absent) outcome.measures().get("rouge_l")).status())
        .isEqualTo(Status.TOO_LONG);
  }

  @Test
  void bleuIsCumulativeAndByOrder() {
    // "the cat sat on the mat": 5 of 6 words, 3 of 5 pairs, 1 of 4 triples, no quadruple.
    Outcome outcome = score(new Bleu(), "the cat is on the mat", "the cat sat on the mat");
    assertThat(value(outcome, "bleu_1")).isCloseTo(5 / 6.0, within(EXACT));
    assertThat(value(outcome, "bleu_2")).isCloseTo(Math.sqrt(5 / 6.0 * 3 / 5), within(EXACT));
    assertThat(value(outcome, "bleu_3")).isCloseTo(.5, within(EXACT));
    assertThat(value(outcome, "bleu_4")).isZero();
    assertThat(value(outcome, "bleu_2_only")).isCloseTo(.6, within(EXACT));
    assertThat(value(outcome, "bleu_3_only")).isCloseTo(.25, within(EXACT));
    assertThat(value(outcome, "bleu_4_only")).isZero();
  }

  @Test
  void bleuPunishesBrevity() {
    // All n-grams found, 4 words for 9: exp(1 − 9/4).
    Outcome outcome =
        score(new Bleu(), "the quick brown fox jumps over the lazy dog", "the quick brown fox");
    for (int n = 1; n <= 4; n++) {
      assertThat(value(outcome, "bleu_" + n)).isCloseTo(Math.exp(-1.25), within(EXACT));
    }
  }

  @Test
  void tokenF1IgnoresCaseArticlesPunctuationAndOrder() {
    // {fee, is, 35} and {35, is, monthly, fee}: 3 common, P 3/4, R 1, F 6/7.
    Outcome outcome = score(new TokenF1(), "The fee is $35.", "35 is a monthly fee");
    assertThat(value(outcome, "token_precision")).isCloseTo(.75, within(EXACT));
    assertThat(value(outcome, "token_recall")).isCloseTo(1, within(EXACT));
    assertThat(value(outcome, "token_f1")).isCloseTo(6 / 7.0, within(EXACT));
  }

  /**
   * "fee due" to "the fee", "fee due monthly" and "fee due": SQuAD's words {fee}, {fee due
   * monthly}, {fee due}: F1 2/3, 4/5, 1, mean 37/45. ROUGE-1 keeps "the": 1/2, 4/5, 1.
   */
  @Test
  void ofSeveralAcceptedAnswersTheBestCountsAndTheMeanIsSaid() {
    List<String> accepted = List.of("the fee", "fee due monthly", "fee due", " ", "the fee");
    Outcome f1 = several(new TokenF1(), accepted, "fee due");
    assertThat(value(f1, "token_f1")).isCloseTo(1, within(EXACT));
    assertThat(value(f1, "token_f1_mean")).isCloseTo(37 / 45.0, within(EXACT));
    Outcome rouge = several(new Rouge(), accepted, "fee due");
    assertThat(value(rouge, "rouge_1")).isCloseTo(1, within(EXACT));
    assertThat(value(rouge, "rouge_1_mean")).isCloseTo(2.3 / 3, within(EXACT));
    assertThat(rouge.evidence().get(0).match().orElseThrow().sentence()).isEqualTo("fee due");
    // Both pairs of words are found, in different answers; of equally near lengths the shorter one.
    Outcome bleu =
        several(new Bleu(), List.of("the fee is", "fee is due now then"), "the fee is due");
    assertThat(value(bleu, "bleu_2")).isCloseTo(1, within(EXACT));
    assertThat(value(bleu, "bleu_3")).isCloseTo(1, within(EXACT));
    // Against the one it is a copy, against the other no sequence of four is common: (1 + 0) / 2.
    Outcome apart =
        several(new Bleu(), List.of("the fee is due now", "due is the fee"), "the fee is due now");
    assertThat(value(apart, "bleu_4")).isCloseTo(1, within(EXACT));
    assertThat(value(apart, "bleu_4_mean")).isCloseTo(.5, within(EXACT));
  }

  private static Outcome several(RowEvaluator evaluator, List<String> accepted, String answer) {
    Example example =
        new Example(
            "c",
            "s",
            0,
            "g",
            "q",
            Optional.of(accepted.get(0)),
            List.of(),
            Optional.of(answer),
            Optional.empty(),
            List.of(),
            List.of(),
            Map.of(),
            accepted,
            List.of());
    return evaluator.score(List.of(example), FakeModels.with(FakeEmbedder.hashing(8))).get(0);
  }

  /** {a b c} with {a b c}: 1; with {a b}: 2·2/(3+2) = .8; with nothing: 0. Mean .6. */
  @Test
  void anAnswerIsAsConsistentAsItsPairsAre() {
    Outcome outcome = consistency("fee due monthly", "[\"fee due monthly\", \"fee due\", \"\"]");
    assertThat(value(outcome, "rouge_l")).isCloseTo(.6, within(EXACT));
    assertThat(value(outcome, "rouge_1")).isCloseTo(.6, within(EXACT));
    // Order counts for rouge_l: of two words one is common in order.
    Outcome turned = consistency("fee due", "[\"due fee\"]");
    assertThat(value(turned, "rouge_l")).isCloseTo(.5, within(EXACT));
    assertThat(value(turned, "rouge_1")).isCloseTo(1, within(EXACT));
    // Of more than max_answers the nearest in length.
    assertThat(
            value(
                consistency(
                    new AnswerConsistency(1, true, true), "fee due", "[\"x\", \"fee due\"]"),
                "rouge_l"))
        .isCloseTo(1, within(EXACT));
    assertThat(value(consistency("", "[\"fee\"]"), "rouge_l")).isZero();
    assertThat(((Measure.Absent) consistency("fee", "[]").measures().get("rouge_l")).status())
        .isEqualTo(Status.NO_INPUT);
  }

  private static Outcome consistency(String answer, String repeats) {
    return consistency(new AnswerConsistency(), answer, repeats);
  }

  private static Outcome consistency(AnswerConsistency evaluator, String answer, String repeats) {
    Example example =
        new Example(
            "c",
            "s",
            0,
            "g",
            "q",
            Optional.empty(),
            List.of(),
            Optional.of(answer),
            Optional.empty(),
            List.of(),
            List.of(),
            Map.of("repeats", repeats),
            List.of(),
            List.of());
    return evaluator.score(List.of(example), FakeModels.with(FakeEmbedder.hashing(8))).get(0);
  }

  @Test
  void textStatisticsDescribeTheAnswer() {
    // Eight words in two sentences, seven of them distinct; expected: four words.
    Outcome outcome =
        score(new TextStatistics(3), "A fee of $1,056.", "The fee isn't due. We waive the charge.");
    assertThat(value(outcome, "avg_sentence_length")).isEqualTo(4);
    assertThat(value(outcome, "ttr")).isEqualTo(7 / 8.0);
    // the fee isn't | due we waive | (the charge is left out): both segments have 3 of 3.
    assertThat(value(outcome, "msttr")).isEqualTo(1);
    assertThat(value(outcome, "word_count_diff_pct")).isEqualTo(100);
  }

  @Test
  void textStatisticsOfAnEmptyAnswerAreAbsentButForTheDifference() {
    Outcome outcome = score(new TextStatistics(), "The fee is due.", "");
    assertThat(value(outcome, "word_count_diff_pct")).isEqualTo(-100);
    assertThat(outcome.measures().get("ttr")).isInstanceOf(Measure.Absent.class);
    assertThat(outcome.measures().get("avg_sentence_length")).isInstanceOf(Measure.Absent.class);
    assertThatThrownBy(() -> new TextStatistics(0)).hasMessageContaining("segment");
  }

  @Test
  void loopingCountsDistinctSentencesAndTheirCopies() {
    // Three sentences of ten characters or more, two distinct; "I am fine. " twice in 32: 22/32.
    // zlib packs the 32 bytes to 31.
    Outcome outcome = score(new Looping(), null, "I am fine. I am fine. Thank you.");
    assertThat(value(outcome, "unique_sentences")).isCloseTo(2 / 3.0, within(EXACT));
    assertThat(value(outcome, "longest_repeated_substring")).isEqualTo(.6875);
    assertThat(value(outcome, "compression_ratio")).isEqualTo(31 / 32.0);
    assertThat(outcome.evidence())
        .extracting(Evidence::sentence, row -> row.detail().get("count"))
        .containsExactly(tuple("I am fine.", 2.0), tuple("I am fine. ", 2.0));
  }

  @Test
  void oneSentenceDoesNotLoop() {
    Outcome outcome = score(new Looping(), null, "The sky is blue today.");
    assertThat(value(outcome, "unique_sentences")).isEqualTo(1);
    assertThat(value(outcome, "compression_ratio")).isEqualTo(1);
  }

  @Test
  void aLoopingTextIsAllCopies() {
    // Twenty times 18 characters: the longest that fits twice is ten of them: 2 · 180 / 360.
    Outcome outcome = score(new Looping(), null, "The answer is 42. ".repeat(20));
    assertThat(value(outcome, "unique_sentences")).isEqualTo(1 / 20.0);
    assertThat(value(outcome, "longest_repeated_substring")).isEqualTo(1);
    assertThat(value(outcome, "compression_ratio")).isCloseTo(31 / 360.0, within(4 / 360.0));
  }

  @Test
  void aVeryLongAnswerIsNotSearchedForRepeats() {
    String answer =
        IntStream.range(0, 40_000).mapToObj(Integer::toString).collect(Collectors.joining(" "));
    Outcome outcome = score(new Looping(), null, answer);
    assertThat(((Measure.Absent) outcome.measures().get("longest_repeated_substring")).status())
        .isEqualTo(Status.TOO_LONG);
    assertThat(outcome.measures().get("compression_ratio")).isInstanceOf(Measure.Value.class);
  }

  private static Outcome score(RowEvaluator evaluator, String expected, String answer) {
    Example example = Example.of("What is the fee?", expected, List.of(), answer);
    return evaluator.score(List.of(example), FakeModels.with(FakeEmbedder.hashing(8))).get(0);
  }

  private static double value(Outcome outcome, String metric) {
    return ((Measure.Value) outcome.measures().get(metric)).value();
  }
}
