package dev.assay.conditions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.re2j.PatternSyntaxException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BoundedExpressionTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        // each letter, class and escape is a step, a group one more, {n} writes them out n times
        "abc 3",
        "a{5} 5",
        "a{2,5}b 6",
        "[]a-z{9}]{3} 3",
        "\\{\\d{4} 5",
        "(ab){10} 30",
        // ((10 + 1) * 10 + 1) * 10
        "((a{10}){10}){10} 1110",
        "a{x} 4",
      })
  void countsWhatIsWrittenOut(String expression, long steps) {
    assertThat(BoundedExpression.steps(expression)).isEqualTo(steps);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"((a{100}){100}){100}", "(((((((x{9}){9}){9}){9}){9}){9}){9}", "(a{1000}){1000}"})
  void refusesWhatWouldBeLarge(String expression) {
    assertThatThrownBy(() -> BoundedExpression.compile(expression))
        .isInstanceOf(PatternSyntaxException.class);
    assertThatThrownBy(() -> new ConditionParser("regexp('" + expression + "')").parse())
        .isInstanceOf(ConditionException.class)
        .hasMessageContaining("at most 20000 steps");
  }

  @Test
  void manySmallRepetitionsAreLargeToo() {
    assertThatThrownBy(() -> BoundedExpression.compile("a{999}".repeat(30)))
        .isInstanceOf(PatternSyntaxException.class);
    assertThat(BoundedExpression.compile("\\d{4}-\\d{2}-\\d{2}").matches("2026-11-24")).isTrue();
  }
}
