package dev.assay.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SplitsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " \u200b\n",
        "Yes. No.",
        "Fees are due. Yes. Cards cost eleven dollars.",
        "- one\n- two dollars and more",
        "\ud83d\ude00"
      })
  void rememberedSplitsAreThoseOfTheSplitter(String text) {
    for (int again = 0; again < 2; again++) {
      assertThat(Splits.of(text)).isEqualTo(Sentences.scored(text));
      assertThat(Splits.all(text))
          .isEqualTo(Sentences.split(text).stream().map(Sentences.Sentence::text).toList());
    }
    assertThat(Splits.all(text)).isSameAs(Splits.all(text));
  }
}
