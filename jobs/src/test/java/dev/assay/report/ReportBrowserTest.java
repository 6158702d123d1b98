package dev.assay.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page in headless Chromium, opened as a file. */
@Tag("slow")
class ReportBrowserTest {
  /** Counts colours on a grid of pixels: a chart that drew something has several. */
  private static final String COLOURS =
      """
      canvas => {
        const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
        const seen = new Set();
        for (let i = 0; i < pixels.length; i += 4 * 13) {
          seen.add((pixels[i] << 16) + (pixels[i + 1] << 8) + pixels[i + 2] + pixels[i + 3] * 16777216);
        }
        return seen.size;
      }
      """;

  private static final String AXE =
      """
      () => axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] })
        .then(found => found.violations.flatMap(rule => rule.nodes.map(
          node => rule.id + ': ' + node.target + ' ' + node.html.slice(0, 160))))
      """;

  @TempDir static Path home;
  private static Chromium chromium;
  private static Path full;
  private static Path empty;

  @BeforeAll
  static void open() throws IOException {
    chromium = Chromium.open();
    full = write("full.html", SampleStore.full(home.resolve("full")));
    empty = write("empty.html", SampleStore.empty(home.resolve("empty")));
  }

  @AfterAll
  static void close() {
    if (chromium != null) {
      chromium.close();
    }
  }

  @ParameterizedTest(name = "{0} px, {1}")
  @CsvSource({"1400,LIGHT", "1400,DARK", "800,LIGHT", "400,LIGHT", "400,DARK"})
  void drawsEveryChartWithoutErrorOrRequest(int width, ColorScheme scheme) {
    List<String> troubles = new ArrayList<>();
    try (BrowserContext context = context(width, scheme)) {
      Page page = load(context, full, troubles);
      assertThat(page.locator(".chart canvas").count()).isEqualTo(6);
      for (int i = 0; i < 6; i++) {
        assertThat((int) page.locator(".chart canvas").nth(i).evaluate(COLOURS))
            .as("colours of chart %d", i)
            .isGreaterThan(6);
      }
      assertThat((boolean) page.evaluate("window.owned === undefined")).isTrue();
      assertThat((int) page.evaluate("document.documentElement.scrollWidth"))
          .as("the page does not scroll sideways")
          .isLessThanOrEqualTo(width);
      shot(page, "report-" + width + "-" + scheme + ".png");
    }
    assertThat(troubles).isEmpty();
  }

  /** Rules of WCAG 2.1, levels A and AA, with every part of the page open. */
  @ParameterizedTest(name = "{0} px, {1}")
  @CsvSource({"1400,LIGHT", "1400,DARK", "400,LIGHT"})
  void breaksNoRuleOfAccessibility(int width, ColorScheme scheme) throws IOException {
    try (BrowserContext context = context(width, scheme);
        InputStream axe = ReportBrowserTest.class.getResourceAsStream("/axe/axe.min.js")) {
      Page page = load(context, full, new ArrayList<>());
      page.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)");
      page.evaluate(new String(axe.readAllBytes(), StandardCharsets.UTF_8));
      assertThat((List<?>) page.evaluate(AXE)).isEmpty();
    }
  }

  @Test
  void tooltipsShowHostileTextAsText() {
    List<String> troubles = new ArrayList<>();
    try (BrowserContext context = context(1280, ColorScheme.LIGHT)) {
      Page page = load(context, full, troubles);
      for (String chart : List.of("#strip", "#topic-map", "#curve", "#heat", "#decision-shares")) {
        page.locator(chart).scrollIntoViewIfNeeded();
        var box = page.locator(chart).boundingBox();
        for (int x = 4; x < 40; x++) {
          for (int y = 1; y < 6; y++) {
            page.mouse().move(box.x + box.width * x / 40, box.y + box.height * y / 6);
          }
        }
      }
      assertThat((boolean) page.evaluate("window.owned === undefined")).isTrue();
      assertThat(page.locator(".chart img").count()).isZero();
    }
    assertThat(troubles).isEmpty();
  }

  @Test
  void selectsRedrawAndTablesSortByKeyboard() {
    List<String> troubles = new ArrayList<>();
    try (BrowserContext context = context(1280, ColorScheme.LIGHT)) {
      Page page = load(context, full, troubles);
      page.locator("#strip-system").selectOption("1");
      page.locator("#strip-by").selectOption("1");
      assertThat(page.locator("#strip-system").isDisabled()).isTrue();
      assertThat((int) page.locator("#strip canvas").evaluate(COLOURS)).isGreaterThan(6);
      page.locator("#calibration-choice").selectOption("1");
      assertThat(page.locator("#calibration-note").textContent()).contains("no reliability curve");
      page.locator("#missing th button").nth(4).focus();
      page.keyboard().press("Enter");
      assertThat(page.locator("#missing th").nth(4).getAttribute("aria-sort"))
          .isEqualTo("ascending");
      assertThat(page.locator("#missing tbody tr").first().textContent()).contains("timeout");
    }
    assertThat(troubles).isEmpty();
  }

  @Test
  void filtersHideRowsWithoutTheWordsAndWhateverIsOfOtherSystems() {
    List<String> troubles = new ArrayList<>();
    try (BrowserContext context = context(1280, ColorScheme.LIGHT)) {
      Page page = load(context, full, troubles);
      // Of 50 problems the first 20 are shown; one of all is number 07.
      assertThat(page.locator("#problems-table tbody tr:visible").count()).isEqualTo(20);
      page.locator("#problems input[type=search]").first().fill("NUMBER 07 flipped");
      assertThat(page.locator("#problems-table tbody tr:visible").count()).isEqualTo(1);
      assertThat(page.locator("#problems .filter output").first().textContent())
          .isEqualTo("1 of 50 rows");
      page.locator("#problems input[type=search]").first().fill("");
      page.getByText("All 50 rows").click();
      assertThat(page.locator("#problems-table tbody tr:visible").count()).isEqualTo(50);

      page.locator("#systems-shown summary").click();
      page.locator("#systems-shown input").first().uncheck();
      assertThat(page.locator("#systems-shown output").textContent()).isEqualTo(": 2 of 3");
      assertThat(page.locator("#verdict .card:visible h3").allTextContents())
          .containsExactlyElementsOf(SampleStore.SYSTEMS.subList(1, 3));
      assertThat(page.locator("#verdict .matrix tr:first-child > :visible").count())
          .as("a topic and two systems, in the head and in the first line")
          .isEqualTo(6);
      assertThat(page.locator("#worst details.case:visible").count()).isEqualTo(6);
      assertThat((int) page.locator("#heat canvas").evaluate(COLOURS)).isGreaterThan(6);
      page.locator("#systems-shown button").click();
      assertThat(page.locator("#verdict .card:visible").count()).isEqualTo(3);
    }
    assertThat(troubles).isEmpty();
  }

  @Test
  void anEmptyStoreHasNoChartAndNoError() {
    List<String> troubles = new ArrayList<>();
    try (BrowserContext context = context(1280, ColorScheme.LIGHT)) {
      Page page = load(context, empty, troubles);
      assertThat(page.locator("canvas").count()).isZero();
    }
    assertThat(troubles).isEmpty();
  }

  private static BrowserContext context(int width, ColorScheme scheme) {
    return chromium
        .browser()
        .newContext(
            new Browser.NewContextOptions().setViewportSize(width, 850).setColorScheme(scheme));
  }

  private static Page load(BrowserContext context, Path file, List<String> troubles) {
    Page page = Chromium.watched(context.newPage(), troubles);
    page.navigate(file.toUri().toString());
    page.waitForFunction("document.documentElement.dataset.drawn !== undefined");
    return page;
  }

  private static void shot(Page page, String name) {
    page.screenshot(
        new Page.ScreenshotOptions()
            .setFullPage(true)
            .setPath(Path.of("target", "screenshots", name)));
  }

  private static Path write(String name, SampleStore sample) throws IOException {
    String html =
        new ReportPage(sample.store(), sample.config(), List.of())
            .html(Instant.parse("2026-01-02T03:04:05Z"));
    Path folder = Files.createDirectories(Path.of("target", "screenshots"));
    return Files.writeString(folder.resolve(name).toAbsolutePath(), html);
  }
}
