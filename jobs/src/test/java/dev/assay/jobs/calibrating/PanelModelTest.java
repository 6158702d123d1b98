package dev.assay.jobs.calibrating;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.core.Evaluator;
import dev.assay.evaluators.Evaluators;
import dev.assay.jobs.Commands;
import dev.assay.report.ReportPage;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import dev.assay.testing.ScriptedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A panel of two judges and an embedded metric in one model, from a configuration to the page. */
class PanelModelTest {
  private static final SparkSession SPARK = SharedSpark.session();
  private static final int ANSWERS = 300;

  @TempDir private Path home;
  private final ScriptedServer first = ScriptedServer.start().reply(q -> verdict(q, "alpha"));
  private final ScriptedServer second = ScriptedServer.start().reply(q -> verdict(q, "beta"));

  @AfterEach
  void stop() {
    first.close();
    second.close();
  }

  private static String verdict(String question, String word) {
    return "{\"reason\":\"because\",\"verdict\":%s,\"confidence\":0.9}"
        .formatted(question.contains(word + " says"));
  }

  @Test
  void thePageSaysWhatThePanelAddsToWhatCostsNothing() throws Exception {
    // People pass an answer for which two of three speak: either judge, and that it copies its
    // passage; of 23 labels one is turned. So copied words alone are right in three of four, both
    // judges where they agree, and a model of both always, but for what is turned.
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < ANSWERS; i++) {
      boolean alpha = i % 2 == 0;
      boolean beta = i / 2 % 2 == 0;
      boolean copies = i / 4 % 2 == 0;
      boolean passes = (alpha ? 1 : 0) + (beta ? 1 : 0) + (copies ? 1 : 0) >= 2 != (i % 23 == 0);
      lines.add(
          "{\"id\":\"%d\",\"question\":\"Question %d?\",\"answer\":\"%s%s%s\",\"contexts\":[\"The fee is due on Monday.\"],\"right\":%d}"
              .formatted(
                  i,
                  i,
                  alpha ? "alpha says: " : "",
                  beta ? "beta says: " : "",
                  copies ? "the fee is due on monday" : "nobody knows what it may cost",
                  passes ? 1 : 0));
    }
    Path answers = Files.write(home.resolve("answers.jsonl"), lines);
    Files.writeString(home.resolve("right.txt"), "Is this right?\n{question}\n{actual_answer}");
    ConfigLoader.Loaded loaded =
        ConfigLoader.defaults()
            .set("store.path=" + home.resolve("store"))
            .set("report.path=" + home.resolve("report.html"))
            .set("systems.mine={kind=table, id-column=id, path=\"%s\"}".formatted(answers))
            .set(
                "llm.endpoints={one{kind=openai,base-url=\"%s\",model=m1},two{kind=openai,base-url=\"%s\",model=m2}}"
                    .formatted(first.chat(), second.chat()))
            .set("judges.endpoints=[one, two]")
            .set(
                "judges.byop.right={prompt=\"%s\", scale=boolean}"
                    .formatted(home.resolve("right.txt")))
            .set("evaluate.evaluators=[byop_right, copied]")
            .set(
                "label.sources=[{path=\"%s\", dimension=correct, label-column=right, id-column=id}]"
                    .formatted(answers))
            .set(
                "calibrate.models.trust={dimension=correct, metrics=[byop_right.passes,"
                    + " copied.copied_pairs], method=logistic}")
            .set("calibrate.replicates=100")
            .set("analyze.replicates=200")
            .set("automate.alpha=0.2")
            .load();
    for (String stage : List.of("answer", "evaluate", "label", "calibrate", "apply", "analyze")) {
      Commands.run(SPARK, loaded, stage);
    }
    assertThat(first.requests() + second.requests()).isEqualTo(2 * ANSWERS);
    Store store = new Store(SPARK, loaded.config().store());
    Row trust =
        store.read(Tables.CALIBRATIONS).where("metrics[0] = 'trust' AND slice = 'all'").head();
    assertThat(trust.<String>getAs("status")).isEqualTo("ok");
    assertThat(trust.<String>getList(trust.fieldIndex("inputs")))
        .containsExactly("byop_right.passes", "copied.copied_pairs");
    assertThat(decided(store, "copied.copied_pairs")).isZero();
    assertThat(decided(store, "byop_right.passes")).isBetween(ANSWERS / 3L, 2L * ANSWERS / 3);
    assertThat(decided(store, "trust")).isEqualTo(ANSWERS);
    String page =
        new ReportPage(
                store, loaded.config(), Evaluators.all().stream().map(Evaluator::spec).toList())
            .html(Instant.parse("2026-01-01T00:00:00Z"));
    assertThat(page)
        .containsPattern("(?s)both in one model.{0,80}trust.{0,80}100\u00a0%")
        .contains("The judge adds 100 percentage points");
  }

  private static long decided(Store store, String metric) {
    return store
        .read(Tables.DECISIONS)
        .where("metric = '%s' AND decision IN ('accept', 'reject')".formatted(metric))
        .count();
  }
}
