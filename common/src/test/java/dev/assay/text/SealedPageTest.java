package dev.assay.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SealedPageTest {
  /** printf '%s' 'alert(1)' | openssl dgst -sha256 -binary | base64 */
  private static final String HASH = "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='";

  @Test
  void allowsItsOwnScriptsByHashAndNoOther() {
    String page =
        SealedPage.of(
            "<meta content=\"script-src @SCRIPTS@\"><script>alert(1)</script>"
                + "<script id=\"data\" type=\"application/json\">{}</script>");
    assertThat(page).contains("script-src " + HASH + "\"").doesNotContain("unsafe-inline");
    assertThat(SealedPage.of("<meta content=\"script-src @SCRIPTS@\">")).contains("'none'");
    assertThatThrownBy(() -> SealedPage.of("<p>")).hasMessageContaining("@SCRIPTS@");
  }

  /** printf '%s' 'p{}' | openssl dgst -sha256 -binary | base64 */
  private static final String SHEET = "'sha256-gG2yISYereRMiG2lMXrbiUgi0Ubw9p7QCeWcroOvy9Y='";

  @Test
  void allowsItsOwnSheetsByHashAndNoneOfItsData() {
    String page =
        SealedPage.of(
            "<head><meta content=\"style-src @STYLES@; script-src @SCRIPTS@\"><style>p{}</style>"
                + "</head><p><style>b{}</style>");
    assertThat(page).contains("style-src " + SHEET + "; script-src 'none'");
  }

  @Test
  void showsWhatNobodySeesButInItsOwnScripts() {
    String page = SealedPage.of("@SCRIPTS@<script>\"\uFEFF\"</script><p>pay \u202Eevil\u202C</p>");
    assertThat(page).contains("<script>\"\uFEFF\"</script>");
    assertThat(page).contains("<p>pay ⟨U+202E⟩evil⟨U+202C⟩</p>");
  }

  @Test
  void joinersAndMarksOfLanguagesStay() {
    String persian = "می\u200Cخواهم \u200F(שלום) 👩\u200D💻";
    assertThat(Invisible.shown(persian)).isEqualTo(persian);
    assertThat(Invisible.without("fe\u00ADe\u200B \uDB40\uDC41is\u2066 $6")).isEqualTo("fee is $6");
  }
}
