package dev.assay.jobs.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.base.Seeds;
import dev.assay.jobs.LabelledStore;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What humans would have said, of levels and with the help of several metrics. */
class HumanLevelsTest {
  private static final String SECOND = "hallucination.hallucination";
  private static final int QUESTIONS = 600;
  private static final int LABELLED = 200;

  @TempDir static Path home;
  private static Store store;
  private static final Map<String, Double> TRUTH = new HashMap<>();

  @BeforeAll
  static void analyse() {
    LabelledStore labelled =
        new LabelledStore(
            home,
            QUESTIONS,
            LABELLED,
            4,
            "label.dimensions.tone={kind=ordinal, levels=[bad,fair,good], passing=[fair,good]}",
            "label.dimensions.fault={kind=nominal, levels=[none,invented,outdated], passing=[none]}",
            "label.dimensions.mood={kind=nominal, levels=[calm,tense]}",
            "calibrate.models.both={dimension=grounded, metrics=[\"%s\", \"%s\"], method=logistic}"
                .formatted(LabelledStore.METRIC, SECOND));
    store = labelled.runner.store();
    List<Map<String, Object>> labels = new ArrayList<>();
    List<Map<String, Object>> scores = new ArrayList<>();
    for (Row score : store.read(Tables.SCORES).orderBy("case_id", "system").collectAsList()) {
      String id = score.getAs("case_id");
      String system = score.getAs("system");
      double x = (score.<Double>getAs("value") - .5) * 10;
      String key = id + system;
      double u = Seeds.uniform(5, "noise", key);
      double latent = 3 * x + Math.log(u / (1 - u));
      String tone = latent < -1 ? "bad" : latent < 2 ? "fair" : "good";
      String fault = latent > 0 ? "none" : u < .4 ? "invented" : "outdated";
      say(system, "tone", !tone.equals("bad"));
      say(system, "fault", fault.equals("none"));
      int question = Integer.parseInt(id.substring(5));
      if (question < LABELLED) {
        labels.add(label(id, system, "tone", tone));
        labels.add(label(id, system, "fault", fault));
        labels.add(label(id, system, "mood", latent > 0 ? "calm" : "tense"));
      }
      scores.add(second(id, system, question, x));
    }
    labelled.add(Tables.LABELS, labels);
    labelled.add(Tables.SCORES, scores);
    labelled.runner.run(new Analyze());
    labelled.truth.forEach((system, share) -> TRUTH.put(system + " grounded", share));
  }

  private static void say(String system, String dimension, boolean passed) {
    TRUTH.merge(system + " " + dimension, passed ? 1.0 / QUESTIONS : 0, Double::sum);
  }

  private static Map<String, Object> label(
      String id, String system, String dimension, String said) {
    return LabelledStore.row(
        "label_id",
        id + system + dimension,
        "case_id",
        id,
        "system",
        system,
        "repeat",
        0,
        "dimension",
        dimension,
        "label",
        said,
        "annotator",
        "human",
        "labelled_at",
        LabelledStore.TIME,
        "split",
        "train");
  }

  /** A metric of its own worth; every fiftieth question has none. */
  private static Map<String, Object> second(String id, String system, int question, double x) {
    Map<String, Object> row =
        LabelledStore.row(
            "case_id",
            id,
            "system",
            system,
            "repeat",
            0,
            "metric",
            SECOND,
            "status",
            question % 50 == 0 ? "too_long" : "ok",
            "truncated",
            false,
            "fingerprint",
            "f");
    if (question % 50 > 0) {
      double noise = Seeds.uniform(7, "noise", id + system) - .5;
      row.put("value", Math.max(0, Math.min(1, .5 - x / 10 + noise / 5)));
    }
    return row;
  }

  @Test
  void theShareThatPassesIsEstimatedForLevels() {
    for (String dimension : List.of("tone", "fault")) {
      List<Row> rows = cells(LabelledStore.METRIC, dimension);
      assertThat(rows).hasSize(2);
      for (Row row : rows) {
        covers(row, TRUTH.get(row.getAs("system") + " " + dimension));
        // The metric goes with the levels: 200 labelled questions are worth far more.
        assertThat(row.<Double>getAs("n_effective")).isGreaterThan(LABELLED * 1.2);
        assertThat(row.<Double>getAs("estimate")).isNotNull();
      }
      Row difference = difference(dimension + ":" + LabelledStore.METRIC);
      double truth = TRUTH.get("a " + dimension) - TRUTH.get("b " + dimension);
      assertThat(difference.<Double>getAs("ci_low")).isLessThan(truth);
      assertThat(difference.<Double>getAs("ci_high")).isGreaterThan(truth);
    }
  }

  @Test
  void nothingIsEstimatedWhereNoLevelPasses() {
    assertThat(cells(LabelledStore.METRIC, "mood")).isEmpty();
  }

  @Test
  void aModelOfSeveralMetricsPredictsItsDimension() {
    List<Row> rows = cells("both", "grounded");
    assertThat(rows).hasSize(2);
    for (Row row : rows) {
      covers(row, TRUTH.get(row.getAs("system") + " grounded"));
      assertThat(row.<Double>getAs("n_effective")).isGreaterThan(LABELLED * 1.2);
      assertThat(row.<Double>getAs("estimate")).isNull();
      assertThat(row.<String>getAs("status")).isEqualTo("not_applicable");
      assertThat(row.<String>getAs("ci_method"))
          .startsWith("a model of several metrics has no mean; human: prediction-powered");
      assertThat(row.<String>getAs("validation_dimension")).isNotEmpty();
    }
    assertThat(cells("both", "tone")).isEmpty();
    assertThat(difference("grounded:both").<Long>getAs("n_groups")).isEqualTo(LABELLED);
  }

  @Test
  void aLabelledResponseWithoutAScoreCounts() {
    // Every labelled question counts, those without the second metric at even odds.
    assertThat(difference("grounded:" + LabelledStore.METRIC).<Long>getAs("n_groups"))
        .isEqualTo(LABELLED);
    assertThat(cells("both", "grounded").get(0).<String>getAs("ci_method"))
        .contains("prediction-powered");
  }

  private static void covers(Row row, double truth) {
    assertThat(row.<Double>getAs("human_estimate")).isCloseTo(truth, within(.08));
    assertThat(row.<Double>getAs("human_ci_low")).isLessThan(truth);
    assertThat(row.<Double>getAs("human_ci_high")).isGreaterThan(truth);
  }

  private static List<Row> cells(String metric, String dimension) {
    return store
        .read(Tables.LEADERBOARD)
        .where("metric = '" + metric + "' AND dimension = '" + dimension + "' AND slice = 'all'")
        .collectAsList();
  }

  private static Row difference(String of) {
    return store
        .read(Tables.COMPARISONS)
        .where("metric = 'human." + of + "' AND slice = 'all'")
        .collectAsList()
        .get(0);
  }
}
