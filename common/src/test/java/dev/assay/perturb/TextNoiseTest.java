package dev.assay.perturb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.base.EditDistance;
import dev.assay.perturb.registry.Perturbators;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextNoiseTest {
  private static final String TEXT =
      "# Fees\n\nThe annual fee of the card is 95 dollars.  It is charged in January.\n"
          + "- 12.5 %\n\nCustomers who never travel pay no fee at all.\n";

  private static TextNoise noise(String perturbator) {
    return new TextNoise(
        new Chain(List.of(Perturbators.of(perturbator)), Intensity.of("high")), 42);
  }

  static List<String> ofTexts() {
    return List.copyOf(Perturbators.ofTexts());
  }

  @Test
  void eachSentenceIsChangedAndWhatSaysSomethingElseStays() {
    String changed = noise("keyboard_typo").of(TEXT, "chunk");
    assertThat(changed)
        .hasSameSizeAs(TEXT)
        .startsWith("# ")
        .contains("95", "\n- 12.5 %\n\n", "never");
    for (String part : List.of("The annual", "charged in", "travel pay")) {
      int at = TEXT.indexOf(part);
      assertThat(EditDistance.between(sentence(changed, at), sentence(TEXT, at))).isPositive();
    }
    assertThat(noise("keyboard_typo").of(TEXT, "chunk")).isEqualTo(changed);
    assertThat(noise("keyboard_typo").of(TEXT, "another chunk")).isNotEqualTo(changed);
  }

  private static String sentence(String text, int at) {
    return text.substring(at, Math.min(text.length(), at + 25));
  }

  @ParameterizedTest
  @MethodSource("ofTexts")
  void whatMakesNoiseInTextsKeepsNumbersAndNegations(String perturbator) {
    String changed = noise(perturbator).of(TEXT, "chunk");
    assertThat(Chain.lost(TEXT, changed)).as(changed).isEmpty();
  }

  @Test
  void whatIsWrittenAroundAQuestionIsNoNoise() {
    assertThat(Perturbators.ofTexts())
        .contains("ocr", "whitespace", "synonym")
        .doesNotContain("antonym", "verbose", "terse", "copy", "distractor", "injection", "base64")
        .hasSize(19);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " \n", "42", "\uD83D\uDE00", "7 %\n\n8 %"})
  void whatHasNothingToChangeStays(String text) {
    assertThat(noise("keyboard_typo").of(text, "chunk")).isEqualTo(text);
  }
}
