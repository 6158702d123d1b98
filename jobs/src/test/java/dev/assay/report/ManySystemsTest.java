package dev.assay.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Media;
import dev.assay.bench.MadeStore;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.Commands;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page of twelve systems with long names and twins, as the stages make it, in Chromium. */
@Tag("slow")
class ManySystemsTest {
  private static final int SYSTEMS = 12;

  @TempDir static Path home;
  private static Chromium chromium;
  private static Path page;

  @BeforeAll
  static void open() throws IOException {
    chromium = Chromium.open();
    Path folder = Files.createDirectories(Path.of("target", "screenshots"));
    page = folder.resolve("twelve.html").toAbsolutePath();
    ConfigLoader loader =
        ConfigLoader.defaults()
            .set("store.path=" + home.resolve("store"))
            .set("report.path=" + page)
            .set("analyze.replicates=100");
    MadeStore made =
        new MadeStore(120, MadeStore.names(SYSTEMS), 100, MadeStore.METRICS.subList(0, 2));
    loader = made.set(loader);
    ConfigLoader.Loaded loaded = loader.load();
    made.fill(new Store(SharedSpark.session(), loaded.config().store()));
    for (String stage : List.of("calibrate", "apply", "analyze", "report")) {
      Commands.run(SharedSpark.session(), loaded, stage);
    }
  }

  @AfterAll
  static void close() {
    if (chromium != null) {
      chromium.close();
    }
  }

  @ParameterizedTest(name = "{0} px, {1}")
  @CsvSource({"1400,LIGHT", "800,LIGHT", "400,DARK"})
  void fitsTheScreen(int width, ColorScheme scheme) {
    List<String> troubles = new ArrayList<>();
    try (BrowserContext context =
        chromium
            .browser()
            .newContext(
                new Browser.NewContextOptions()
                    .setViewportSize(width, 850)
                    .setColorScheme(scheme))) {
      Page shown = load(context, troubles);
      assertThat((int) shown.evaluate("document.documentElement.scrollWidth"))
          .as("the page does not scroll sideways")
          .isLessThanOrEqualTo(width);
      assertThat(shown.locator("#verdict .card").count()).isEqualTo(SYSTEMS);
      shown.screenshot(
          new Page.ScreenshotOptions()
              .setFullPage(true)
              .setPath(page.resolveSibling("twelve-" + width + ".png")));
    }
    assertThat(troubles).isEmpty();
  }

  /** Twins are beside their origins' answers and never among them. */
  @Test
  void theSpreadHasALaneForEachPerturbation() throws IOException {
    List<String> troubles = new ArrayList<>();
    try (BrowserContext context = chromium.browser().newContext()) {
      Page shown = load(context, troubles);
      double byTopic = shown.locator("#strip").boundingBox().height;
      shown.locator("#strip-by").selectOption("2");
      // As asked, keyboard_typo, synonym instead of twelve topics: 40 pixels a lane.
      assertThat(byTopic - shown.locator("#strip").boundingBox().height).isEqualTo(9 * 40.0);
    }
    assertThat(troubles).isEmpty();
    JsonNode strip =
        new ObjectMapper()
            .readTree(Jsoup.parse(page.toFile()).selectFirst("#data").data())
            .get("strip");
    assertThat(strip.get("perturbations"))
        .extracting(JsonNode::asText)
        .containsExactly("keyboard_typo", "synonym");
    // Of 12 systems 120 questions, of which 24 have two twins.
    List<Long> lanes = new ArrayList<>(List.of(0L, 0L, 0L));
    strip
        .get("rows")
        .forEach(row -> lanes.set(row.get(3).asInt(), lanes.get(row.get(3).asInt()) + 1));
    assertThat(lanes).containsExactly(12 * 120L, 12 * 24L, 12 * 24L);
  }

  /** A4 without margins has 794 CSS pixels, with the browser's own some 718. */
  @Test
  void fitsPaperWithEveryRow() throws IOException {
    List<String> troubles = new ArrayList<>();
    try (BrowserContext context =
        chromium.browser().newContext(new Browser.NewContextOptions().setViewportSize(718, 1000))) {
      Page shown = load(context, troubles);
      shown.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
      assertThat((int) shown.evaluate("document.documentElement.scrollWidth"))
          .isLessThanOrEqualTo(718);
      byte[] pdf = shown.pdf(new Page.PdfOptions().setFormat("A4").setPrintBackground(true));
      Files.write(page.resolveSibling("twelve.pdf"), pdf);
      try (PDDocument document = Loader.loadPDF(pdf)) {
        String text = new PDFTextStripper().getText(document).replaceAll("\\s+", " ");
        assertThat(text)
            .contains("What people would pass", "Leaderboard", "Provenance")
            .doesNotContain("Rows with", "Systems shown");
        assertThat(document.getNumberOfPages()).isBetween(10, 120);
      }
    }
    assertThat(troubles).isEmpty();
  }

  private static Page load(BrowserContext context, List<String> troubles) {
    Page shown = Chromium.watched(context.newPage(), troubles);
    shown.navigate(page.toUri().toString());
    shown.waitForFunction("document.documentElement.dataset.drawn !== undefined");
    return shown;
  }
}
