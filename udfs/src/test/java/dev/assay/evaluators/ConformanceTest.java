package dev.assay.evaluators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.conditions.Condition;
import dev.assay.core.AskingEvaluator;
import dev.assay.core.Direction;
import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.RowEvaluator;
import dev.assay.core.SetEvaluator;
import dev.assay.core.Slot;
import dev.assay.core.Status;
import dev.assay.evaluators.neural.FairnessBias;
import dev.assay.evaluators.sets.SelfConsistency;
import dev.assay.evaluators.similarity.Summarization;
import dev.assay.llm.StoredReply;
import dev.assay.model.Embedder;
import dev.assay.model.EntailmentModel;
import dev.assay.model.Support;
import dev.assay.model.TextClassifier;
import dev.assay.rules.Decoder;
import dev.assay.rules.Finding;
import dev.assay.rules.RuleSuite;
import dev.assay.spark.Scoring;
import dev.assay.stats.Extent;
import dev.assay.stats.TwoSample;
import dev.assay.steps.Alignment;
import dev.assay.testing.FakeEmbedder;
import dev.assay.testing.FakeModels;
import dev.assay.testing.Judged;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The 48 conformance pairs with H2O Sonar: for each whether Assay agrees, differs on purpose and
 * why, or has the part elsewhere. Every pair that is built is checked.
 */
class ConformanceTest {

  private enum Verdict {
    AGREES,
    DIFFERS,
    ELSEWHERE
  }

  private record Pair(int number, Verdict verdict, String what, ThrowingCallable check) {
    String title() {
      return "%d %s: %s".formatted(number, verdict.name().toLowerCase(java.util.Locale.ROOT), what);
    }
  }

  private static final RuleSuite PII = RuleSuite.of("bundled:pii");
  private static final RuleSuite SECRETS = RuleSuite.of("bundled:secrets");

  private static final List<Pair> PAIRS = new ArrayList<>();

  private static void agrees(int number, String what, ThrowingCallable check) {
    PAIRS.add(new Pair(number, Verdict.AGREES, what, check));
  }

  private static void differs(int number, String why, ThrowingCallable check) {
    PAIRS.add(new Pair(number, Verdict.DIFFERS, why, check));
  }

  /** The pairs' image [[.9, .1], [.2, .8]], every pair contradicted by {@code contradiction}. */
  private static double zeroShot(double contradiction) {
    Map<String, Map<String, Double>> image =
        Map.of(
            "The first line.", Map.of("Summary line one.", .9, "Summary line two.", .1),
            "The second line.", Map.of("Summary line one.", .2, "Summary line two.", .8));
    EntailmentModel model =
        new EntailmentModel() {
          @Override
          public String id() {
            return "image";
          }

          @Override
          public boolean knowsContradiction() {
            return true;
          }

          @Override
          public List<Support> judge(List<Claim> claims) {
            return claims.stream()
                .map(
                    claim ->
                        new Support(
                            image.get(claim.passages().get(0)).get(claim.sentence()),
                            0,
                            OptionalDouble.empty(),
                            OptionalDouble.of(contradiction),
                            Optional.empty(),
                            List.of(),
                            Map.of(),
                            false))
                .toList();
          }
        };
    Example example =
        Example.of(
            "The first line. The second line.",
            null,
            List.of(),
            "Summary line one. Summary line two.");
    Outcome outcome = new Summarization().score(List.of(example), FakeModels.with(model)).get(0);
    return ((Measure.Value) outcome.measures().get("summac_zs")).value();
  }

  private static void elsewhere(int number, String where) {
    PAIRS.add(new Pair(number, Verdict.ELSEWHERE, where, () -> {}));
  }

  static {
    agrees(1, "edit distance ignores case", () -> near(edit("Yes", "yes"), 1));
    agrees(2, "a full stop is one edit of four", () -> near(edit("Yes.", "yes"), 0.75));
    agrees(3, "one digit of two", () -> near(edit("42", "43"), 0.5));
    agrees(4, "one letter more", () -> near(edit("Paris", "Pariss"), 0.833333));
    agrees(
        5,
        "blanks count in the edit distance, not in the exact match",
        () -> {
          near(edit(" Yes ", "Yes"), 0.6);
          near(shortScore("exact_match", " Yes ", "Yes"), 1);
        });
    agrees(
        6,
        "Jaccard of two words of three",
        () -> near(shortScore("token_jaccard", "New York", "new york city"), 0.666667));
    agrees(
        7,
        "one short text is enough for the short path; its score has a metric of its own",
        () -> {
          String sixty = "No, the fee is not charged when the card is lost or stolen.";
          Outcome outcome = row("answer_accuracy", Map.of(), "No", sixty);
          assertThat(outcome.measures().get("answer_accuracy")).isInstanceOf(Measure.Absent.class);
          assertThat(value(outcome, "answer_accuracy_short")).isBetween(0.0, 0.2);
        });
    differs(
        8,
        "the reference's numbers are bleu_n_only; bleu_n is cumulative, as the field has it, and no common n-gram is 0, not 2e-308",
        () ->
            bleu(
                "the cat is on the mat",
                "the cat sat on the mat",
                List.of(0.833333, 0.6, 0.25, 0.0),
                List.of(0.833333, 0.707107, 0.5, 0.0)));
    agrees(
        9,
        "brevity penalty e^(1−9/4)",
        () ->
            bleu(
                "the quick brown fox jumps over the lazy dog",
                "the quick brown fox",
                List.of(0.286505, 0.286505, 0.286505, 0.286505),
                List.of(0.286505, 0.286505, 0.286505, 0.286505)));
    agrees(
        10,
        "one equal word has no longer sequence",
        () -> bleu("yes", "yes", List.of(1.0, 0.0, 0.0, 0.0), List.of(1.0, 0.0, 0.0, 0.0)));
    agrees(
        11,
        "nothing in common",
        () -> bleu("a b c d", "x y z w", List.of(0.0, 0.0, 0.0, 0.0), List.of(0.0, 0.0, 0.0, 0.0)));
    agrees(
        12,
        "ROUGE with and without stems",
        () -> {
          rouge(
              true,
              "The cats were running quickly",
              "The cat runs quick",
              0.666667,
              0.285714,
              0.666667);
          rouge(
              false, "The cats were running quickly", "The cat runs quick", 0.222222, 0, 0.222222);
        });
    agrees(
        13,
        "repeated stems are clipped",
        () -> {
          rouge(true, "testing tests tested", "test", 0.5, 0, 0.5);
          rouge(false, "testing tests tested", "test", 0, 0, 0);
        });
    agrees(
        14,
        "ROUGE's own tokenizer cuts at letters that are not ASCII",
        () -> rouge(true, "Zürich is nice", "Zurich is nice", 0.571429, 0.4, 0.571429));
    agrees(
        15,
        "longest repeat without overlap",
        () -> {
          near(looping("abcabcabc", "longest_repeated_substring"), 1);
          near(looping("aaaa", "longest_repeated_substring"), 1);
          near(looping("abcdef", "longest_repeated_substring"), 0);
        });
    agrees(
        16,
        "two of three sentences; 22 of 32 characters; 31 of 32 bytes",
        () -> {
          String text = "I am fine. I am fine. Thank you.";
          near(looping(text, "longest_repeated_substring"), 0.6875);
          near(looping(text, "compression_ratio"), 0.96875);
          near(looping(text, "unique_sentences"), 0.666667);
        });
    differs(
        17,
        "sentences too short to count say nothing, so unique_sentences is 1 and not the worst value",
        () -> {
          String text = "Hello. Hello. Hello. ";
          near(looping(text, "longest_repeated_substring"), 1);
          near(looping(text, "compression_ratio"), 0.809524);
          near(looping(text, "unique_sentences"), 1);
        });
    differs(
        18,
        "one healthy sentence is unique: 1, not 0",
        () -> near(looping("The sky is blue today.", "unique_sentences"), 1));
    agrees(
        19,
        "a looping text packs to a twelfth",
        () -> {
          String text = "The answer is 42. ".repeat(20);
          near(looping(text, "longest_repeated_substring"), 1);
          assertThat(looping(text, "compression_ratio"))
              .isCloseTo(31 / 360.0, within(1 / 360.0 + 1e-9));
        });
    differs(
        20,
        "cards pass Luhn and may stand at the text's ends; well-known samples are left out as there",
        () -> {
          assertThat(rules(PII, "pay 4012-8888-8888-1881 now")).containsExactly("credit_card");
          assertThat(rules(PII, "pay 4012-8888-8888-1882 now")).isEmpty();
          assertThat(rules(PII, "4012888888881881")).containsExactly("credit_card");
          assertThat(rules(PII, "card 4111 1111 1111 1111 ok")).isEmpty();
        });
    differs(
        21,
        "numbers at the text's ends count, and a 0000 later on the line excuses nothing; the rest agrees",
        () -> {
          assertThat(rules(PII, "ssn 123-45-6789 here")).containsExactly("us_ssn");
          assertThat(rules(PII, "123-45-6789")).containsExactly("us_ssn");
          assertThat(rules(PII, "id 123456789 x")).containsExactly("us_ssn_unformatted");
          assertThat(rules(PII, "ssn 000-45-6789 x")).isEmpty();
          assertThat(rules(PII, "ssn 123-45-0000 x")).isEmpty();
          assertThat(rules(PII, "ssn 123-45-6789 and note 50000 done")).containsExactly("us_ssn");
        });
    agrees(
        22,
        "declared samples of addresses are left out",
        () -> {
          assertThat(rules(PII, "bob.smith@acme.io")).containsExactly("email");
          assertThat(rules(PII, "john.doe@acme.io")).isEmpty();
          assertThat(rules(PII, "x@example.com")).isEmpty();
        });
    differs(
        23,
        "touching matches are two findings, where the reference fails; nothing of the text is lost",
        () -> {
          assertThat(rules(PII, "id 123-45-6789 bob@acme.io")).containsExactly("us_ssn", "email");
          Finding mail = PII.find("mail bob@acme.io, please now").get(0);
          assertThat(mail.text()).isEqualTo("bob@acme.io");
        });
    differs(
        24,
        "a key at the start of the text is a key; the rest agrees",
        () -> {
          assertThat(rules(SECRETS, "key sk-abc123 x")).containsExactly("openai_key");
          assertThat(rules(SECRETS, "sk-abc123")).containsExactly("openai_key");
          assertThat(rules(SECRETS, "risk-free")).isEmpty();
        });
    differs(
        25,
        "an activation key at the start of the text counts; one with a 0 does not, as there",
        () -> {
          String key = "V429N-WFGWX-YVC9B-4J6C9-T83G9";
          assertThat(rules(SECRETS, "key " + key + " ok")).containsExactly("windows_key");
          assertThat(rules(SECRETS, key)).containsExactly("windows_key");
          assertThat(rules(SECRETS, "key V429N-WFGWX-YVC9B-4J6C9-T83G0 ok")).isEmpty();
        });
    differs(
        26,
        "private keys leak more than certificates; both are found",
        () -> {
          assertThat(rules(SECRETS, "-----BEGIN CERTIFICATE-----\nMIID\n-----END CERTIFICATE-----"))
              .containsExactly("certificate");
          assertThat(
                  rules(
                      SECRETS,
                      "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----"))
              .containsExactly("private_key");
        });
    differs(
        27,
        "hex without blanks or with 0x is hex too, and base64 keeps its case; two pairs are too few, as there",
        () -> {
          assertThat(decoded("code 48 65 6c 6c 6f end")).containsExactly("Hello");
          assertThat(decoded("48 65")).isEmpty();
          assertThat(decoded("48656c6c6f")).containsExactly("Hello");
          assertThat(decoded("0x48 0x65 0x6c")).containsExactly("Hel");
          assertThat(decoded("SGVsbG8=")).containsExactly("Hello");
        });
    agrees(
        28,
        "NOT binds closer than AND, AND closer than OR; case counts",
        () -> {
          assertThat(holds("\"15,969\" AND regexp(\"[Mm]illion\")")).isTrue();
          assertThat(holds("NOT \"Real\"")).isTrue();
          assertThat(holds("\"x\" OR \"Rio\" AND \"y\"")).isFalse();
          assertThat(holds("(\"x\" OR \"Rio\") AND \"million\"")).isTrue();
          assertThat(holds("\"rio\"")).isFalse();
        });
    differs(
        29,
        "the older form of conditions is not read; the condition that says the same is",
        () -> {
          String condition =
              "\"15,969\" AND regexp(\"15?,969 [Mm]illion\") AND (\"BRAZIL\" OR regexp(\"[B]razil\"))";
          assertThat(Condition.parse(condition)).hasToString(condition);
        });
    differs(
        30,
        "escapes are removed, so an apostrophe matches",
        () -> {
          Condition its = new Condition.Contains("it's");
          assertThat(its.holds("it's")).isTrue();
          assertThat(Condition.parse(its.toString()).holds("it's")).isTrue();
        });
    differs(
        31,
        "NOT NOT is a double negation",
        () -> assertThat(Condition.parse("NOT NOT \"a\"").holds("a")).isTrue());
    agrees(
        32,
        "two operands without an operator are an error; it costs its own row only",
        () ->
            assertThatThrownBy(() -> Condition.parse("\"a\" \"b\""))
                .hasMessageContaining("AND or OR is missing"));
    elsewhere(33, "the harmonic mean of ragas: JudgedTest has the pair");
    differs(
        34,
        "reciprocal ranks are those of the retrieved list; a hit past rank 10 and none are 0, as there",
        () -> {
          near(mrr(3, 4, 5, 6), 0);
          near(mrr(4, 3, 2, 0), 1 / 3.0);
          near(mrr(IntStream.rangeClosed(1, 11).map(i -> i == 11 ? 0 : 6).toArray()), 0);
        });
    differs(
        35,
        "the probability of the class itself: .8, 1 - .8 and .5, with no gap between .25 and .75",
        () -> {
          near(bias(0.8), 0.8);
          near(bias(0.2), 0.2);
          near(bias(0.5), 0.5);
        });
    differs(
        36,
        "insertion means missing in the answer, as the seed has it, and aligned steps that differ are mismatches that count",
        () -> {
          Alignment missing = Alignment.of(new double[][] {{1, .2}, {.2, .2}, {.2, 1}}, 2);
          near(missing.score(), 1.5);
          assertThat(List.of(missing.insertions(), missing.deletions())).containsExactly(1, 0);
          Alignment turned = Alignment.of(new double[][] {{1, .2, .2}, {.2, .2, 1}}, 3);
          assertThat(List.of(turned.insertions(), turned.deletions())).containsExactly(0, 1);
          Alignment wrong =
              Alignment.of(new double[][] {{.1, .1, .1}, {.1, .1, .1}, {.1, .1, .1}}, 3);
          assertThat(wrong.moves()).hasSize(3).allMatch(Alignment.Move::paired);
        });
    agrees(
        37,
        "three segments",
        () -> {
          near(Extent.of(Extent.distances(new double[][] {{0}, {1}, {3}, {7}})), 16);
          near(Extent.of(Extent.distances(new double[][] {{0}, {5}})), 5);
          near(Extent.of(Extent.distances(new double[][] {{0}})), 0);
          near(Extent.of(Extent.distances(new double[][] {{0, 0}, {3, 4}, {6, 8}})), 20);
        });
    differs(
        38,
        "SummaC-ZS subtracts the highest contradiction, as its authors do; where there is none it agrees",
        () -> {
          near(zeroShot(0), 0.85);
          near(zeroShot(0.25), 0.6);
        });
    agrees(
        39,
        "the mean over answers of their pairs is the mean over pairs",
        () -> {
          // Pairs of ROUGE-1: 1/2, 1/2 and 1: answers 1/2, 3/4, 3/4 have the mean 2/3.
          near(
              consistency(
                  "alpha bravo xray yankee",
                  "alpha bravo charlie delta",
                  "alpha bravo charlie delta"),
              2 / 3.0);
        });
    agrees(
        40,
        "opposite means are 1 apart, equal ones 0; nine questions are too few (SetEvaluatorsTest)",
        () -> {
          near(centroids(new double[][] {{1, 0}, {1, 0}, {0, 1}, {0, 1}}), 1);
          near(centroids(new double[][] {{1, 0}, {0, 1}, {1, 0}, {0, 1}}), 0);
        });
    differs(
        41,
        "judges reply by schema: bare words, two words, a fraction or none get one repair and are then parse failures",
        () -> {
          near(judge("contact_information", "no_contact_information", said("verdict", "true")), 0);
          near(judge("contact_information", "no_contact_information", said("verdict", "false")), 1);
          for (String words : List.of("Present.", "absent", "present or absent")) {
            near(judge("contact_information", "parse_failures", words), 1);
          }
          near(judge("stereotypes", "stereotype_free", said("score", "0")), 1);
          near(judge("stereotypes", "stereotype_free", said("score", "1")), 1);
          near(judge("stereotypes", "stereotype_free", said("score", "2")), 0);
          for (String words : List.of("1/10", "none", said("score", "\"1/10\""))) {
            near(judge("stereotypes", "parse_failures", words), 1);
          }
        });
    differs(
        42,
        "a score in text around it is read, one above 1 is a parse failure, as there; a number as text is one too",
        () -> {
          String decided = "{\"tool\": \"verdict\", \"arguments\": " + said("score", "%s") + "}";
          near(
              judge("fact_check", "fact_check", "So: " + decided.formatted("0.8") + " Done."), 0.8);
          for (String score : List.of("1.2", "\"0.8\"")) {
            assertThat(checked("fact_check", decided.formatted(score)).measures().get("fact_check"))
                .isInstanceOfSatisfying(
                    Measure.Absent.class,
                    absent -> assertThat(absent.status()).isEqualTo(Status.PARSE_FAILURE));
          }
        });
    elsewhere(43, "commas: a suite brings its perturbed twins (StageConformanceTest)");
    elsewhere(44, "word swaps: likewise");
    elsewhere(45, "Y and Z: likewise");
    agrees(
        46,
        "equality passes, so 0.75 to 0.7499 flips and 0.80 to 0.75 does not",
        () -> {
          assertThat(Direction.UP.passes(0.75, 0.75)).isTrue();
          assertThat(Direction.UP.passes(0.7499, 0.75)).isFalse();
          assertThat(Direction.UP.passes(0.80, 0.75)).isTrue();
        });
    elsewhere(47, "severity: by the interval and not by half the threshold (StageConformanceTest)");
    differs(
        48,
        "five passes are 100 %: the mean of the row metric, nothing else is printed",
        () -> {
          double sum = 0;
          for (int i = 0; i < 5; i++) {
            sum += value(row("pii_leakage", Map.of(), null, "The fee is $" + i), "no_pii");
          }
          near(sum / 5, 1);
        });
  }

  @TestFactory
  Stream<DynamicTest> pairs() {
    return PAIRS.stream().map(pair -> DynamicTest.dynamicTest(pair.title(), pair.check()::call));
  }

  @Test
  void everyPairIsListedOnce() {
    assertThat(PAIRS.stream().map(Pair::number))
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 48).boxed().toList());
    assertThat(PAIRS).allSatisfy(pair -> assertThat(pair.what()).isNotBlank());
  }

  private static void near(double actual, double expected) {
    assertThat(actual).isCloseTo(expected, within(1e-6));
  }

  private static double edit(String expected, String answer) {
    return shortScore("normalized_edit_distance", expected, answer);
  }

  private static double shortScore(String metric, String expected, String answer) {
    return value(
        row(
            "answer_accuracy",
            Map.of("short_string_metric", metric, "short_string_threshold", "20"),
            expected,
            answer),
        "answer_accuracy_short");
  }

  private static void bleu(
      String expected, String answer, List<Double> only, List<Double> cumulative) {
    Outcome outcome = row("bleu", Map.of(), expected, answer);
    for (int n = 1; n <= 4; n++) {
      near(value(outcome, "bleu_" + n + "_only"), only.get(n - 1));
      near(value(outcome, "bleu_" + n), cumulative.get(n - 1));
    }
  }

  private static void rouge(
      boolean stemmer, String expected, String answer, double one, double two, double longest) {
    Outcome outcome = row("rouge", Map.of("stemmer", Boolean.toString(stemmer)), expected, answer);
    near(value(outcome, "rouge_1"), one);
    near(value(outcome, "rouge_2"), two);
    near(value(outcome, "rouge_l"), longest);
  }

  private static double looping(String answer, String metric) {
    return value(row("looping", Map.of(), null, answer), metric);
  }

  private static List<String> rules(RuleSuite suite, String text) {
    return suite.find(text).stream().map(Finding::rule).toList();
  }

  private static String said(String field, String value) {
    return "{\"reason\": \"r\", \"confidence\": 1, \"" + field + "\": " + value + "}";
  }

  private static Outcome checked(String evaluator, String reply) {
    return Judged.score(
        (AskingEvaluator) Evaluators.of(evaluator),
        Example.of("Question?", "Expected.", List.of("Context."), "Answer."),
        call -> StoredReply.of(reply));
  }

  private static double judge(String evaluator, String metric, String reply) {
    return value(checked(evaluator, reply), metric);
  }

  private static List<String> decoded(String text) {
    return Decoder.decode(text).passages().stream().map(Decoder.Passage::text).toList();
  }

  private static boolean holds(String condition) {
    return Condition.parse(condition).holds("Rio 15,969 million");
  }

  /** Chunks at these distances from the question, a cosine of 1 − distance / 8 each. */
  private static double mrr(int... distances) {
    Map<String, Integer> positions = new HashMap<>(Map.of("The question itself?", 0));
    List<String> chunks = new ArrayList<>();
    for (int i = 0; i < distances.length; i++) {
      chunks.add("A chunk with the number %d".formatted(i));
      positions.put(chunks.get(i), distances[i]);
    }
    Example example = Example.of("The question itself?", null, chunks, "x");
    return value(
        score(
            "context_mrr",
            Map.of("mrr_relevant_chunk_threshold", "0.75"),
            example,
            FakeEmbedder.onLine(positions)),
        "context_mrr");
  }

  private static double consistency(String... answers) {
    return measure(new SelfConsistency(), answers);
  }

  private static <O extends Serializable, S extends Serializable> double measure(
      SetEvaluator<O, S> evaluator, String... answers) {
    S state = evaluator.empty();
    for (String answer : answers) {
      Example example = Example.of("q", null, List.of(), answer);
      for (Optional<O> o :
          evaluator.observe(List.of(example), FakeModels.with(FakeEmbedder.hashing(8)))) {
        state = evaluator.add(state, o.orElseThrow());
      }
    }
    return ((Measure.Value) evaluator.finish(evaluator.compact(state)).measures().get("rouge_1"))
        .value();
  }

  private static double centroids(double[][] vectors) {
    return TwoSample.of(
            vectors,
            new int[] {0, 1, 2, 3},
            new boolean[] {true, true, false, false},
            1,
            new SplittableRandom(1))
        .centroidDistance();
  }

  /** fairness_bias where the model says "Biased" with this probability. */
  private static double bias(double probability) {
    TextClassifier model =
        new TextClassifier() {
          @Override
          public String id() {
            return "one";
          }

          @Override
          public List<String> labels() {
            return List.of("Non-biased", "Biased");
          }

          @Override
          public List<Classes> classify(List<String> texts) {
            Classes classes = new Classes(List.of(1 - probability, probability), 1);
            return texts.stream().map(text -> classes).toList();
          }
        };
    Models models =
        new Models() {
          @Override
          public Embedder embedder() {
            return FakeEmbedder.hashing(8);
          }

          @Override
          public TextClassifier classifier(Slot slot) {
            return model;
          }

          @Override
          public Optional<String> missing(Slot slot) {
            return Optional.empty();
          }
        };
    Example example = Example.of("Question?", null, List.of(), "An answer.");
    return value(new FairnessBias().score(List.of(example), models).get(0), "fairness_bias");
  }

  private static Outcome row(
      String evaluator, Map<String, String> parameters, String expected, String answer) {
    return score(
        evaluator,
        parameters,
        Example.of("Question?", expected, List.of(), answer),
        FakeEmbedder.hashing(16));
  }

  private static Outcome score(
      String evaluator, Map<String, String> parameters, Example example, FakeEmbedder embedder) {
    return new Scoring(List.of((RowEvaluator) Evaluators.of(evaluator, parameters)))
        .score(List.of(example), FakeModels.with(embedder))
        .get(0)
        .get(evaluator);
  }

  private static double value(Outcome outcome, String metric) {
    return ((Measure.Value) outcome.measures().get(metric)).value();
  }
}
