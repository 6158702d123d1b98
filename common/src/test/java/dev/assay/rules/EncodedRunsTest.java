package dev.assay.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The same as the patterns that say what is meant. */
class EncodedRunsTest {
  private static final Pattern HEX =
      Pattern.compile(
          "(?:(?:0x|\\\\x)[0-9A-Fa-f]{2}[ ,:;]{0,2})+"
              + "|\\b[0-9A-Fa-f]{2}(?:[ ,:;]{1,2}[0-9A-Fa-f]{2}\\b)+"
              + "|(?:0x|\\b)[0-9A-Fa-f]{6,}\\b");
  private static final Pattern BASE64 =
      Pattern.compile(
          "(?:[A-Za-z0-9+/_-]{60,}\\r?\\n)+[A-Za-z0-9+/_-]*={0,2}|[A-Za-z0-9+/_-]{7,}={0,2}");
  private static final Pattern BASE32 = Pattern.compile("\\b[A-Z2-7]{7,}={0,6}");
  private static final Pattern LINE = Pattern.compile("[^.!?\\n]+[.!?]*");

  private static final List<String> PARTS =
      List.of(
          "a",
          "Zq",
          "7",
          "0x4f",
          "\\x4F",
          "48",
          "dead",
          "BEEF",
          "=",
          "==",
          "\n",
          "\r\n",
          "\r",
          " ",
          ",",
          ":",
          ".",
          "?!",
          "%",
          "-",
          "_",
          "+",
          "\u00e9",
          "\ud83d\ude00",
          "QUJDREVG",
          "word",
          "abcdefghij".repeat(6),
          "A".repeat(59),
          "1".repeat(61));

  @Test
  void runsAndLinesAreThoseOfThePatterns() {
    for (String text : texts()) {
      assertThat(EncodedRuns.base64(text)).as(text).isEqualTo(all(BASE64, text));
      assertThat(EncodedRuns.lines(text)).as(text).isEqualTo(all(LINE, text));
    }
  }

  @Test
  void whatAPatternFindsIsPossible() {
    for (String text : texts()) {
      boolean hex =
          all(HEX, text).stream()
              .map(run -> run.replace("0x", "").replace("\\x", "").replaceAll("[ ,:;]", ""))
              .anyMatch(digits -> digits.length() >= 6);
      assertThat(EncodedRuns.hexIsPossible(text) || !hex).as(text).isTrue();
      assertThat(EncodedRuns.base32IsPossible(text) || all(BASE32, text).isEmpty())
          .as(text)
          .isTrue();
    }
  }

  @Test
  void ordinaryTextIsLookedAtOnce() {
    String text = "The fee is 35 dollars. It is due on the 28th of each month.";
    assertThat(EncodedRuns.hexIsPossible(text)).isFalse();
    assertThat(EncodedRuns.base32IsPossible(text)).isFalse();
    assertThat(EncodedRuns.base64(text)).containsExactly("dollars");
  }

  private static List<String> texts() {
    Random random = new Random(5);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int parts = random.nextInt(9); parts >= 0; parts--) {
        text.append(PARTS.get(random.nextInt(PARTS.size())));
      }
      texts.add(text.toString());
    }
    return texts;
  }

  private static List<String> all(Pattern pattern, String text) {
    List<String> found = new ArrayList<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      found.add(matcher.group());
    }
    return found;
  }
}
