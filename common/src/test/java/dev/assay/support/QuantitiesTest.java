package dev.assay.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantitiesTest {

  /** Both texts say the same number. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          It costs 1, 056 dollars.             | It costs $1,056.
          Assets of 1 056 000 euros.           | Assets of €1,056,000.
          Assets of 1,056 122.50 euros.        | Assets of €1,056,122.50.
          Assets of 1.056.000 euros.           | Assets of €1056000.00.
          It lent 1.3 billion.                 | It lent $1,300,000,000.
          It lent about $1.3bn.                | It lent $1,312,450,000.
          Fees rose 5 %.                       | Fees rose by five percent.
          Fees rose 0.5 percentage points.     | Fees rose by 50 basis points.
          Fees rose 5 per cent.                | A rise of 0.05 in fees.
          After 2 years it ends.               | It ends after 24 months.
          Within two weeks.                    | Within 14 days.
          Within 14 calendar days.             | Within 14 days.
          On 3 March 2021 it began.            | It began on March 3rd, 2021.
          On March 3, 2021 it began.           | It began on 2021-03-03.
          It began on 3/3/2021.                | It began on 2021-03-03.
          It began in March 2021.              | It began on 3 March 2021.
          It began in 2021.                    | It began on 3 March 2021.
          Open until 5:30 p.m.                 | Open until 17:30.
          Open until 5 pm.                     | Open until 17:00.
          The 3rd notice.                      | The third notice.
          Twenty-five customers.               | 25 customers.
          One hundred and five cards.          | 105 cards.
          Three million two hundred thousand.  | 3,200,000 accounts.
          A fee of 50 cents.                   | A fee of $0.50.
          A fee of $5m.                        | A fee of 5 million dollars.
          A fee of 1,5 percent.                | A fee of 1.5%.
          Call 1-800-555-1234.                 | Call 1 800 555 1234.
          Two dozen cards.                     | 24 cards.
          Wait ten days.                       | Wait 10 days.
          """)
  void sameNumberHoweverItIsWritten(String hypothesis, String source) {
    assertThat(unsaid(hypothesis, source)).isZero();
  }

  /** The first text says a number that the second does not. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          It costs $1,065.                     | It costs $1,056.
          It costs $1,056 thousand.            | It costs $1,056.
          It lent 1.3 million.                 | It lent 1.3 billion.
          It lent $1.3 billion.                | It lent $1,412,450,000.
          Fees rose 5 %.                       | Fees rose 50 %.
          Fees rose 0.5 %.                     | Fees rose 5 basis points.
          A fee of 5 dollars.                  | A fee of 5 euros.
          Within 10 days.                      | Within 10 business days.
          Within 30 days.                      | Within 30 months.
          On 3 March 2021.                     | On 4 March 2021.
          On 3 March 2021.                     | On 3 March 2020.
          On 3 March 2021.                     | In March 2021.
          In 2022.                             | On 3 March 2021.
          Open until 5:30 a.m.                 | Open until 17:30.
          The second notice.                   | The third notice.
          Three cards.                         | Two cards.
          Call 1-800-555-1234.                 | Call 1-800-555-1235.
          """)
  void anotherNumberIsUnsaid(String hypothesis, String source) {
    assertThat(unsaid(hypothesis, source)).isPositive();
  }

  @Test
  void wordsThatOnlyLookLikeNumbersAreNone() {
    for (String text :
        List.of("One may apply.", "First, call us.", "COVID-19 and B2B.", "May we help?", "")) {
      assertThat(unsaid(text, "Nothing here.")).as(text).isZero();
    }
  }

  /** Sums with a full stop behind, versions, dates, sections and addresses with several stops. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          It sold for $158700.00.              | 158700
          It sold for $158,700.00.             | 158700
          It sold for 1,158 700.50.            | 1158700.5
          It sold for $158700.00..             | 158700
          It sold for 158'700.00.              | 158700
          Version 2.10.3 is out.               | 2.10
          Due on 31.12.2021.                   | 31.12
          See section 3.2.1.                   | 3.2
          Sent from 192.168.1.17.              | 192.168
          It is .5.                            | 0.5
          It is 5..6.                          | 5
          It is 1,2,3.4.5.                     | 1.2
          """)
  void oddNumbersAreReadFromTheirBeginning(String text, String first) {
    assertThat(Quantities.of(text).get(0).value()).isEqualByComparingTo(first);
  }

  @Test
  void anyTextIsRead() {
    String[] pieces =
        ("0 1 7 12 000 158700 . . , , ' ’ - / : $ % § e E + ( ) th k million two hundred and on may"
                + " v am ٣ ½ ² \u00a0 \u202f \n 😀")
            .split(" ");
    SplittableRandom random = new SplittableRandom(8);
    for (int round = 0; round < 60_000; round++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(24); n > 0; n--) {
        text.append(pieces[random.nextInt(pieces.length)]);
        text.append(random.nextInt(6) == 0 ? " " : "");
      }
      List<Quantity> read = Quantities.of(text.toString());
      assertThat(read).as(text.toString()).allMatch(one -> one.saidBy(one));
    }
  }

  @Test
  void hostileTextIsReadInTime() {
    String digits = "1 ".repeat(10_000) + "9".repeat(10_000) + "one hundred and ".repeat(3_000);
    long start = System.nanoTime();
    Quantities.of(digits);
    Quantities.of("1,".repeat(10_000));
    Quantities.of("12-34-".repeat(5_000));
    assertThat(System.nanoTime() - start).isLessThan(5_000_000_000L);
  }

  private static int unsaid(String hypothesis, String source) {
    List<Quantity> said = Quantities.of(source);
    return (int)
        Quantities.of(hypothesis).stream()
            .filter(q -> q.stated() && said.stream().noneMatch(q::saidBy))
            .count();
  }
}
