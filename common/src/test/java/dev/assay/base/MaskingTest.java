package dev.assay.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class MaskingTest {
  private static final String KEY = "sk-\"pl/anted+47\\11=";

  private static String mask(String text) {
    return Masking.mask(text, List.of(new Secret(KEY), new Secret("Bearer token-of-mine")));
  }

  @Test
  void aKeyIsTakenOutAsItIsEscapedAndEncoded() {
    assertThat(mask("a " + KEY + " b")).isEqualTo("a *** b");
    // JSON: quote, backslash; the solidus and any letter may be escaped too.
    assertThat(mask("{\"k\":\"sk-\\\"pl\\/anted+47\\\\11=\"}")).isEqualTo("{\"k\":\"***\"}");
    assertThat(mask("\\u0073k-\\u0022pl/anted\\u002B47\\\\11=")).isEqualTo("***");
    assertThat(mask("?k=" + URLEncoder.encode(KEY, StandardCharsets.UTF_8) + "&x"))
        .isEqualTo("?k=***&x");
  }

  @Test
  void aKeyInBase64IsTakenOutWhateverStandsBeforeIt() {
    for (String before : List.of("", "u", "us", "user:")) {
      byte[] bytes = (before + KEY + "!").getBytes(StandardCharsets.UTF_8);
      String encoded = Base64.getEncoder().encodeToString(bytes);
      String masked = mask("Basic " + encoded);
      assertThat(masked).contains("***");
      assertThat(masked.length()).isLessThan(24);
      assertThat(mask(Base64.getUrlEncoder().encodeToString(bytes))).contains("***");
    }
  }

  @Test
  void whatFollowsTheSchemeOfAHeaderIsASecretToo() {
    assertThat(mask("got token-of-mine")).isEqualTo("got ***");
    assertThat(mask("got Bearer token-of-mine")).isEqualTo("got ***");
  }

  @Test
  void aKeyThatIsCutOffAtTheEndIsTakenOut() {
    for (int length = 8; length < KEY.length(); length++) {
      assertThat(mask("it was " + KEY.substring(0, length))).isEqualTo("it was ***");
    }
  }

  /** As {@code Json.shown} cuts what an endpoint said, and as servers cut what they repeat. */
  @Test
  void aKeyThatIsCutOffBeforeAnEllipsisIsTakenOutHoweverItIsWritten() {
    String json = "sk-\\\"pl\\/anted\\u002b47\\\\11=";
    String url = URLEncoder.encode(KEY, StandardCharsets.UTF_8);
    String base64 =
        Base64.getEncoder().withoutPadding().encodeToString(KEY.getBytes(StandardCharsets.UTF_8));
    for (String written : List.of(KEY, json, url, base64)) {
      for (int length = 14; length < written.length(); length++) {
        String cut = written.substring(0, length);
        for (String end : List.of("", "…", "…) (3 attempts)", "... and more")) {
          assertThat(mask("it was " + cut + end)).as(cut).isEqualTo("it was ***" + end);
        }
      }
    }
    assertThat(mask(KEY.substring(0, 12) + " is not the end"))
        .as("nothing was cut off there")
        .isEqualTo(KEY.substring(0, 12) + " is not the end");
  }

  @Test
  void aPercentSignOfAKeyIsOneHoweverItIsWritten() {
    List<Secret> secrets = List.of(new Secret("key%2Fof%mine"));
    assertThat(Masking.mask("a key%2Fof%mine b", secrets)).isEqualTo("a *** b");
    assertThat(Masking.mask("a key%252Fof%25mine b", secrets)).isEqualTo("a *** b");
  }

  @Test
  void otherTextsStayAsTheyAre() {
    assertThat(mask("a token of mine, sk-")).isEqualTo("a token of mine, sk-");
    assertThat(Masking.mask("", List.of(new Secret("")))).isEmpty();
  }
}
