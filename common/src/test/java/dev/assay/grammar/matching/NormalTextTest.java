package dev.assay.grammar.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is left out for texts of ASCII would have changed none of them. */
class NormalTextTest {
  private static final List<String> PARTS =
      List.of(
          " ", " ", "  ", "\t", "\n", " \r\n ", "\r", "\f", "\u000b", "\u001c", "*", "**", "_",
          "__", "`", "'", "\"", "-", "#", "+", "A", "abcde", "bb", "C#", "A+", "O'Hara", "&", "7",
          "3.5", ".", ";", "X_y");

  @Test
  void textsOfAsciiAreReadAsOthers() {
    Random random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int parts = random.nextInt(9); parts >= 0; parts--) {
        text.append(PARTS.get(random.nextInt(PARTS.size())));
      }
      assertThat(NormalText.of(text.toString(), true))
          .as("'%s'", text)
          .isEqualTo(NormalText.of(text.toString(), false));
    }
  }

  @Test
  void otherTextsHaveOneFormOfQuotesDashesAndSpaces() {
    assertThat(NormalText.of("\u201cna\u00efve\u201d\u00a0\u2212 it\u2019s").text())
        .isEqualTo("\"na\u00efve\" - it's");
    assertThat(NormalText.of("\u201cna\u00efve\u201d").folded()).containsExactly("naive");
  }
}
