package dev.assay.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpreadsheetTest {

  @ParameterizedTest
  @ValueSource(
      strings = {"=1+1", "+1", "-1", "@SUM(A1)", " \t=cmd", "\u0000=1", "＝1", "－1", "\tx", "\rx"})
  void noTextIsAFormula(String text) {
    assertThat(Spreadsheet.line(List.of(text))).isEqualTo("\"'" + text + "\"\r\n");
  }

  @Test
  void textsAreQuotedNumbersAreNotAndNothingIsEmpty() {
    assertThat(Spreadsheet.line(List.of(Double.NaN, Float.NEGATIVE_INFINITY))).isEqualTo(",\r\n");
    assertThat(Spreadsheet.line(Arrays.asList("a", -0.25, 3L, true, null, "b,\"c\"\nd")))
        .isEqualTo("\"a\",-0.25,3,true,,\"b,\"\"c\"\"\nd\"\r\n");
  }
}
