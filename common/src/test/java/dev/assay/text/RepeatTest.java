package dev.assay.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepeatTest {

  @Test
  void countsWithoutOverlap() {
    // "aaaaa": the longest that fits twice is "aa", found twice: 2 × 2 / 5.
    assertThat(Repeat.longestOf("aaaaa")).hasValue(new Repeat("aa", 2, .8));
    // "I am fine. " has 11 characters, twice, of 32: 22 / 32.
    assertThat(Repeat.longestOf("I am fine. I am fine. Thank you."))
        .hasValue(new Repeat("I am fine. ", 2, .6875));
  }

  @Test
  void anEmojiIsOneCharacter() {
    // Two of three characters: 2 × 1 / 3.
    assertThat(Repeat.longestOf("🙂a🙂")).hasValue(new Repeat("🙂", 2, 2 / 3.0));
  }

  @Test
  void isEmptyWhenNothingOccursTwice() {
    assertThat(Repeat.longestOf("abc")).isEmpty();
    assertThat(Repeat.longestOf("")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "ab", "word ", "random", "letters"})
  void theLongestTextsTakeSeconds(String kind) {
    Random random = new Random(1);
    String text =
        switch (kind) {
          case "random" -> letters(random, 2);
          case "letters" -> letters(random, 60_000);
          default -> kind.repeat(Repeat.MAX_LENGTH / kind.length());
        };
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(10), () -> assertThat(Repeat.longestOf(text)).isPresent());
  }

  @Test
  void refusesLongerTexts() {
    assertThatThrownBy(() -> Repeat.longestOf("a".repeat(Repeat.MAX_LENGTH + 1)))
        .hasMessage("A text of 200001 characters is over the limit of 200000");
  }

  private static String letters(Random random, int alphabet) {
    return random
        .ints(Repeat.MAX_LENGTH, 'a', 'a' + alphabet)
        .filter(c -> !Character.isSurrogate((char) c))
        .mapToObj(Character::toString)
        .collect(Collectors.joining());
  }
}
