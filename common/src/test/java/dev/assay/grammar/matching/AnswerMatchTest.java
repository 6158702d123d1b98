package dev.assay.grammar.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.grammar.AnswerType;
import dev.assay.grammar.CaseAttributes;
import java.math.BigDecimal;
import java.text.NumberFormat;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerMatchTest {
  private static final AnswerMatch MATCH =
      new AnswerMatch(
          text ->
              text.toLowerCase(Locale.ROOT).matches("(?s).*(cannot find|don't know|do not know).*"),
          .01);

  /** The verdicts are those of a reader: right (1), wrong (0), and what rules leave open (?). */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "number | 1200.5 | What is the balance? | The balance is 1,200.50 EUR. | 1",
        "number | 1200.5 | What is the balance? | 1.200,50 € | 1",
        "number | 1200.5 | What is the balance? | EUR 1 200.50 | 1",
        "number | 1200.5 | What is the balance? | CHF 1'200.50 | 1",
        "number | 1200.504 | What is the balance? | It is 1,200.50. | 1",
        "number | 1200.5 | What is the balance? | It is 1,300.50. | 0",
        "number | 1200.5 | What is the balance? | 1200.50 or 1300.50 | 0",
        "number | 1200.5 | What is the balance? | 1200, 1200.5, 1300, 1400 | 0",
        "number | 1234567 | What is the volume? | About 1.23 million euros. | 1",
        "number | 1234567 | What is the volume? | About 1.3 million euros. | 0",
        "number | 12 | How many clients are there? | There are twelve clients. | 1",
        "number | 12 | How many clients are there? | There are 12 clients in 2024. | 1",
        "number | 0 | How many clients are there? | There are no clients in Basel. | 1",
        "number | 0 | How many clients are there? | I don't know. | 0",
        "number | 0.12 | What is the rate? | The rate is 12 %. | 1",
        "number | 4 | What is the fee? | Not 4 but 5. | 0",
        "number | 4 | What is the fee? | The fee is 4 EUR [2]. | 1",
        "number | 1200.5 | Balance of account 4711? | The balance of account 4711 is 1,200.50 EUR. | 1",
        "number | 250000 | What is the volume of contract K-17? | Contract K-17 has a volume of 250,000 EUR and an annual fee of 300 EUR. | 1",
        "number | 85000 | What does she earn? | She earns 85,000 EUR, up from her former pay of about 80,000 EUR. | ?",
        "number | 1998 | When was it founded? | It was founded on 3 May 1998. | 1",
        "number | 5 | How many? | Between 4 and 5. | 0",
        "number | -3.5 | What is the result? | The result is -3.5. | 1",
        "date | 2019-03-04 | When did it begin? | It began on 4 March 2019. | 1",
        "date | 2019-03-04 | When did it begin? | March 4th, 2019 | 1",
        "date | 2019-03-04 | When did it begin? | 04.03.2019 | 1",
        "date | 2019-03-04 | When did it begin? | 3/4/2019 | 1",
        "date | 2019-03-04 00:00:00 | When did it begin? | the 4th of March 2019 | 1",
        "date | 2019-03-04 | When did it begin? | In March 2019. | ?",
        "date | 2019-03-04 | When did it begin? | On 5 March 2019. | 0",
        "date | 2019-03-04 | When did it begin? | 2019-03-04 or 2019-03-05 | 0",
        "date | 2019-03-04 | When did it begin? | I don't know. | 0",
        "text | Petra Vogel | Who advises Acme? | Acme is advised by Petra Vogel. | 1",
        "text | Petra Vogel | Who advises Acme? | The adviser is Vogel, Petra. | 1",
        "text | Vogel, Petra | Who advises Acme? | Petra Vogel | 1",
        "text | Zoë Müller | Who advises Acme? | Zoe Muller advises Acme. | 1",
        "text | Petra Vogel | Who advises Acme? | Petra Vogel, Zurich | 1",
        "text | Petra Vogel | Who advises Acme? | Petra Vogel and her team do. | 1",
        "text | Petra Vogel | Who advises Acme? | Petra Vogel, and Acme is based in Zurich. | 1",
        "text | Petra Vogel | Who advises Acme? | Petra Vogel and Anna Keller | 0",
        "text | Petra Vogel | Who advises Acme? | Anna Keller, Petra Vogel, Max Braun | 0",
        "text | Petra Vogel | Who advises Acme? | It is Anna Keller or Petra Vogel. | 0",
        "text | Petra Vogel | Who advises Acme? | It is not Petra Vogel. | 0",
        "text | Petra Vogel | Who advises Acme? | Anna Keller advises Acme. | 0",
        "text | Petra Vogel | Who advises Acme? | Ms Vogel | ?",
        "text | Petra Vogel | Who advises Acme? | I cannot find the adviser. | 0",
        "text | Meridian Foods AG | Which client? | The client is Meridian Foods. | 1",
        "text | Smith & Sons | Which client? | Smith and Sons | 1",
        "text | IT | Which department? | I think it is in sales. | 0",
        "text | IT | Which department? | She works in IT. | 1",
        "text | Junior Software Engineer | What is her job? | Software Engineer | ?",
        "text | A+ | Which rating? | The rating is A+. | 1",
        "text | A+ | Which rating? | The rating is A-. | 0",
        "text | A+ | Which rating? | A | 0",
        "text | BB- | Which rating? | BB+ | 0",
        "text | C# | Which language? | The language is C++. | 0",
        "text | Series A | Which series? | Series B | 0",
        "text | 12-34-A | Which code? | 12-34-B | ?",
        "text | Acme Ltd | Which client? | Acme | 1",
        "text | Acme Ltd | Which client? | It is Acme AG. | ?",
        "number | 6 | What is the fee? | It is not 5 but 6. | 1",
        "number | 5 | What is the fee? | It is no longer 5 EUR. | 0",
        "number | 5 | What is the fee? | The fee is 5 EUR, not 6. | 1",
        "number | 4 | What is the fee? | 4 is wrong. | ?",
        "text | Anna Keller | Who advises Acme? | Not Petra but Anna Keller. | 1",
        "text | Petra Vogel | Who advises Acme? | Petra Vogel does not advise Acme; Anna Keller does. | ?",
        "text | Petra Vogel | Who advises Acme? | Petra Vogel is not only the adviser. | 1",
        "text | Petra Vogel | Who advises Acme? | I cannot tell whether it is Petra Vogel. | 0",
        "number | 0 | How many clients are there? | None. | 1",
        "number | 0 | How many clients are there? | No, there are three. | 0",
        "number | 0 | How many clients are there? | Nobody knows. | 0",
        "boolean | true | Is it open? | It is not true. | ?",
        "boolean | false | Is it open? | No details matter here. | ?",
        "boolean | true | Is it open? | There is no doubt that it is open. | ?",
        "boolean | false | Is it open? | No it is not. | 1",
        "number | 100 | How many clients are there? | About a hundred. | 1",
        "number | 100000 | What is the volume? | A hundred thousand euros. | 1",
        "number | 4 | How many clients are there? | There are four or five. | 0",
        "number | 4 | How many clients are there? | Four clients have two advisers. | 1",
        "number | 1 | How many clients are there? | No one knows. | 0",
        "number | -5 | What is the result? | It is minus 5 EUR. | 1",
        "date | 2019-03-04 | When did it begin? | 4-Mar-2019 | 1",
        "date | 2019-03-04 02:30:00 | When did it begin? | 4 March 2019 at 2:30 | 1",
        "date | 2019-03-04 02:30:00 | When did it begin? | 4 March 2019 at 12:30 | ?",
        "number | 1998 | In which year was it founded? | In 1998 or in 1999. | ?",
        "number | 1998 | In which year was it founded? | It was founded in 1998 and closed in 2004. | 1",
        "number | 50 | What is the balance? | In 2024 the balance was 50 EUR. | 1",
        "text | York | Where is it? | It is in New York. | ?",
        "text | York | Where is Acme Bank? | York | 1",
        "text | York | Where is Acme Bank? | The Acme Bank is in York, England. | 1",
        "text | Petra Vogel | Who advises Acme? | Petra Vogel-Meier | ?",
        "text | Manager | What is the job of Ms Vogel? | She is a Senior Manager. | ?",
        "text | A- | Which rating? | It is A. | 0",
        "boolean | true | Is it open? | Yes, it is open. | 1",
        "boolean | false | Is it open? | Yes, it is open. | 0",
        "boolean | 0 | Is it open? | No. | 1",
        "boolean | true | Is it open? | It seems so. | ?",
      })
  void answersAreJudgedAsAReaderWould(
      String type, String truth, String question, String answer, String verdict) {
    Truth expected =
        Truth.of(List.of(truth), List.of(), Map.of(CaseAttributes.ANSWER_TYPE, type)).orElseThrow();
    Verdict found = MATCH.judge(question, answer, expected);
    assertThat(found.correct().map(c -> c ? "1" : "0").orElse("?"))
        .as(found.reason())
        .isEqualTo(verdict);
  }

  private static Verdict set(AnswerType elements, String answer, String... values) {
    return MATCH.judge(
        "Which clients are in Basel?",
        answer,
        new Truth(AnswerType.SET, elements, List.of(values)));
  }

  @Test
  void setsAreScoredByWhatIsNamedAndWhatIsNot() {
    assertThat(
            set(
                AnswerType.TEXT,
                "The clients are Acme, Blue Sky and Cargo Line.",
                "Cargo Line",
                "Acme",
                "Blue Sky"))
        .satisfies(v -> assertThat(v.correct()).contains(true))
        .satisfies(v -> assertThat(v.way()).isEqualTo(Way.SET));
    // Two of three, and one that is none: 2/3 each.
    Verdict partly =
        set(AnswerType.TEXT, "- Acme\n- Dune Ltd\n- Blue Sky", "Cargo Line", "Acme", "Blue Sky");
    assertThat(partly.precision().getAsDouble()).isCloseTo(2 / 3.0, within(1e-12));
    assertThat(partly.recall().getAsDouble()).isCloseTo(2 / 3.0, within(1e-12));
    assertThat(partly.correct()).contains(false);
    // 10 and 20 of {10, 20}, and 30: 2/3 and 1.
    Verdict numbers = set(AnswerType.NUMBER, "10, 20 and 30", "10", "20");
    assertThat(numbers.precision().getAsDouble()).isCloseTo(2 / 3.0, within(1e-12));
    assertThat(numbers.recall().getAsDouble()).isEqualTo(1);
    // A year too many is no year in passing where years are asked for: 2/3.
    Verdict years = set(AnswerType.NUMBER, "In 2019, in 2020 and in 2021.", "2019", "2020");
    assertThat(years.precision().getAsDouble()).isCloseTo(2 / 3.0, within(1e-12));
    // A name to a line is a list too: 2/3.
    Verdict lines = set(AnswerType.TEXT, "Acme\nDune\nBlue Sky", "Acme", "Blue Sky");
    assertThat(lines.precision().getAsDouble()).isCloseTo(2 / 3.0, within(1e-12));
    Verdict none = set(AnswerType.TEXT, "I don't know.", "Acme");
    assertThat(none.way()).isEqualTo(Way.ABSTENTION);
    assertThat(none.correct()).contains(false);
  }

  @Test
  void elementsThatAreNotOfTheNamedTypeAreComparedAsText() {
    Map<String, String> attributes =
        Map.of(CaseAttributes.ANSWER_TYPE, "set", CaseAttributes.VALUE_TYPE, "number");
    Truth truth = Truth.of(List.of(), List.of("12", "n/a"), attributes).orElseThrow();
    assertThat(MATCH.judge("Which fees?", "12 and n/a", truth).correct()).contains(true);
  }

  @Test
  void elementsThatAnAnswerDeniesAreNotNamed() {
    assertThat(set(AnswerType.NUMBER, "Not 10 and not 20.", "10", "20").correct()).contains(false);
    assertThat(set(AnswerType.NUMBER, "10 and 20, but not 30", "10", "20").correct())
        .contains(true);
    assertThat(set(AnswerType.DATE, "It is not 4 March 2019.", "2019-03-04").recall().getAsDouble())
        .isEqualTo(0);
  }

  @Test
  void anElementWithinAnotherIsNotNamedByIt() {
    Verdict verdict = set(AnswerType.TEXT, "Basel Land", "Basel", "Basel Land");
    assertThat(verdict.recall().getAsDouble()).isEqualTo(.5);
  }

  @Test
  void ofTheUnknownTheOnlyRightAnswerIsThatItIsUnknown() {
    Truth nothing = Truth.of(List.of(), List.of(), Map.of("answerable", "false")).orElseThrow();
    for (String right :
        List.of(
            "I don't know.",
            "N/A",
            "No end date is recorded.",
            "The end date is not recorded.",
            "There is no end date.",
            "Contract K-17 has no end date.",
            "Unknown")) {
      assertThat(MATCH.judge("What is the end date?", right, nothing).correct())
          .as(right)
          .contains(true);
    }
    for (String wrong : List.of("On 3 May 2024.", "It ends on 3 May 2024 and has no fee.")) {
      assertThat(MATCH.judge("What is the end date?", wrong, nothing).correct())
          .as(wrong)
          .contains(false);
    }
    // It says that something is missing, and gives a date: whether it is the one asked for is open.
    assertThat(
            MATCH
                .judge(
                    "What is the end date?",
                    "The start date is missing; it ends on 3 May 2024.",
                    nothing)
                .correct())
        .isEmpty();
    assertThat(Truth.of(List.of(), List.of(), Map.of())).isEmpty();
  }

  /** However a number is written, it is right, and another number is wrong. */
  @Property(tries = 300)
  void everyNotationOfANumberSaysIt(@ForAll @LongRange(min = 0, max = 99_999_999) long cents) {
    BigDecimal value = BigDecimal.valueOf(cents, 2);
    Truth truth = new Truth(AnswerType.NUMBER, AnswerType.NUMBER, List.of(value.toPlainString()));
    for (Locale locale : List.of(Locale.US, Locale.GERMANY, Locale.ROOT)) {
      NumberFormat format = NumberFormat.getInstance(locale);
      format.setMinimumFractionDigits(2);
      assertThat(
              MATCH.judge("How much?", "It is " + format.format(value) + " EUR.", truth).correct())
          .as(format.format(value))
          .contains(true);
      // A hundred more is never within 1 % and half a cent of a value.
      String other = format.format(value.add(BigDecimal.valueOf(100)));
      assertThat(MATCH.judge("How much?", "It is " + other + " EUR.", truth).correct())
          .as(other)
          .contains(false);
    }
  }

  /** Precision and recall are those of the sets, whatever the order. */
  @Property(tries = 200)
  void setsOfNamesInAnyOrder(
      @ForAll @IntRange(min = 1, max = 8) int size,
      @ForAll @IntRange(min = 0, max = 8) int named,
      @ForAll @IntRange(min = 0, max = 4) int wrong,
      @ForAll long seed) {
    List<String> elements = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      elements.add("Client" + (char) ('A' + i) + " Trading");
    }
    List<String> said = new ArrayList<>(elements.subList(0, Math.min(named, size)));
    int right = said.size();
    for (int i = 0; i < wrong; i++) {
      said.add("Firm" + (char) ('A' + i) + " Works");
    }
    Collections.shuffle(said, new Random(seed));
    if (said.isEmpty()) {
      return;
    }
    Verdict verdict =
        set(
            AnswerType.TEXT,
            "They are " + String.join(", ", said) + ".",
            elements.toArray(String[]::new));
    assertThat(verdict.recall().getAsDouble()).isCloseTo(right / (double) size, within(1e-12));
    assertThat(verdict.precision().getAsDouble())
        .isCloseTo(right / (double) (right + wrong), within(1e-12));
    assertThat(verdict.correct()).isEqualTo(Optional.of(right == size && wrong == 0));
  }
}
