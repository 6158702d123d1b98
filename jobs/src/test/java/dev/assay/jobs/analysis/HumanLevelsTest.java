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
import java.util.OptionalDouble;
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
    List<String> labels = new ArrayList<>();
    List<String> scores = new ArrayList<>();
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
        labels.add(LabelledStore.label(id, system, "tone", tone, "human"));
        labels.add(LabelledStore.label(id, system, "fault", fault, "human"));
        labels.add(LabelledStore.label(id, system, "mood", latent > 0 ? "calm" : "tense", "human"));
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

  /** A metric of its own worth; every fiftieth question has none. */
  private static String second(String id, String system, int question, double x) {
    double noise = Seeds.uniform(7, "noise", id + system) - .5;
    double value = Math.max(0, Math.min(1, .5 - x / 10 + noise / 5));
    return LabelledStore.score(
        id,
        system,
        SECOND,
        question % 50 == 0 ? OptionalDouble.empty() : OptionalDouble.of(value),
        "9000 sentences");
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
