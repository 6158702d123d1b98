package dev.assay.jobs.calibrating;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.calibration.thresholds.Thresholds;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.Commands;
import dev.assay.jobs.gate.GateBreach;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recorded answers of two systems with human labels, calibrated. */
class CalibrateTest {
  private static final int QUESTIONS = 150;
  private static final String METRIC = "token_f1.token_f1";

  @TempDir static Path directory;
  private static Store store;
  private static ConfigLoader.Loaded loaded;

  @BeforeAll
  static void calibrate() throws Exception {
    SplittableRandom random = new SplittableRandom(4);
    List<String> answers = new ArrayList<>();
    List<String> labels = new ArrayList<>();
    labels.add("id,system,dimension,label");
    for (int i = 0; i < QUESTIONS; i++) {
      for (String system : List.of("a", "b")) {
        if (system.equals("b") && i >= 20) {
          continue;
        }
        int kept = random.nextInt(7);
        String answer = "red green blue cyan pink gold".substring(0, Math.max(1, kept * 5 - 1));
        answers.add(
            """
            {"id":"%d","question":"Which colours are in picture %d?","contexts":["None."],"answer":"%s.","expected_answer":"red green blue cyan pink gold","system":"%s","query_type":"%s"}\
            """
                .formatted(i, i, answer, system, i % 2 == 0 ? "list" : "other"));
        int label = random.nextInt(6) < kept ? 1 : 0;
        labels.add("%d,%s,correct,%d".formatted(i, system, label));
      }
    }
    Path records = Files.write(directory.resolve("answers.jsonl"), answers);
    Path judged = Files.write(directory.resolve("labels.csv"), labels);
    loaded =
        ConfigLoader.defaults()
            .set("store.path=" + directory.resolve("store"))
            .set("systems.mine.kind=table")
            .set("systems.mine.path=" + records)
            .set("systems.mine.id-column=id")
            .set("evaluate.evaluators=[token_f1]")
            .set("label.sources=[{path=\"" + judged + "\"}]")
            .set("calibrate.slice-min-groups=100")
            .set("calibrate.replicates=100")
            .set(
                "risks.wrong={rating=high, metric="
                    + METRIC
                    + ", dimension=correct, appetite=high}")
            .set("gate={metric=" + METRIC + ", method=roc_target, dimension=correct, appetite=low}")
            .set("report.path=" + directory.resolve("report.html"))
            .load();
    for (String stage :
        List.of("answer", "evaluate", "label", "calibrate", "apply", "analyze", "report")) {
      Commands.run(SharedSpark.session(), loaded, stage);
    }
    store = new Store(SharedSpark.session(), loaded.config().store());
  }

  @Test
  void everySliceHasARow() {
    assertThat(rows("true").stream().map(row -> row.<String>getAs("slice")).toList())
        .containsExactlyInAnyOrder(
            "all", "system=a", "system=b", "query_type=list", "query_type=other");
  }

  @Test
  void aSmallSliceTakesTheCalibrationOfAllAndSaysSo() {
    Row all = rows("slice = 'all'").get(0);
    Row small = rows("slice = 'system=b'").get(0);
    assertThat(small.<String>getAs("reason"))
        .startsWith("20 labelled groups of the 100 of a slice of its own: that of all is used");
    assertThat(small.<Object>getAs("parameters")).isEqualTo(all.getAs("parameters"));
    assertThat(small.<String>getAs("method")).isEqualTo(all.getAs("method"));
    assertThat(small.<Double>getAs("quantile")).isEqualTo(all.<Double>getAs("quantile"));
    assertThat(small.<String>getAs("status")).isEqualTo(all.getAs("status"));
    assertThat(small.<Long>getAs("n_groups")).isEqualTo(20);
    assertThat(small.<Double>getAs("auroc")).as("nothing is measured on so few").isNull();
  }

  @Test
  void aLargeSliceHasItsOwn() {
    Row own = rows("slice = 'system=a'").get(0);
    assertThat(own.<Long>getAs("n_groups")).isEqualTo(QUESTIONS);
    assertThat(own.<Double>getAs("auroc")).isGreaterThan(.6);
  }

  @Test
  void twinsAndRepeatsShareASplit() {
    assertThat(
            store
                .read(Tables.LABELS)
                .join(store.read(Tables.TEST_CASES), "case_id")
                .groupBy("group_id")
                .agg(org.apache.spark.sql.functions.countDistinct("split").as("splits"))
                .where("splits > 1")
                .count())
        .isZero();
  }

  @Test
  void decisionsRestOnTheCalibrationOfAll() {
    assertThat(store.read(Tables.DECISIONS).where("probability IS NOT NULL").count())
        .isEqualTo(QUESTIONS + 20);
  }

  @Test
  void everyMethodAndAppetiteHasAThresholdOrSaysWhyNot() {
    List<Row> rows =
        store.read(Tables.THRESHOLDS).where("metric = '" + METRIC + "'").collectAsList();
    assertThat(rows).hasSize(3 * Thresholds.methods().size());
    assertThat(rows)
        .allSatisfy(
            row -> {
              assertThat(row.<Long>getAs("n")).isEqualTo(QUESTIONS);
              assertThat(row.isNullAt(row.fieldIndex("threshold")))
                  .isEqualTo(!row.isNullAt(row.fieldIndex("reason")));
            });
    assertThat(rows)
        .filteredOn(row -> row.getAs("method").equals("roc_youden"))
        .allSatisfy(row -> assertThat(row.<Double>getAs("threshold")).isBetween(.1, 1.0));
  }

  @Test
  void theReportShowsTheRiskWithItsThresholds() throws Exception {
    String page = Files.readString(directory.resolve("report.html"));
    assertThat(page)
        .contains("<h3>wrong <span class=\"soft\">(high)</span></h3>")
        .contains("<svg class=\"risk\"", "roc youden", "normal extreme");
  }

  @Test
  void theGateMayHoldToAChosenThreshold() {
    // At most 1 % of the failed may be accepted. Full answers never failed; of 84 failed responses
    // one has five of six words (F1 10/11) and shares its question with another: it counts half.
    assertThatThrownBy(() -> Commands.run(SharedSpark.session(), loaded, "gate"))
        .isInstanceOf(GateBreach.class)
        .hasMessageContaining("the bound is at least 0.9091");
  }

  private static List<Row> rows(String where) {
    return store
        .read(Tables.CALIBRATIONS)
        .where("metrics[0] = '" + METRIC + "'")
        .where(where)
        .collectAsList();
  }
}
