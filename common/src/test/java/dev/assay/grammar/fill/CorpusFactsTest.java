package dev.assay.grammar.fill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.grammar.fill.CorpusFacts.Held;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CorpusFactsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1200.5     | The balance of Zoë Müller is 1,200.50 EUR.   | zoe muller
          1200       | Zoë Müller owes 1,200.00.                    | Zoë Müller
          2024-03-05 | Zoe Muller joined on 5 March 2024.           | Zoë Müller
          2024-03-05 | On March 5, 2024, Zoe Muller joined.         | Zoë Müller
          2024-03-05 | Zoe Muller, 05.03.2024                       | Zoë Müller
          O'Brien    | Zoe Muller is advised by O'Brien.            | Zoë Müller
          """)
  void aPassageSaysAFactInOtherWritings(String answer, String passage, String value) {
    CorpusFacts facts = new CorpusFacts();
    facts.add("a", "Nothing about it.");
    facts.add("b", passage);
    CorpusFacts.Found found = facts.find(List.of(answer), List.of(value), false);
    assertThat(found.held()).isEqualTo(Held.YES);
    assertThat(found.documents()).containsExactly("b");
  }

  @Test
  void partOfAWordOrNumberIsNoFact() {
    CorpusFacts facts = new CorpusFacts();
    facts.add("a", "Ann has 120 shares and 12.50 in cash.");
    assertThat(facts.find(List.of("12"), List.of("Ann"), false).held()).isEqualTo(Held.NO);
    assertThat(facts.find(List.of("12.5"), List.of("Ann"), false).held()).isEqualTo(Held.YES);
    assertThat(facts.find(List.of("120"), List.of("An"), false).held()).isEqualTo(Held.NO);
  }

  @Test
  void apartInOneDocumentNothingIsCertain() {
    CorpusFacts facts = new CorpusFacts();
    facts.add("a", "Ann Lee");
    facts.add("a", "Her city is Bern.");
    facts.add("b", "Bob Ray lives in Rome.");
    assertThat(facts.find(List.of("Bern"), List.of("Ann Lee"), false).held())
        .isEqualTo(Held.UNKNOWN);
    assertThat(facts.find(List.of("Bern"), List.of("Bob Ray"), false).held()).isEqualTo(Held.NO);
    assertThat(facts.find(List.of("Bern", "Rome"), List.of("Bob Ray"), false).held())
        .isEqualTo(Held.NO);
  }

  /** Ann's adviser is Max, and Max sits in Bern: two documents say together where hers sits. */
  @Test
  void whatSeveralDocumentsMaySayTogetherIsMissingOnlyWhereOneOfItIs() {
    CorpusFacts facts = new CorpusFacts();
    facts.add("a", "Ann Lee is advised by Max Orr.");
    facts.add("b", "Max Orr has his desk in Bern.");
    assertThat(facts.find(List.of("Bern"), List.of("Ann Lee"), true).held())
        .isEqualTo(Held.UNKNOWN);
    assertThat(facts.find(List.of("Bern"), List.of("Ann Lee"), false).held()).isEqualTo(Held.NO);
    assertThat(facts.find(List.of("Rome"), List.of("Ann Lee"), true).held()).isEqualTo(Held.NO);
    assertThat(facts.find(List.of("Bern"), List.of("Bob Ray"), true).held()).isEqualTo(Held.NO);
    assertThat(facts.find(List.of("Max Orr"), List.of("Ann Lee"), true).held()).isEqualTo(Held.YES);
    assertThat(facts.find(List.of("Bern", "Rome"), List.of("Ann Lee"), true).held())
        .isEqualTo(Held.NO);
  }
}
