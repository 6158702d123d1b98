package dev.assay.conditions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConditionTest {
  private static final String RIO = "Rio 15,969 million";

  /** The examples of seed 002, and the precedence of NOT over AND over OR. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '§',
      quoteCharacter = '~',
      value = {
        "\"15,969\" § true",
        "regexp(\"15,?969\") § true",
        "\"15,969\" AND regexp(\"[Mm]illion\") § true",
        "(\"Rio\" OR \"rio\") AND regexp(\"15,?969 [Mm]il\") AND NOT \"Real\" § true",
        "regexp(\"^Rio 15,969 million$\") § true",
        "regexp(\"^15,969\") § false",
        "regexp(\"(?i)rio\") § true",
        "regexp(\"(cat|dog|Rio) 15\") § true",
        "regexp(\"\\b(Rio|Sao)\\b\") § true",
        "regexp(\"\\d{2},\\d{3}\") § true",
        "NOT \"Real\" § true",
        "\"x\" OR \"Rio\" AND \"y\" § false",
        "(\"x\" OR \"Rio\") AND \"million\" § true",
        "\"Rio\" OR \"x\" AND \"y\" § true",
        "NOT \"x\" AND \"y\" § false",
        "NOT (\"x\" AND \"y\") § true",
        "\"rio\" § false",
        "NOT NOT \"Rio\" § true",
        "\"Rio\"AND\"million\" § true",
        "'Rio' § true",
      })
  void holdsAsWritten(String condition, boolean expected) {
    assertThat(Condition.parse(condition).holds(RIO)).isEqualTo(expected);
  }

  @Test
  void quotesAndEscapesAreRemoved() {
    assertThat(Condition.parse("\"it's\"").holds("it's")).isTrue();
    assertThat(Condition.parse("\"say \\\"no\\\"\"").holds("say \"no\"")).isTrue();
    assertThat(Condition.parse("'it\\'s'").holds("it's")).isTrue();
    assertThat(Condition.parse("\"a\\\\b\"").holds("a\\b")).isTrue();
    assertThat(Condition.parse("\"a\\tb\\nc\"").holds("a\tb\nc")).isTrue();
    assertThat(Condition.parse("regexp(\"\\\"\\d\\\"\")").holds("\"7\"")).isTrue();
  }

  @Test
  void textsAreSearchedOneByOne() {
    Condition both = Condition.parse("\"a\" AND \"b\"");
    assertThat(both.holds(List.of("a", "b"))).isTrue();
    assertThat(Condition.parse("\"ab\"").holds(List.of("a", "b"))).isFalse();
    assertThat(Condition.parse("NOT \"b\"").holds(List.of("a", "b"))).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '§',
      quoteCharacter = '~',
      value = {
        "\"a\" \"b\" § position 5: AND or OR is missing before '\"'",
        "\"a\" and \"b\" § position 5: AND or OR is missing before 'and', which is written AND",
        "\"a\" AND § position 8: the condition ends where",
        "(\"a\" OR \"b\" § position 12: the '(' of position 1 is not closed",
        "\"a\") § position 4: a ')' without its '('",
        "\"a § position 1: the string is not closed; end it with \" (inside, write \\\")",
        "Rio § position 1: expected a string in quotes, regexp(\"…\"), NOT or '(', found 'Rio'; strings stand in quotes",
        "\"C:\\dir\" § position 4: unknown escape \\d; write \\\\ for a backslash",
        "\"\" § position 1: an empty string is in every text",
        "regexp \"a\" § position 8: regexp takes a string in parentheses",
        "regexp(a) § position 8: regexp takes a string in quotes",
        "regexp(\"a\" § position 11: the regexp( is not closed",
        "regexp(\"(?=a)b\") § look-ahead is not supported",
        "regexp(\"(?<!a)b\") § look-behind is not supported",
        "regexp(\"(a)\\1\") § back-references are not supported",
        "regexp(\"[a\") § the expression \"[a\" is not RE2",
        "AND \"a\" § position 1: expected a string in quotes",
      })
  void whatIsWrongIsSaidWithItsPosition(String condition, String message) {
    assertThatThrownBy(() -> Condition.parse(condition))
        .isInstanceOf(ConditionException.class)
        .hasMessageContaining(message);
  }

  @Test
  void anEmptyConditionIsAnError() {
    assertThatThrownBy(() -> Condition.parse("  ")).hasMessageStartingWith("position 3");
  }

  @Test
  @Timeout(10)
  void hostileTextNeitherOverflowsNorExplodes() {
    assertThatThrownBy(() -> Condition.parse("(".repeat(10_000)))
        .hasMessageContaining("more than 100 parentheses");
    assertThat(Condition.parse("NOT ".repeat(4000) + "\"a\"").holds("a")).isTrue();
    assertThatThrownBy(() -> Condition.parse("x".repeat(30_000))).hasMessageContaining("at most");
    assertThat(Condition.parse("regexp(\"(a+)+$\")").holds("a".repeat(50_000) + "b")).isFalse();
  }

  @Property(tries = 300)
  void theTextFormParsesToTheSame(@ForAll("conditions") Condition condition) {
    Condition again = Condition.parse(condition.toString());
    assertThat(again.toString()).isEqualTo(condition.toString());
    for (String text : List.of("", "a", "it's", "a \"b\"\n", "\\d 7", "a it's 7 \\d")) {
      assertThat(again.holds(text)).isEqualTo(condition.holds(text));
    }
  }

  @Provide
  Arbitrary<Condition> conditions() {
    return conditions(3);
  }

  private static Arbitrary<Condition> conditions(int depth) {
    Arbitrary<Condition> leaf =
        Arbitraries.of(
            new Condition.Contains("a"),
            new Condition.Contains("it's"),
            new Condition.Contains("a \"b\"\n"),
            new Condition.Contains("\\d"),
            new Condition.Matches(com.google.re2j.Pattern.compile("\\d|\"b\"")));
    if (depth == 0) {
      return leaf;
    }
    Arbitrary<Condition> inner = conditions(depth - 1);
    return Arbitraries.oneOf(
        leaf,
        leaf.map(Condition.Not::new),
        inner.list().ofMinSize(2).ofMaxSize(3).map(Condition.All::new),
        inner.list().ofMinSize(2).ofMaxSize(3).map(Condition.Any::new),
        inner
            .list()
            .ofMinSize(2)
            .ofMaxSize(2)
            .map(all -> new Condition.Not(new Condition.All(all))));
  }
}
