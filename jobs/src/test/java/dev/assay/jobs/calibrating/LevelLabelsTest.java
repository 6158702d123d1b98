package dev.assay.jobs.calibrating;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.base.Seeds;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.LabelledStore;
import dev.assay.jobs.Report;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Simulated labels of several levels, from import to decisions. */
@Tag("slow")
class LevelLabelsTest {
  private static final List<String> TONE = List.of("bad", "fair", "good");
  private static final List<String> FAULT = List.of("none", "invented", "outdated");
  private static final int LABELLED = 500;
  private static final String[] SETTINGS = {
    "label.dimensions.tone={kind=ordinal, levels=[bad,fair,good]}",
    "label.dimensions.fault={kind=nominal, levels=[none,invented,outdated], passing=[none]}",
    "label.dimensions.mood={kind=nominal, levels=[calm,tense]}",
    "label.dimensions.same={kind=ordinal, levels=[\"0\",\"1\",\"2\"]}",
    "label.dimensions.part={kind=nominal, levels=[x,y,z]}",
    "label.dimensions.apart={kind=ordinal, levels=[low,high]}",
    "label.dimensions.few={kind=ordinal, levels=[low,middle,high]}",
    "calibrate.slices=[query_type]",
    "calibrate.replicates=100",
    "sets.nominal=aps",
    "review.size=60"
  };

  @TempDir static Path home;
  private static LabelledStore labelled;
  private static final Map<String, Double> CUTS = new HashMap<>();
  private static Store store;

  /** What humans say, or would say, by response and dimension. */
  private static final Map<String, String> SAID = new HashMap<>();

  @BeforeAll
  static void calibrateAndApply() {
    labelled = new LabelledStore(home, 900, LABELLED, 4, SETTINGS);
    store = labelled.runner.store();
    List<String> labels = new ArrayList<>();
    for (Row score : store.read(Tables.SCORES).orderBy("case_id", "system").collectAsList()) {
      String id = score.getAs("case_id");
      String system = score.getAs("system");
      double x = (score.<Double>getAs("value") - .5) * 10;
      String key = id + " " + system + " ";
      say(key + "tone", TONE.get(level(4 * x + logistic(key + "tone"), -2, 2)));
      boolean invented = Seeds.uniform(5, "which", key) < .6;
      boolean fine = 4 * x + logistic(key + "fault") > 0;
      say(key + "fault", fine ? "none" : invented ? "invented" : "outdated");
      say(key + "mood", x + logistic(key + "mood") > 0 ? "calm" : "tense");
      say(key + "same", "1");
      say(key + "part", x + logistic(key + "part") > 0 ? "x" : "y");
      say(key + "apart", x > 0 ? "high" : "low");
      int question = Integer.parseInt(id.substring(5));
      for (String dimension : List.of("tone", "fault", "mood", "same", "part", "apart", "few")) {
        if (question < (dimension.equals("few") ? 2 : LABELLED)) {
          String said = SAID.getOrDefault(key + dimension, "high");
          labels.add(LabelledStore.label(id, system, dimension, said, "first"));
          if (dimension.equals("tone") && question < 100) {
            labels.add(LabelledStore.label(id, system, dimension, said, "second"));
            labels.add(
                LabelledStore.label(
                    id, system, dimension, question % 2 == 0 ? "bad" : said, "third"));
          }
        }
      }
      if (question == LABELLED) {
        // A tie has no label, and what is no level is none.
        labels.add(LabelledStore.label(id, system, "tone", "bad", "first"));
        labels.add(LabelledStore.label(id, system, "tone", "good", "second"));
        labels.add(LabelledStore.label(id, system, "fault", "unheard of", "first"));
      }
    }
    labelled.add(Tables.LABELS, labels);
    labelled.runner.run(new Calibrate());
    labelled.runner.run(new Apply());
  }

  private static void say(String key, String said) {
    SAID.put(key, said);
  }

  private static double logistic(String key) {
    double u = Seeds.uniform(5, "noise", key);
    return Math.log(u / (1 - u));
  }

  private static int level(double latent, double low, double high) {
    return latent < low ? 0 : latent < high ? 1 : 2;
  }

  @Test
  void levelsAreCalibratedWithWhatIsKnownOfThem() {
    for (String dimension : List.of("tone", "fault")) {
      Row row = calibration(dimension, "all");
      assertThat(row.<String>getAs("reason")).as(dimension).isNull();
      assertThat(row.<String>getAs("status")).isEqualTo("ok");
      assertThat(row.<Long>getAs("n_groups")).isEqualTo(LABELLED);
      assertThat(row.<Double>getAs("coverage")).isBetween(.82, 1.0);
      assertThat(row.<Double>getAs("log_loss")).isBetween(.2, Math.log(3));
      assertThat(row.<Double>getAs("brier")).isBetween(.1, 2 / 3.0);
      assertThat(row.<Double>getAs("ece")).isBetween(0.0, .12);
      assertThat(row.<Double>getAs("auroc_low")).isGreaterThan(.7);
      assertThat(row.getJavaMap(row.fieldIndex("set_sizes"))).hasSize(4);
      assertThat(row.getList(row.fieldIndex("curve"))).isNotEmpty();
    }
    Row tone = calibration("tone", "all");
    assertThat(tone.<String>getAs("method")).isEqualTo("ordinal");
    assertThat(tone.<String>getList(tone.fieldIndex("levels"))).isEqualTo(TONE);
    assertThat(tone.<String>getList(tone.fieldIndex("passing"))).containsExactly("good");
    // Labels were drawn with cuts −2 and 2 and slope 4 on (score − .5) · 10: slope 40 on the score.
    assertThat(tone.<String, Double>getJavaMap(tone.fieldIndex("parameters")).get("slope"))
        .isCloseTo(40, within(8.0));
    assertThat(calibration("fault", "all").<String>getAs("method")).isEqualTo("multinomial");
    assertThat(calibration("tone", "query_type=factual").<Long>getAs("n_groups"))
        .isEqualTo(LABELLED / 2);
    Row binary = calibration("grounded", "all");
    assertThat(binary.<Object>getAs("levels")).isNull();
    assertThat(binary.<String>getAs("status")).isEqualTo("ok");
  }

  @Test
  void whatCannotBeFittedSaysWhy() {
    assertThat(why("same")).isEqualTo("degenerate: every train label is '1'");
    assertThat(why("part")).isEqualTo("degenerate: no train label is 'z'");
    assertThat(why("apart"))
        .isEqualTo("degenerate: the ordinal fit did not converge: separable labels");
    assertThat(why("few")).startsWith("too_few: ").contains("groups of the 15 needed");
    assertThat(why("mood"))
        .isEqualTo("unfit: 'passing' of the dimension names no level that passes");
    assertThat(
            store
                .read(Tables.DECISIONS)
                .where("dimension IN ('same','part','apart','few','mood')")
                .where("decision <> 'refer' OR probability IS NOT NULL")
                .count())
        .isZero();
    assertThat(
            store
                .read(Tables.DECISIONS)
                .where("dimension = 'same' AND prediction_set IS NULL")
                .where("reason = 'calibration is degenerate: every train label is \\'1\\''")
                .count())
        .isEqualTo(1800);
    // Without levels that pass there are still probabilities and sets.
    assertThat(
            store
                .read(Tables.DECISIONS)
                .where("dimension = 'mood' AND size(prediction_set) > 0")
                .where("level_probabilities['calm'] BETWEEN 0 AND 1")
                .count())
        .isEqualTo(1800);
  }

  private static String why(String dimension) {
    Row row = calibration(dimension, "all");
    return row.getAs("status") + ": " + row.getAs("reason");
  }

  @Test
  void promisesAreAboutSetsOfLevelsAndAboutWhatPasses() {
    assertThat(
            store
                .read(Tables.GUARANTEES)
                .where("dimension IN ('tone','fault','mood')")
                .orderBy("dimension", "kind", "method")
                .collectAsList())
        .extracting(row -> row.getAs("dimension") + " " + row.getAs("method"))
        .containsExactly(
            "fault split aps",
            "fault learn-then-test accept",
            "fault learn-then-test reject",
            "fault risk-control",
            "mood split aps",
            "tone split ordinal",
            "tone learn-then-test accept",
            "tone learn-then-test reject",
            "tone risk-control");
    assertThat(
            store
                .read(Tables.GUARANTEES)
                .where("dimension = 'tone' AND kind = 'coverage'")
                .head()
                .<Double>getAs("share"))
        .as("mean size of sets")
        .isBetween(1.0, 2.5);
  }

  @Test
  void everyResponseHasItsLevelsASetAndADecision() {
    for (String dimension : List.of("tone", "fault")) {
      List<String> levels = dimension.equals("tone") ? TONE : FAULT;
      String passing = dimension.equals("tone") ? "good" : "none";
      int unseen = 0;
      int held = 0;
      int decided = 0;
      int wrong = 0;
      List<Row> rows =
          store.read(Tables.DECISIONS).where("dimension = '" + dimension + "'").collectAsList();
      assertThat(rows).hasSize(1800);
      for (Row row : rows) {
        Map<String, Double> p = row.getJavaMap(row.fieldIndex("level_probabilities"));
        assertThat(p.keySet()).containsExactlyInAnyOrderElementsOf(levels);
        assertThat(p.values().stream().mapToDouble(v -> v).sum()).isCloseTo(1, within(1e-9));
        double passes = row.<Double>getAs("probability");
        assertThat(passes).isCloseTo(p.get(passing), within(1e-12));
        List<String> set = row.getList(row.fieldIndex("prediction_set"));
        assertThat(levels).containsAll(set);
        assertThat(set).isNotEqualTo(List.of("bad", "good")).isNotEmpty();
        String side = passes > .5 ? "accept" : "reject";
        boolean agrees =
            set.stream().allMatch(level -> level.equals(passing) == side.equals("accept"));
        String expected =
            agrees && Math.max(passes, 1 - passes) >= cut(dimension, side) - 1e-9 ? side : "refer";
        String decision = row.getAs("decision");
        assertThat(decision).isEqualTo(expected);
        String id = row.getAs("case_id");
        if (Integer.parseInt(id.substring(5)) >= LABELLED) {
          String said = SAID.get(id + " " + row.getAs("system") + " " + dimension);
          unseen++;
          held += set.contains(said) ? 1 : 0;
          decided += decision.equals("refer") ? 0 : 1;
          wrong +=
              decision.equals("refer") || said.equals(passing) == decision.equals("accept") ? 0 : 1;
        }
      }
      // 400 questions, two answers each: some .02 of sampling error on either share.
      assertThat(held / (double) unseen).as(dimension).isGreaterThan(.86);
      assertThat(decided / (double) unseen).as(dimension).isGreaterThan(.3);
      assertThat(wrong / (double) decided).as(dimension).isLessThan(.12);
    }
    assertThat(
            store
                .read(Tables.DECISIONS)
                .where("dimension = 'grounded' AND level_probabilities IS NULL")
                .where("probability IS NOT NULL AND decision <> 'refer'")
                .count())
        .isPositive();
  }

  /** Infinite where that side decides nothing. */
  private static double cut(String dimension, String side) {
    return CUTS.computeIfAbsent(
        dimension + side,
        key -> {
          Double cut =
              store
                  .read(Tables.GUARANTEES)
                  .where("kind = 'decided_error' AND dimension = '" + dimension + "'")
                  .where("decision = '" + side + "'")
                  .head()
                  .getAs("quantile");
          return cut == null ? Double.POSITIVE_INFINITY : cut;
        });
  }

  @Test
  void theQueueHoldsWhatWasReferred() {
    assertThat(
            store
                .read(Tables.DECISIONS)
                .where("decision = 'refer'")
                .join(
                    store.read(Tables.REVIEW_QUEUE).select("case_id", "system", "dimension"),
                    RunCoverage.on(List.of("case_id", "system", "dimension")),
                    "left_anti")
                .count())
        .isZero();
    assertThat(
            store
                .read(Tables.REVIEW_QUEUE)
                .where("dimension = 'tone' AND labelled_at IS NULL AND priority >= 0.5")
                .count())
        .isBetween(8L, 60L);
  }

  @Test
  void aSetOfOneLevelDecidesWhereSetsDo() {
    ConfigLoader loader =
        ConfigLoader.defaults()
            .set("store.path=" + home.resolve("store"))
            .set("report.path=" + home.resolve("report.html"))
            .set("calibrate.metrics=[\"" + LabelledStore.METRIC + "\"]")
            .set("automate.method=sets");
    for (String setting : SETTINGS) {
      loader = loader.set(setting);
    }
    ConfigLoader.Loaded loaded = loader.load();
    Run run = new Run(SharedSpark.session(), loaded.config(), store, "apply", "", Instant.now());
    List<Row> rows =
        new Decisions(run, StoredCalibration.latest(run))
            .rows(RunCoverage.responses(run))
            .where("dimension IN ('tone','fault')")
            .collectAsList();
    for (Row row : rows) {
      List<String> set = row.getList(row.fieldIndex("prediction_set"));
      assertThat(row.<String>getAs("decision"))
          .isEqualTo(
              set.size() != 1
                  ? "refer"
                  : List.of("good", "none").contains(set.get(0)) ? "accept" : "reject");
    }
    assertThat(rows).extracting(row -> row.<String>getAs("decision")).contains("accept", "refer");
  }

  @Test
  void theReportShowsThem() throws Exception {
    labelled.runner.run(new Report());
    assertThat(Files.readString(home.resolve("report.html")))
        .contains("→ tone (ordinal)", "→ fault (multinomial)", "→ part (multinomial)");
  }

  private static Row calibration(String dimension, String slice) {
    return store
        .read(Tables.CALIBRATIONS)
        .where("dimension = '" + dimension + "' AND slice = '" + slice + "'")
        .head();
  }
}
