package dev.assay.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RuleSuiteTest {
  private static final RuleSuite PII = RuleSuite.of("bundled:pii");

  @TempDir Path folder;

  /** Reading a suite tries each rule on its own examples; a refusal names the example. */
  @ParameterizedTest
  @ValueSource(strings = {"pii", "secrets", "abstention", "safety", "question-safety"})
  void everyBundledRuleAgreesWithItsExamples(String name) {
    assertThat(RuleSuite.of("bundled:" + name).rules()).isNotEmpty();
  }

  @Test
  void findingsComeByPlaceWithoutOverlap() {
    // The number ends where the address begins: two findings, nothing lost.
    assertThat(PII.find("id 123-45-6789 bob@acme.io"))
        .containsExactly(
            new Finding("us_ssn", "ssn", 3, 14, "123-45-6789"),
            new Finding("email", "email", 15, 26, "bob@acme.io"));
  }

  @Test
  void aLongerFindingContainsAShorterOne() {
    assertThat(PII.find("DE89370400440532013000"))
        .extracting(Finding::rule)
        .containsExactly("iban");
  }

  @Test
  void reportsHideWhatWasFound() {
    assertThat(new Finding("x", "x", 0, 11, "123-45-6789").masked()).isEqualTo("12•••••••89");
    assertThat(new Finding("x", "x", 0, 4, "4821").masked()).isEqualTo("••••");
  }

  /** Luhn sums and remainders by hand: 4012888888881881 sums to 90; ISO 13616's own example. */
  @ParameterizedTest
  @CsvSource({
    "LUHN, 4012888888881881, true",
    "LUHN, 4012888888881882, false",
    "LUHN, 79927398713, false",
    "LUHN, 000000000000, false",
    "IBAN, GB82WEST12345698765432, true",
    "IBAN, GB82WEST12345698765433, false",
    "IBAN, GB82, false",
    "SSN, 123-45-6789, true",
    "SSN, 000-45-6789, false",
    "SSN, 666-45-6789, false",
    "SSN, 900-45-6789, false",
    "SSN, 123-00-6789, false",
    "SSN, 123-45-0000, false",
    "PHONE, 1978-04-13, false",
    "PHONE, 905-674-3793, true",
    "IP, 256.1.1.1, false",
    "IP, 41.173.96.26, true",
    "ENTROPY, a8F3kd92Lq0zXw71, true",
    "ENTROPY, aaaaaaaaaaaaaaa1, false"
  })
  void validatorsFollowTheirStandards(Validator validator, String text, boolean accepted) {
    assertThat(validator.accepts(text)).isEqualTo(accepted);
  }

  @Test
  void aFileOfOnesOwnIsAdded() throws IOException {
    Path file =
        suite(
            "{ id = vip, pattern = \"VIP-\\\\d{4}\", found = [\"VIP-1234\"], clean = [\"VIP\"] }");
    RuleSuite both = RuleSuite.of("bundled:pii, " + file);
    assertThat(both.find("VIP-1234 bob@acme.io"))
        .extracting(Finding::rule)
        .containsExactly("vip", "email");
    assertThat(both).isEqualTo(RuleSuite.of("bundled:pii, " + file)).hasToString(both.toString());
    assertThat(both.toString()).isNotEqualTo(PII.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '§',
      quoteCharacter = '~',
      value = {
        "{ id = x, pattern = \"a\", found = [\"b\"], clean = [\"c\"] } § rule 'x' should find"
            + " something in \"b\" and finds []",
        "{ id = x, pattern = \"a\", found = [\"a\"], clean = [\"a\"] } § rule 'x' should find"
            + " nothing in \"a\" and finds [a]",
        "{ id = x, pattern = \"a+\", found = [\"[[a]]a\"], clean = [\"c\"] } § and finds [aa]",
        "{ id = x, pattern = \"a\" } § needs at least one example each under found and clean",
        "{ id = x, pattern = \"(?=a)\", found = [\"a\"], clean = [\"b\"] } § is not RE2",
        "{ id = x, pattern = \"a\", validator = luhm } § unknown validator 'luhm'. Did you mean"
            + " 'luhn'?",
        "{ id = x, patern = \"a\" } § unknown key 'patern' of a rule. Did you mean 'pattern'?",
        "{ pattern = \"a\" } § 'id'",
      })
  void aBadRuleIsRefusedWithItsPlace(String rule, String message) throws IOException {
    Path file = suite(rule);
    assertThatThrownBy(() -> RuleSuite.of(file.toString()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(file.getFileName().toString())
        .hasMessageContaining(message);
  }

  @Test
  void anUnknownSuiteSaysWhichThereAre() {
    assertThatThrownBy(() -> RuleSuite.of("bundled:pi")).hasMessageContaining("Bundled are: pii");
    assertThatThrownBy(() -> RuleSuite.of("nowhere.conf"))
        .hasMessageContaining("no rule suite file");
    assertThatThrownBy(() -> RuleSuite.of("bundled:pii,bundled:pii"))
        .hasMessageContaining("ids are unique");
  }

  /**
   * Every group of four begins a match that fails Luhn, and the card begins inside the last ones.
   */
  @Test
  void aCardBehindAnyNumberOfFalseOnesIsFound() {
    for (int groups = 0; groups < 200; groups++) {
      assertThat(PII.find("1000 ".repeat(groups) + "4012 8888 8888 1881"))
          .as("%d groups", groups)
          .extracting(Finding::text)
          .contains("4012 8888 8888 1881");
    }
  }

  @Property(tries = 200)
  void whatIsFoundStandsInTheText(@ForAll String text) {
    for (Finding finding : PII.find(text + " 123-45-6789 " + text)) {
      assertThat(finding.end()).isGreaterThan(finding.start());
      assertThat((text + " 123-45-6789 " + text).substring(finding.start(), finding.end()))
          .isEqualTo(finding.text());
    }
  }

  /**
   * Leaving out what has too few digits or is far from an anchor saves time and changes nothing.
   */
  @Property(tries = 300)
  void whatSavesTimeFindsTheSame(@ForAll @Size(max = 60) List<@From("pieces") String> pieces) {
    String text = String.join("", pieces);
    for (Rule rule : PII.rules()) {
      if (rule.digits() > 0 || rule.reach() > 0) {
        Rule plain =
            new Rule(
                rule.id(),
                rule.category(),
                rule.pattern(),
                rule.anchors(),
                0,
                0,
                rule.validator(),
                rule.placeholders(),
                rule.ignore());
        String lower = text.toLowerCase(Locale.ROOT);
        assertThat(rule.find(text, lower, 100)).isEqualTo(plain.find(text, lower, 100));
      }
    }
  }

  @Provide
  Arbitrary<String> pieces() {
    return Arbitraries.of(
        "GB82 WEST 1234 5698 7654 32",
        "account number is: 12345678",
        "Mr. John Smith",
        "PO Box 12",
        "my name is Anna Bee",
        "born on 3 May 1970",
        "74 Diakou Street",
        "4012 8888 8888 1881",
        "123-45-6789",
        "+46 8 928 571 38",
        "41.173.96.26",
        " ",
        "word ",
        "7",
        "12 ",
        "-",
        "a-very-long-piece-without-any-blank-in-it",
        "the quick brown fox jumps over the lazy dog ",
        "\n");
  }

  @Test
  void whatFollowsCountlessRefusedMatchesIsFound() {
    String text = "token/".repeat(5_000) + " api_key = a8F3kd92Lq0zXw71Bv5N";
    assertThat(RuleSuite.of("bundled:secrets").find(text))
        .extracting(Finding::text)
        .containsExactly("a8F3kd92Lq0zXw71Bv5N");
  }

  /** A limit for what hangs, a hundred times what it takes: the search is linear. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "The fee for account 12 is charged within 30 days. ",
        "1234 ",
        "a@",
        "token/",
        " ",
        "."
      })
  @Timeout(120)
  void aMegabyteIsSearchedInLinearTime(String piece) {
    String text = piece.repeat(1_000_000 / piece.length());
    for (String name : List.of("pii", "secrets", "abstention", "safety", "question-safety")) {
      assertThat(RuleSuite.of("bundled:" + name).find(text).size())
          .isLessThanOrEqualTo(RuleSuite.MAX_FINDINGS);
    }
  }

  @Test
  void aSuiteThatIsNestedWithoutEndIsRefused() throws IOException {
    String deep = suite("{ id = " + "[".repeat(100_000)).toString();
    assertThatThrownBy(() -> RuleSuite.of(deep))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("mine.conf: it is nested too deeply");
  }

  private Path suite(String rule) throws IOException {
    return Files.writeString(folder.resolve("mine.conf"), "rules = [\n" + rule + "\n]\n");
  }
}
