package dev.assay.jobs.calibrating;

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.conformal.CalibrationStatus;
import dev.assay.jobs.AnsweredStore;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.labels.NightLabels;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.JsonRows;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a calibration makes of labels that were said in another night. */
@Tag("slow")
class CarriedLabelsTest {
  private static final String NO_ANSWER = "other words";

  @TempDir Path home;

  /**
   * Night a drew and labelled cases 0 and 3 (chance 15/16) and labelled case 1, which it had only
   * referred (no random number is below 1e-12). Night b has the same answers, that to case 3 as its
   * second repeat.
   */
  @Test
  void aCarriedLabelHasTheChanceOfTheQueueOfItsNight() throws Exception {
    Run a = night("a", "0", "1", "2", "3");
    queue(a, 0, .9375);
    queue(a, 1, 1e-12);
    queue(a, 3, .9375);
    label(a, 0, 0, "1");
    label(a, 1, 0, "1");
    label(a, 3, 0, "0");
    Run b = night("b", "0", "1", "2", NO_ANSWER, "3");
    assertThat(weights(new LabelWeights(b).weights()))
        .as("1 / (15/16) in thousandths")
        .containsExactly("case-0 0 1067", "case-3 1 1067");
    assertThat(weights(new LabelWeights(b).weights(AllNights.of(b))))
        .as("those of night a by its own repeats are beside them")
        .contains("case-0 0 1067", "case-3 1 1067");

    List<StoredCalibration> calibrated =
        List.of(
            new StoredCalibration(
                "c", "m", "correct", "all", .1, CalibrationStatus.OK, "", null, .8, List.of()));
    List<String> decisions = new ArrayList<>();
    for (String place : List.of("0 0", "1 0", "2 0", "3 0", "3 1")) {
      decisions.add(
          """
          {"case_id":"case-%s","system":"s","repeat":%s,"metric":"m","dimension":"correct",\
          "probability":0.5,"alpha":0.1,"decision":"refer","reason":"why","slice":"all"}\
          """
              .formatted((Object[]) place.split(" ")));
    }
    Dataset<Row> referred =
        SharedSpark.session()
            .read()
            .schema(Tables.DECISIONS.schema())
            .json(SharedSpark.session().createDataset(decisions, Encoders.STRING()));
    JsonRows.append(
        b.store(),
        Tables.REVIEW_QUEUE,
        new ReviewQueue(b, calibrated)
            .rows(referred, RunCoverage.responses(b))
            .toJSON()
            .collectAsList());
    assertThat(
            b.store()
                .read(Tables.REVIEW_QUEUE)
                .where("labelling_probability >= 0.9375 OR labelling_probability IS NULL")
                .selectExpr("concat_ws(' ', case_id, repeat, labelling_probability IS NULL)")
                .as(Encoders.STRING())
                .collectAsList())
        .as("what was not drawn has no chance; the chance of others is that of either night")
        .contains("case-0 0 false", "case-1 0 true", "case-3 1 false");
    assertThat(weights(new LabelWeights(b).weights()))
        .contains("case-0 0 1067", "case-3 1 1067")
        .noneMatch(row -> row.startsWith("case-1"));
  }

  /**
   * The answers to cases 0 and 3 hold, the second as another repeat; that to case 1 is another, of
   * which people then say what they said of the first.
   */
  @Test
  void theSameLabelsAreTheSameRoundInEveryNight() throws Exception {
    Run a = night("a", "0", "1", "2", "3");
    label(a, 0, 0, "1");
    label(a, 1, 0, "1");
    label(a, 3, 0, "0");
    Map<String, String> first = LabelRounds.labels(a);
    assertThat(first.get("correct")).startsWith("3:");
    Run b = night("b", "0", "one", "2", NO_ANSWER, "3");
    assertThat(LabelRounds.labels(b)).isEqualTo(first);
    label(b, 1, 0, "1");
    Map<String, String> second = LabelRounds.labels(b);
    assertThat(second.get("correct")).startsWith("4:").isNotEqualTo("4:0");
    assertThat(LabelRounds.labels(a)).as("night a goes by the same four").isEqualTo(second);
  }

  /** Of night a first the run of answers is gone, then what it covered as well. */
  @Test
  void labelsOfANightStayCoveredWhenItsRunsAreGone() throws Exception {
    Run a = night("a", "0", "1", "2");
    label(a, 0, 0, "1");
    Run b = night("b", "zero", "1", "2");
    assertThat(AllNights.of(b).responses().count()).isEqualTo(6);
    b.store().deleteWhere(Tables.RUNS, col("run_id").equalTo("answereda"));
    assertThat(AllNights.of(b).responses().count()).isEqualTo(6);
    assertThat(new Judgements(b).saidOfAllNights().count()).isEqualTo(1);
    b.store().deleteWhere(Tables.RUN_CASES.ofAllNights(), col(Table.NIGHT).equalTo("a"));
    assertThat(AllNights.of(b).responses().count()).isEqualTo(6);
  }

  /** 3,000 nights times 2^20 repeats are more than 2^31. */
  @Test
  void everyNightOfThousandsHasRepeatsOfItsOwn() throws Exception {
    Run run = night("b", "0");
    List<String> others = IntStream.range(0, 3000).mapToObj(i -> "n" + i).toList();
    AllNights nights = new AllNights(run, others);
    Dataset<Row> places =
        SharedSpark.session()
            .range(0, 6000)
            .selectExpr("concat('n', id DIV 2) AS night", "CAST(id % 2 AS INT) AS repeat")
            .withColumn("place", nights.place(col("night"), col("repeat")));
    assertThat(places.where("place < 0").select("place").distinct().count()).isEqualTo(6000);
    assertThat(places.where(nights.repeat(col("place")).equalTo(col("repeat"))).count())
        .isEqualTo(6000);
  }

  private Run night(String key, String... answers) throws Exception {
    Files.createDirectories(home);
    ConfigLoader.Loaded loaded =
        ConfigLoader.defaults()
            .set("store.path=" + home.resolve("store"))
            .set("review.size=1")
            .set("run.key=" + key)
            .load();
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < answers.length; i++) {
      int id = Math.min(i, 3);
      rows.add(
          """
          {"id":"%d","question":"What is %d?","contexts":[],"answer":"It is %s.","system":"s",\
          "repeat":%d}\
          """
              .formatted(id, id, answers[i], i - id));
    }
    return new Run(
        SharedSpark.session(),
        loaded.config(),
        AnsweredStore.of(loaded, rows),
        "apply",
        "",
        Instant.EPOCH);
  }

  private static void queue(Run run, int id, double chance) {
    JsonRows.append(
        run.store(),
        Tables.REVIEW_QUEUE,
        List.of(
            """
            {"case_id":"case-%d","system":"s","repeat":0,"dimension":"correct","priority":0.5,\
            "labelling_probability":%s,"why":"w"}\
            """
                .formatted(id, chance)));
  }

  private static void label(Run run, int id, int repeat, String said) {
    Store store = run.store();
    String judged =
        NightLabels.present(store)
            .where("case_id = 'case-%d' AND repeat = %d".formatted(id, repeat))
            .select("present")
            .head()
            .getString(0);
    JsonRows.append(
        store,
        Tables.LABELS,
        List.of(
            """
            {"label_id":"l%d%d","case_id":"case-%d","system":"s","repeat":%d,\
            "dimension":"correct","label":"%s","annotator":"ann",\
            "labelled_at":"2026-01-02T03:04:05Z","response":"%s","split":"train"}\
            """
                .formatted(id, repeat, id, repeat, said, judged)));
  }

  private static List<String> weights(Dataset<Row> weights) {
    return weights
        .selectExpr("concat_ws(' ', case_id, repeat, cast(round(weight * 1000) AS INT))")
        .as(Encoders.STRING())
        .collectAsList()
        .stream()
        .sorted()
        .toList();
  }
}
