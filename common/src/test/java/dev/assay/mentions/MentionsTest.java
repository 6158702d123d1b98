package dev.assay.mentions;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MentionsTest {

  private static List<String> of(String text) {
    return Mentions.find(text).stream().map(m -> m.kind() + ":" + m.text()).toList();
  }

  @Test
  void valuesAreFoundByKind() {
    assertThat(of("Pay $1,000.50 or 3.5 % within 10 business days of 3 March 2024 before 15:00."))
        .containsExactly(
            "MONEY:$1,000.50",
            "PERCENT:3.5 %",
            "DURATION:10 business days",
            "DATE:3 March 2024",
            "TIME:15:00");
    assertThat(of("The Credit Committee has three members who sign Form LN-70 with Priya Raman."))
        .containsExactly(
            "NAME:Credit Committee", "COUNT:three", "IDENTIFIER:Form LN-70", "NAME:Priya Raman");
  }

  @Test
  void referencesAreNoValues() {
    assertThat(
            of(
                "See § 1002.2(l), paragraph (a)(1) and 15 U.S.C. 1601, call 555-0199, 24-month,"
                    + " level 3."))
        .allMatch(mention -> mention.startsWith("REFERENCE:"));
  }

  @Test
  void anyTextIsAcceptedInLinearTime() {
    for (String piece :
        List.of("1,", "1.1", "$", "A b ", "Aa Bb ", "§1.", "(a)", "9", "🙂", "\u0000")) {
      Mentions.find(piece.repeat(100_000));
    }
    assertThat(of("")).isEmpty();
  }

  @Test
  void aPersonIsKnownByARole() {
    MentionPool pool =
        MentionPool.of(
            List.of(
                "The head of lending, Priya Raman, signs.",
                "Chief risk officer Daniel Okafor agrees.",
                "The manager of Harbor Savings and the director at Calder House resign."));
    assertThat(pool.isPerson("Priya Raman")).isTrue();
    assertThat(pool.isPerson("Daniel Okafor")).isTrue();
    assertThat(pool.isPerson("Harbor Savings")).isFalse();
    assertThat(pool.isPerson("Calder House")).isFalse();
    Mention priya = Mentions.find("Ask for Priya Raman.").get(0);
    assertThat(pool.alternatives(priya)).containsExactly("Daniel Okafor");
  }

  @Test
  void alternativesAreOfTheSameUnitAndTheClosestFirst() {
    MentionPool pool =
        MentionPool.of(List.of("$30 $300 $29.00 $28 30 days 60 days 30 business days one 5 %"));
    assertThat(pool.alternatives(Mentions.find("$29").get(0)))
        .containsExactly("$30", "$28", "$300");
    assertThat(pool.alternatives(Mentions.find("10 days").get(0)))
        .containsExactly("30 days", "60 days");
  }
}
