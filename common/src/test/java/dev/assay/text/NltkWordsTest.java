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

  /** Of which sentences come that no step has to look at, and some that only look like them. */
  private static final List<String> PLAIN =
      List.of(" ", " ", "can", "Not", "wan", "na", "more", "1,000", ",5", ", ", "7", ".", "A", "x");

  @Test
  void textsOfAsciiAreDividedAsByAllSteps() {
    divideAlike(PARTS);
  }

  @Test
  void plainSentencesAreDividedAsByAllSteps() {
    divideAlike(PLAIN);
  }

  private static void divideAlike(List<String> parts) {
    Random random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      String text = text(random, parts);
      assertThat(NltkWords.ofSentence(text, text.toLowerCase(Locale.ROOT)))
          .as("'%s'", text)
          .isEqualTo(NltkWords.ofSentence(text, null));
    }
  }

  private static String text(Random random, List<String> parts) {
    StringBuilder text = new StringBuilder();
    for (int left = random.nextInt(9); left >= 0; left--) {
      text.append(parts.get(random.nextInt(parts.size())));
    }
    return text.toString();
  }
}
