package dev.assay.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is left out for texts of ASCII would have changed none of them. */
class NltkWordsTest {
  private static final List<String> PARTS =
      List.of(
          " ", " ", " ", "can", "Not", "gim", "ME", "gon", "na", "got", "ta", "lem", "wan", "more",
          "'n", "d'", "ye", "'t", "is", "was", "'s", "'S", "n't", "'ll", "'RE", "'", "''", "\"",
          "`", "``", ".", "..", "...", ",", ":", ";", "@", "#", "$", "%", "&", "?", "!", "*", "[",
          "]", "(", ")", "{", "}", "<", ">", "-", "--", "7", "3.5", "a", "_", "\t", "\n", "\r\n",
          "\f");

  @Test
  void textsOfAsciiAreDividedAsByAllSteps() {
    Random random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      String text = text(random);
      assertThat(NltkWords.ofSentence(text, text.toLowerCase(Locale.ROOT)))
          .as("'%s'", text)
          .isEqualTo(NltkWords.ofSentence(text, null));
    }
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int parts = random.nextInt(9); parts >= 0; parts--) {
      text.append(PARTS.get(random.nextInt(PARTS.size())));
    }
    return text.toString();
  }
}
