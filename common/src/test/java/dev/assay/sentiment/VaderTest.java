package dev.assay.sentiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class VaderTest {
  private final Vader vader = new Vader();

  /** vaderSentiment 3.3.2, which rounds to four places: scripts/golden/sentiment.py. */
  @Test
  void agreesWithTheReference() throws Exception {
    try (InputStream in = VaderTest.class.getResourceAsStream("/golden/sentiment.json")) {
      JsonNode texts = new ObjectMapper().readTree(in).get("texts");
      assertThat(texts.size()).isGreaterThan(500);
      for (JsonNode row : texts) {
        assertThat(polarity(row.get("text").asText()))
            .as(row.get("text").asText())
            .isCloseTo(row.get("compound").asDouble(), within(1e-4));
      }
    }
  }

  @Test
  void readsEmojiByTheirNames() {
    assertThat(polarity("😢")).isNegative();
    assertThat(polarity("❤")).isPositive();
    assertThat(polarity("The answer 🙂")).isNotNegative();
  }

  @Test
  void isFiniteForAnyText() {
    for (String text :
        List.of("\u0000", "\ud800", "x".repeat(5000), "good but bad ".repeat(80_000), "هذا نص")) {
      assertThat(polarity(text)).isBetween(-1.0, 1.0);
    }
  }

  @Test
  void namesItsRevision() {
    assertThat(vader.id()).matches("vader@[0-9a-f]{12}").isEqualTo(new Vader().id());
  }

  private double polarity(String text) {
    return vader.polarity(List.of(text)).get(0);
  }
}
