package dev.assay.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class HeadingsTest {
  /**
   * What a Markdown heading is, as an expression: good for short lines alone, since it is cubic.
   */
  private static final Pattern DEFINITION = Pattern.compile("#{1,6}\\h+(.*?)(?:\\h+#+)?\\h*");

  private static final String LETTERS = "#a \t\n";

  @Test
  void everyShortLineIsReadAsTheDefinitionSays() {
    StringBuilder line = new StringBuilder();
    for (int number = 0; number < 5 * 5 * 5 * 5 * 5 * 5 * 5; number++) {
      line.setLength(0);
      for (int rest = number; rest > 0; rest /= 5) {
        line.append(LETTERS.charAt(rest % 5));
      }
      String text = line.toString();
      Matcher defined = DEFINITION.matcher(text.strip());
      boolean heading = defined.matches();
      assertThat(Headings.markdown(text)).as(text).isEqualTo(heading);
      assertThat(Headings.words(text))
          .as(text)
          .isEqualTo(heading ? defined.group(1).strip() : text.strip());
    }
    assertThat(Headings.markdown("####### seven")).isFalse();
    assertThat(Headings.words("###### six ##")).isEqualTo("six");
  }

  @Test
  void aLineOfAMillionSpacesIsReadAtOnce() {
    String line = "# " + " #".repeat(500_000) + "a";
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(10), () -> assertThat(Headings.markdown(line)).isTrue());
  }
}
