package dev.assay.jobs.labels;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Page;
import dev.assay.config.LabelDimension;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.AnsweredStore;
import dev.assay.jobs.Commands;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Runner;
import dev.assay.report.Chromium;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A person labels on the exported page, offline, and imports what the page saved. */
@Tag("slow")
class LabelPageTest {
  @TempDir Path directory;

  @Test
  void whatIsSaidOnThePageIsImported() throws Exception {
    ConfigLoader base = answered();
    Store store = new Store(SharedSpark.session(), base.load().config().store());
    ConfigLoader.Loaded loaded = base.load();
    new Runner(SharedSpark.session(), loaded.config(), loaded.rendered(), loaded.hash())
        .run(new LabelExport());
    List<String> troubles = new ArrayList<>();
    Path saved = directory.resolve("saved.jsonl");
    try (Chromium chromium = Chromium.open();
        BrowserContext context = chromium.browser().newContext()) {
      Page page = Chromium.watched(context.newPage(), troubles);
      page.navigate(directory.resolve("review/label.html").toUri().toString());
      assertThat(page.locator("#place").textContent()).isEqualTo("1 of 3, 0 labelled");
      assertThat(page.locator("#asked").textContent()).isEqualTo("Is it right?");
      page.locator("#save").click();
      assertThat(page.locator("#message").textContent()).contains("name");
      page.locator("#annotator").fill("Ann O'Dea");
      page.locator("#note").fill("a \"note\", with é");
      assertThat(page.locator("#expected").textContent()).as("of 'correct'").isNotEmpty();
      assertThat(page.locator("#levels button").allTextContents())
          .containsExactly("1  Yes", "0  No");
      page.locator("#levels button").last().click();
      page.locator("h1").click();
      page.keyboard().press("1");
      page.keyboard().press("ArrowLeft");
      assertThat(page.locator("#place").textContent()).isEqualTo("2 of 3, 2 labelled");
      assertThat(page.locator("#levels button[aria-pressed=true]").textContent())
          .as("key 1 says 1")
          .isEqualTo("1  Yes");
      page.keyboard().press("2");
      assertThat(page.locator("#place").textContent())
          .as("no level has key 2")
          .isEqualTo("2 of 3, 2 labelled");
      name(page, "Bob");
      assertThat(page.locator("#place").textContent()).isEqualTo("2 of 3, 0 labelled");
      page.keyboard().press("0");
      assertThat(page.locator("#place").textContent()).isEqualTo("3 of 3, 1 labelled");
      page.reload();
      assertThat(page.locator("#annotator").inputValue()).as("nobody is signed in").isEmpty();
      name(page, "Ann O'Dea");
      page.waitForCondition(() -> page.locator("#place").textContent().endsWith(" 2 labelled"));
      assertThat((boolean) page.evaluate("window.owned === undefined")).isTrue();
      Download download = page.waitForDownload(() -> page.locator("#save").click());
      assertThat(download.suggestedFilename()).isEqualTo("labels-Ann-O-Dea.jsonl");
      download.saveAs(saved);
    }
    assertThat(troubles).isEmpty();
    Counts counts =
        Commands.run(
            SharedSpark.session(),
            base.set("label.sources=[{path=\"" + saved + "\"}]").load(),
            "label");
    assertThat(counts.values()).containsEntry("labels", 2L);
    List<Row> labels = store.read(Tables.LABELS).orderBy("label").collectAsList();
    assertThat(labels).extracting(row -> row.<String>getAs("label")).containsExactly("0", "1");
    assertThat(labels).extracting(row -> row.<String>getAs("annotator")).containsOnly("Ann O'Dea");
    assertThat(labels)
        .extracting(row -> row.<String>getAs("note"))
        .containsExactlyInAnyOrder("a \"note\", with é", null);
  }

  @Test
  void aHeldKeySaysOneThingAndWhatWasSaidOfAnotherAnswerIsNotOffered() throws Exception {
    Path file = directory.resolve("moved.html");
    List<String> troubles = new ArrayList<>();
    try (Chromium chromium = Chromium.open();
        BrowserContext context = chromium.browser().newContext()) {
      Page page = Chromium.watched(context.newPage(), troubles);
      Files.writeString(file, ofAnswers("It is so.", "It is.", "Yes."));
      page.navigate(file.toUri().toString());
      name(page, "Ann");
      page.keyboard().down("1");
      page.keyboard().down("1");
      page.keyboard().up("1");
      assertThat(page.locator("#place").textContent()).isEqualTo("2 of 3, 1 labelled");
      page.keyboard().press("1");
      Files.writeString(file, ofAnswers("It is so.", "It is not.", "Yes."));
      page.reload();
      name(page, "Ann");
      page.waitForCondition(() -> page.locator("#place").textContent().endsWith(" 1 labelled"));
    }
    assertThat(troubles).isEmpty();
  }

  private static String ofAnswers(String... answers) {
    List<JsonNode> tasks = new ArrayList<>();
    for (int i = 0; i < answers.length; i++) {
      tasks.add(
          new ObjectMapper()
              .createObjectNode()
              .put("case_id", "case " + i)
              .put("system", "s")
              .put("repeat", 0)
              .put("dimension", "correct")
              .put("question", "Is it so?")
              .put("answer", answers[i]));
    }
    return LabelPage.of("run", Map.of("correct", LabelDimension.BINARY), tasks);
  }

  @Test
  void aLongQueueIsParsedPageByPage() throws Exception {
    int tasks = 20_000;
    ObjectMapper json = new ObjectMapper();
    List<JsonNode> rows = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      ObjectNode row =
          json.createObjectNode()
              .put("case_id", "case " + i)
              .put("system", "s")
              .put("repeat", 0)
              .put("dimension", "correct")
              .put("question", "Question " + i)
              .put("answer", "It is so. ".repeat(30));
      row.putArray("contexts").add("A passage. ".repeat(100));
      rows.add(row);
    }
    Path file = directory.resolve("long.html");
    Files.writeString(file, LabelPage.of("run", Map.of("correct", LabelDimension.BINARY), rows));
    List<String> troubles = new ArrayList<>();
    try (Chromium chromium = Chromium.open();
        BrowserContext context = chromium.browser().newContext()) {
      Page page = Chromium.watched(context.newPage(), troubles);
      page.navigate(file.toUri().toString());
      name(page, "Ann");
      for (int i = 0; i < 250; i++) {
        page.keyboard().press("1");
      }
      assertThat(page.locator("#question").textContent()).isEqualTo("Question 250");
      assertThat(page.locator("#place").textContent()).isEqualTo("251 of 20000, 250 labelled");
      // A label writes itself, not the whole queue: far below a frame.
      assertThat(
              ((Number)
                      page.evaluate(
                          "() => { const t = performance.now(); for (let i = 0; i < 100; i++)"
                              + " say('1'); return (performance.now() - t) / 100; }"))
                  .doubleValue())
          .isLessThan(16);
      assertThat((int) page.evaluate("pages.size")).isLessThan(10);
    }
    assertThat(troubles).isEmpty();
  }

  private static void name(Page page, String annotator) {
    page.locator("#annotator").fill(annotator);
    page.locator("h1").click();
  }

  private ConfigLoader answered() throws Exception {
    List<String> answers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      answers.add(
          """
          {"id":"%d","question":"What is %d?","contexts":["It is <img src=x onerror=owned=1>"],\
          "answer":"<script>owned = 1</script> %d","expected_answer":"%d","system":"s"}\
          """
              .formatted(i, i, i, i));
    }
    ConfigLoader base =
        ConfigLoader.defaults()
            .set("store.path=" + directory.resolve("store"))
            .set("label.dimensions.correct={kind=binary, question=\"Is it right?\"}")
            .set("label.export.path=" + directory.resolve("review"));
    LabelTest.queue(AnsweredStore.of(base.load(), answers));
    return base;
  }
}
