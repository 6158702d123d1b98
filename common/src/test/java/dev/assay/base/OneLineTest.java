package dev.assay.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OneLineTest {

  @Test
  void whatWouldLeaveTheLineIsASpace() {
    assertThat(OneLine.of("a\n::stop-commands::x\r\u001B[31m\u0000\u009B\u0085\u2028\u2029b"))
        .isEqualTo("a ::stop-commands::x  [31m     b");
    assertThat(OneLine.of("a\u202Eb\u2066c")).isEqualTo("a b c");
  }

  @Test
  void otherCharactersStay() {
    String text = "Grüße, 日本 👩‍👩‍👧 50 % – “x”";
    assertThat(OneLine.of(text)).isEqualTo(text);
    assertThat(OneLine.of(null)).isEmpty();
  }
}
