package dev.assay.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.assay.report.Chromium;
import dev.assay.report.compare.ComparePage.Analysis;
import dev.assay.report.compare.ComparePage.Changed;
import dev.assay.report.compare.ComparePage.Line;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page that compares two analyses in headless Chromium, with long and hostile texts. */
@Tag("slow")
class ComparePageBrowserTest {
  private static final String AXE =
      """
      () => axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] })
        .then(found => found.violations.flatMap(rule => rule.nodes.map(
          node => rule.id + ': ' + node.target + ' ' + node.html.slice(0, 160))))
      """;

  @TempDir static Path home;
  private static Chromium chromium;
  private static Path file;

  @BeforeAll
  static void open() throws IOException {
    chromium = Chromium.open();
    String word = "Kontoführungsgebührenordnungsänderungsantrag".repeat(8);
    Line narrow = new Line("answer_semantic_similarity.answer_similarity", word, 3, 2, 100, 20);
    Line people = new Line("human.correct", "dense", 1, 0, 50, 5);
    List<Line> lines = new ArrayList<>(List.of(people, narrow));
    for (int i = 0; i < 30; i++) {
      lines.add(new Line("m.metric_" + i, i % 2 == 0 ? "dense" : "sparse", i % 3 / 2, 0, 40, 2));
    }
    String hostile = "<script>window.owned=1</script><img src=x onerror=window.owned=1> " + word;
    file = home.resolve("compare.html");
    Files.writeString(
        file,
        new ComparePage(
                "Bank",
                "nightly",
                new Analysis("0123456789abcdef", "nightly", "2026-01-01 00:00 UTC"),
                new Analysis("fedcba9876543210", "nightly", "2026-01-02 00:00 UTC"),
                lines,
                List.of(
                    new Changed(narrow.key(), false, "a".repeat(64), "0.91", "0.12", hostile, word),
                    new Changed(
                        people.key(), true, "b".repeat(64), "0", "1", "What?", "8 dollars")),
                20)
            .html());
  }

  @AfterAll
  static void close() {
    if (chromium != null) {
      chromium.close();
    }
  }

  /** Of 32 lines people's, the narrow one and every third of the others changed. */
  @Test
  void whatDidNotChangeIsFoldedAndLinesAreFilteredByWordsAndSystems() {
    List<String> troubles = new ArrayList<>();
    try (BrowserContext context = chromium.browser().newContext()) {
      Page page = Chromium.watched(context.newPage(), troubles);
      page.navigate(file.toUri().toString());
      assertThat(page.locator("#changes tbody tr:visible").count()).isEqualTo(12);
      page.locator("#changes input[type=search]").first().fill("DENSE metric");
      assertThat(page.locator("#changes tbody tr:visible").allTextContents())
          .hasSize(5)
          .allMatch(text -> text.contains("dense"));
      assertThat(page.locator("#changes .filter output").first().textContent())
          .isEqualTo("5 of 12 rows");
      page.locator("#changes input[type=search]").first().fill("");

      page.locator("#unchanged summary").click();
      assertThat(page.locator("#unchanged tbody tr:visible").count()).isEqualTo(20);
      page.locator("#systems-shown summary").click();
      page.getByLabel("sparse").uncheck();
      assertThat(page.locator("#systems-shown output").textContent()).isEqualTo(": 2 of 3");
      assertThat(page.locator("#unchanged tbody tr:visible").count()).isEqualTo(10);

      page.locator("#changes th button").nth(4).press("Enter");
      assertThat(page.locator("#changes tbody tr:visible td:nth-child(5)").first().textContent())
          .as("the fewest unchanged cases first")
          .isEqualTo("42");
      assertThat(page.locator("#cases details[open]").count()).isZero();
      page.getByText("human.correct").first().click();
      assertThat(page.locator("#cases details[open] summary").textContent())
          .startsWith("human.correct · dense (1 of 1)");
    }
    assertThat(troubles).isEmpty();
  }

  @ParameterizedTest(name = "{0} px, {1}")
  @CsvSource({"1400,LIGHT", "1400,DARK", "800,LIGHT", "400,LIGHT"})
  void fitsItsWindowAndBreaksNoRuleOfAccessibility(int width, ColorScheme scheme)
      throws IOException {
    List<String> troubles = new ArrayList<>();
    try (BrowserContext context =
            chromium
                .browser()
                .newContext(
                    new Browser.NewContextOptions()
                        .setViewportSize(width, 850)
                        .setColorScheme(scheme));
        InputStream axe = ComparePageBrowserTest.class.getResourceAsStream("/axe/axe.min.js")) {
      Page page = Chromium.watched(context.newPage(), troubles);
      page.navigate(file.toUri().toString());
      page.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)");
      assertThat((int) page.evaluate("document.documentElement.scrollWidth"))
          .as("the page does not scroll sideways")
          .isLessThanOrEqualTo(width);
      assertThat((boolean) page.evaluate("window.owned === undefined")).isTrue();
      assertThat(
              (String) page.evaluate("getComputedStyle(document.querySelector('.chip')).display"))
          .as("its style is in force")
          .isNotEqualTo("inline");
      page.evaluate(new String(axe.readAllBytes(), StandardCharsets.UTF_8));
      assertThat((List<?>) page.evaluate(AXE)).isEmpty();
      page.screenshot(
          new Page.ScreenshotOptions()
              .setFullPage(true)
              .setPath(
                  Path.of("target", "screenshots", "compare-" + width + "-" + scheme + ".png")));
    }
    assertThat(troubles).isEmpty();
  }
}
