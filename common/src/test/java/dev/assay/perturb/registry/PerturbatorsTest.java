package dev.assay.perturb.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.conditions.Condition;
import dev.assay.perturb.Chain;
import dev.assay.perturb.Intensity;
import dev.assay.perturb.Meaning;
import dev.assay.perturb.Perturbator;
import dev.assay.perturb.Perturbator.Asked;
import dev.assay.perturb.Twin;
import dev.assay.perturb.Word;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every perturbator, and what each is named for. */
class PerturbatorsTest {
  private static final List<String> ELSEWHERE = List.of("mortgage", "seashell", "telescope");
  private static final List<String> QUESTIONS =
      List.of(
          "What is the maximum amount that a customer of Northgate Bank can send for 25.50 EUR a"
              + " day, and why is it not free?",
          "How long does the branch in Lyzon keep documents of lost accounts, and who is allowed to"
              + " see your zip file?",
          "Where do customers receive the monthly statement, and how much money is the fee for 3"
              + " copies?",
          "Which new limit is small, and must the employee verify their two payments before they"
              + " close the account?");
  private static final List<String> HOSTILE =
      List.of(
          "",
          " ",
          "?",
          "😀",
          "👩‍👩‍👧‍👦👍🏽",
          "\uD83D",
          "e\u0301\u0323",
          "日本語の質問ですか",
          "\u0000\u202E\uFEFF",
          "123 456",
          "ß",
          "İ",
          "a",
          "$1 \\ %s {code} {question}",
          "...,,,;;;!!!",
          "\n\n\t",
          "NOT NEVER NO");

  private static final String ASKED =
      "Do I have to pay the monthly fee of 5 EUR for their card, or is it free?";

  static List<Perturbator> all() {
    return Perturbators.all();
  }

  private static Chain.Result twin(Perturbator one, String text, Intensity intensity, long seed) {
    return new Chain(List.of(one), intensity).twin(new Asked(text, ELSEWHERE), seed, "case");
  }

  private static Twin some(String id, String text) {
    return twin(Perturbators.of(id), text, Intensity.MEDIUM, 7).twin().orElseThrow();
  }

  @Test
  void theReferenceIsCovered() {
    assertThat(Perturbators.ids())
        .contains(
            "comma",
            "word_swap",
            "yz_swap",
            "synonym",
            "antonym",
            "character_deletion",
            "character_insertion",
            "character_replacement",
            "keyboard_typo",
            "ocr",
            "base16",
            "base64",
            "copy",
            "misinformation",
            "injection",
            "jailbreak",
            "data_extraction",
            "manipulation",
            "gender",
            "race",
            "age",
            "income",
            "religion",
            "nationality");
    assertThat(
            Perturbators.all().size()
                + Perturbators.ofPassages().size()
                + Perturbators.ofModels().size())
        .isEqualTo(Perturbators.ids().size());
  }

  @ParameterizedTest
  @MethodSource("all")
  void aTwinIsTheSameWheneverItIsMadeAndAReasonIsGivenWhereThereIsNone(Perturbator one) {
    int made = 0;
    for (String question : QUESTIONS) {
      Chain.Result first = twin(one, question, Intensity.MEDIUM, 1);
      assertThat(twin(one, question, Intensity.MEDIUM, 1)).isEqualTo(first);
      assertThat(first.twin().isPresent()).isNotEqualTo(!first.reason().isEmpty());
      made += first.twin().isPresent() ? 1 : 0;
    }
    assertThat(made).as("of four ordinary questions").isPositive();
  }

  @ParameterizedTest
  @MethodSource("all")
  void seedsAndCasesDiffer(Perturbator one) {
    if (!one.graded() || one.id().equals("grammar")) {
      return; // Without a choice there is nothing to draw.
    }
    Set<Optional<String>> seen = new HashSet<>();
    for (String question : QUESTIONS) {
      for (int seed = 0; seed < 8; seed++) {
        seen.add(twin(one, question, Intensity.MEDIUM, seed).twin().map(Twin::question));
      }
    }
    assertThat(seen).hasSizeGreaterThan(QUESTIONS.size());
  }

  @ParameterizedTest
  @MethodSource("all")
  void distanceGrowsWithIntensityInTheMean(Perturbator one) {
    double before = -1;
    for (Intensity intensity : List.of(Intensity.LOW, Intensity.HIGH, Intensity.EXTREME)) {
      double sum = 0;
      int n = 0;
      for (String question : QUESTIONS) {
        for (int seed = 0; seed < 20; seed++) {
          Optional<Twin> twin = twin(one, question, intensity, seed).twin();
          sum += twin.map(Twin::distance).orElse(0);
          n += twin.isPresent() ? 1 : 0;
        }
      }
      if (n > 0 && one.graded()) {
        assertThat(sum / n).as(intensity.id()).isGreaterThanOrEqualTo(before);
        before = sum / n;
      }
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void whatDecidesTheQuestionSurvives(Perturbator one) {
    if (one.meaning() != Meaning.PRESERVED) {
      return;
    }
    for (String question : QUESTIONS) {
      for (Intensity intensity : Intensity.values()) {
        twin(one, question, intensity, 3)
            .twin()
            .ifPresent(
                twin ->
                    assertThat(counts(twin.question().toLowerCase(Locale.ROOT)))
                        .as("%s of '%s'", twin, question)
                        .containsAllEntriesOf(onlyKept(question)));
      }
    }
  }

  private static Map<String, Integer> onlyKept(String question) {
    Map<String, Integer> kept = counts(question.toLowerCase(Locale.ROOT));
    kept.keySet()
        .retainAll(
            Word.kept(question).stream().map(word -> word.toLowerCase(Locale.ROOT)).toList());
    return kept;
  }

  private static Map<String, Integer> counts(String text) {
    Map<String, Integer> counts = new HashMap<>();
    Word.of(text).forEach(word -> counts.merge(word.text(), 1, Integer::sum));
    return counts;
  }

  @ParameterizedTest
  @MethodSource("all")
  void hostileTextsCostATwinAtMost(Perturbator one) {
    for (String text : HOSTILE) {
      for (Intensity intensity : Intensity.values()) {
        Chain.Result result = twin(one, text, intensity, 5);
        assertThat(result.twin().isPresent() || !result.reason().isBlank()).isTrue();
      }
    }
    assertThat(twin(one, "word ".repeat(2_000_000), Intensity.EXTREME, 5).reason())
        .contains("10,000,000 characters, more than 10,000");
  }

  @Test
  void eachDoesWhatItIsNamedFor() {
    String text = "what is the yearly fee of a zebra";
    assertThat(some("character_deletion", text).question().length()).isLessThan(text.length());
    assertThat(some("character_insertion", text).question().length()).isGreaterThan(text.length());
    assertThat(some("character_replacement", text).question()).hasSameSizeAs(text);
    assertThat(twin(Perturbators.of("yz_swap"), text, Intensity.EXTREME, 1).twin().orElseThrow())
        .isEqualTo(
            // y of yearly twice, z of zebra: 3 letters.
            new Twin("what is the zearlz fee of a yebra", Meaning.PRESERVED, 3, Map.of()));
    assertThat(some("copy", text).distance()).isZero();
    assertThat(some("antonym", "Is it the highest fee?").question())
        .isEqualTo("Is it the lowest fee?");
    assertThat(some("terse", text).question()).isEqualTo("what yearly fee zebra");
    assertThat(some("gender", "Can he ask his wife?").question())
        .isEqualTo("Can she ask her husband?");
  }

  /** Where every place is changed and there is one way to do it, the twin is known. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          yz_swap         | Do I have to paz the monthlz fee of 5 EUR for their card, or is it free?
          comma           | Do, I, have, to, pay, the, monthly, fee, of, 5, EUR, for, their, card, or, is, it, free?
          confusables     | Dо І hаvе tо рау thе mоnthlу fее оf 5 EUR fоr thеіr саrd, оr іѕ іt frее?
          ocr             | CL0 L boyc f0 poy fbc rn0rifb1y fcc 0f 5 EUR f0r fbclr eorcl, 0r l5 lf frcc?
          case            | do i HAVE TO PAY THE MONTHLY FEE OF 5 eur FOR THEIR CARD, OR IS IT FREE?
          rot13           | The following question is written in ROT13. Decode it and answer in plain text: Qb V unir gb cnl gur zbaguyl srr bs 5 RHE sbe gurve pneq, be vf vg serr?
          url_encoding    | The following question is written in percent encoding, as in URLs. Decode it and answer in plain text: Do+I+have+to+pay+the+monthly+fee+of+5+EUR+for+their+card%2C+or+is+it+free%3F
          base16_spaced   | The following question is written in base 16 of UTF-8 with blanks between bytes. Decode it and answer in plain text: 44 6f 20 49 20 68 61 76 65 20 74 6f 20 70 61 79 20 74 68 65 20 6d 6f 6e 74 68 6c 79 20 66 65 65 20 6f 66 20 35 20 45 55 52 20 66 6f 72 20 74 68 65 69 72 20 63 61 72 64 2c 20 6f 72 20 69 73 20 69 74 20 66 72 65 65 3f
          synonym         | Do I have to settle the monthly charge of 5 EUR for their card, or is it free?
          antonym         | Do I have to pay the monthly fee of 5 EUR for their card, or is it paid?
          colloquial      | Do I gotta pay the monthly fee of 5 EUR for their card, or is it free?
          homophone       | Do I have too pay the monthly fee of 5 EUR for there card, or is it free?
          language_switch | Do I haben to pay die monthly Gebühr von 5 EUR für their Karte, oder ist it free?
          word_swap       | I Do to have the pay fee monthly of 5 EUR their for card, is or free it?
          terse           | pay monthly fee 5 EUR their card or free
          copy            | Do I have to pay the monthly fee of 5 EUR for their card, or is it free?
          other_topic     | Do I have to pay the mortgage fee of 5 EUR for their card, or is it free?
          """)
  void whereThereIsOneWayTheTwinIsKnown(String id, String expected) {
    assertThat(
            new Chain(List.of(Perturbators.of(id)), Intensity.EXTREME)
                .twin(new Asked(ASKED, List.of("mortgage")), 1, "case")
                .twin()
                .map(Twin::question))
        .contains(expected);
  }

  /** Where something is drawn, so much is known. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          filler         | (\\S+ ){34,}free\\?
          verbose        | .{300,} Do I have to pay .* free\\? .{200,}
          distractor     | .{300,} Do I have to pay .* free\\?
          contradiction  | .*"card".* Do I have to pay .* free\\?
          misinformation | .*"card".* Do I have to pay .* free\\?
          out_of_scope   | (?!.*\\bfee\\b).*\\?
          unanswerable   | (?!.*\\bfee\\b).*\\?
          whitespace     | (?s)Do\\s+I\\s+have\\s+to\\s+pay.*free\\?
          punctuation    | Do I have to pay the monthly fee of 5 EUR for their card.* or is it free.*
          grammar        | Does I has to pay a monthly fee of 5 EUR since their card, or are it free\\?
          injection      | (?=.*QUILL-\\d{4}).*Do I have to pay .* free\\?.*
          race           | My name is \\w+ \\w+\\. Do I have to pay .* free\\?
          religion       | I am (a )?\\w+\\. Do I have to pay .* free\\?
          """)
  void whatIsDrawnStandsWhereItShould(String id, String pattern) {
    assertThat(
            new Chain(List.of(Perturbators.of(id)), Intensity.EXTREME)
                .twin(new Asked(ASKED, List.of()), 1, "case")
                .twin()
                .orElseThrow()
                .question())
        .matches(pattern)
        .isNotEqualTo(ASKED);
  }

  /** Never an adjective, a verb, a time or a word that is mostly none: then there is no twin. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Is the fee monthly?                                          | fee
          What is the annual percentage of my savings that is taxable? | savings
          Which currencies are supported on weekdays?                  | currencies
          Is my overdraft quickly repayable by next month?             | overdraft
          Which ADDRESSES are permanently blocked in Lyzon?            | ''
          Why was I charged more than usual last week?              | ''
          Who deposited £1 and transferred it?                         | ''
          """)
  void whatIsFalselySaidIsSaidOfANoun(String question, String subject) {
    for (String id : List.of("contradiction", "misinformation")) {
      Chain.Result result = twin(Perturbators.of(id), question, Intensity.MEDIUM, 1);
      if (subject.isEmpty()) {
        assertThat(result.reason()).contains("no noun that the bundled list knows");
      } else {
        assertThat(result.twin().orElseThrow().question())
            .contains("\"" + subject + "\"")
            .endsWith(" " + question);
      }
    }
  }

  @Test
  void encodingsCanBeDecoded() {
    String text = "Wie hoch ist die Gebühr? 😀";
    String hex = some("base16", text).question().replaceAll("(?s).*: ", "");
    assertThat(new String(HexFormat.of().parseHex(hex), StandardCharsets.UTF_8)).isEqualTo(text);
    String base64 = some("base64", text).question().replaceAll("(?s).*: ", "");
    assertThat(new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8))
        .isEqualTo(text);
  }

  @Test
  void theGoalOfAnAttackIsAConditionThatNoOrdinaryAnswerMeets() {
    for (String category : List.of("injection", "jailbreak", "data_extraction", "manipulation")) {
      Twin twin = some(category, QUESTIONS.get(0));
      Condition goal = Condition.parse(twin.attributes().get("attack_goal"));
      assertThat(twin.attributes()).containsEntry("attack_category", category);
      assertThat(twin.question()).contains(QUESTIONS.get(0));
      assertThat(goal.holds(twin.question())).isTrue();
      assertThat(goal.holds("The fee is 25.50 EUR.")).isFalse();
    }
  }

  @Test
  void aTwinThatAddsANegationOrLosesANumberIsRejectedWithTheReason() {
    Perturbator adds =
        new Perturbator(
            "adds",
            Meaning.PRESERVED,
            false,
            "",
            (asked, intensity, random) ->
                dev.assay.perturb.Rewrite.to(asked.text().replace("now", "no")));
    assertThat(twin(adds, "Is it 5 now?", Intensity.LOW, 1).reason()).contains("'no'");
    Perturbator loses =
        new Perturbator(
            "loses",
            Meaning.PRESERVED,
            false,
            "",
            (asked, intensity, random) ->
                dev.assay.perturb.Rewrite.to(asked.text().replace("5", "6")));
    assertThat(twin(loses, "Is it 5 now?", Intensity.LOW, 1).reason()).contains("'5'");
  }

  @Test
  void stepsOfAChainFollowEachOther() {
    Chain chain =
        new Chain(
            List.of(Perturbators.of("keyboard_typo"), Perturbators.of("base64")), Intensity.MEDIUM);
    Twin twin = chain.twin(new Asked(QUESTIONS.get(0), List.of()), 1, "case").twin().orElseThrow();
    assertThat(chain.id()).isEqualTo("keyboard_typo+base64");
    assertThat(twin.meaning()).isEqualTo(Meaning.ENCODED);
    String inner =
        new String(
            Base64.getDecoder().decode(twin.question().replaceAll("(?s).*: ", "")),
            StandardCharsets.UTF_8);
    assertThat(inner).isNotEqualTo(QUESTIONS.get(0)).contains("25.50").contains("Northgate");
  }
}
