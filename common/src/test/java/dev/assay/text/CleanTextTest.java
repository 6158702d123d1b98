package dev.assay.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CleanTextTest {
  @Test
  void dropsNulAndByteOrderMarksAndKeepsWordsApart() {
    assertThat(CleanText.of("\uFEFFa\u0000b\u0001c\u000Bd\te\r\nf")).isEqualTo("ab c\nd\te\r\nf");
  }

  @Test
  void keepsEmojiAndRightToLeftTextAndReplacesHalfSurrogates() {
    assertThat(CleanText.of("😀 שלום \ud83d x \ude00")).isEqualTo("😀 שלום \uFFFD x \uFFFD");
  }

  @Test
  void measuresTheShareOfCharactersThatNoTextHas() {
    // Of ten characters two are strange: a control character and a replacement character.
    assertThat(CleanText.strange("abc\u0001def\uFFFD\n ")).isEqualTo(0.2);
    assertThat(CleanText.strange("")).isZero();
  }
}
