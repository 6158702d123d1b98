package dev.assay.jobs.labels;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Page;
import dev.assay.config.reading.ConfigLoader;
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
      page.locator("#levels button").first().click();
      page.locator("h1").click();
      page.keyboard().press("2");
      page.keyboard().press("ArrowLeft");
      assertThat(page.locator("#place").textContent()).isEqualTo("2 of 3, 2 labelled");
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

  private ConfigLoader answered() throws Exception {
    List<String> answers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      answers.add(
          """
          {"id":"%d","question":"What is %d?","contexts":["It is <img src=x onerror=owned=1>"],\
          "answer":"<script>owned = 1</script> %d","expected_answer":"%d","system":"s"}"""
              .formatted(i, i, i, i));
    }
    Path records = Files.write(directory.resolve("answers.jsonl"), answers);
    ConfigLoader base =
        ConfigLoader.defaults()
            .set("store.path=" + directory.resolve("store"))
            .set("systems.mine.kind=table")
            .set("systems.mine.path=" + records)
            .set("systems.mine.id-column=id")
            .set("label.dimensions.correct={kind=binary, question=\"Is it right?\"}")
            .set("label.export.path=" + directory.resolve("review"));
    Commands.run(SharedSpark.session(), base.load(), "answer");
    LabelTest.queue(new Store(SharedSpark.session(), base.load().config().store()));
    return base;
  }
}
