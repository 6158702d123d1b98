package dev.assay.jobs.calibrating;

import static org.apache.spark.sql.functions.max;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.jobs.LabelledStore;
import dev.assay.jobs.analysis.Analyze;
import dev.assay.report.ReportPage;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From labels to guarantees, decisions, the review queue and human-equivalent estimates. */
@Tag("slow")
class HumanLabelsTest {

  @Test
  void labelsBecomePromisesDecisionsAQueueAndEstimates(@TempDir Path home) {
    LabelledStore store =
        new LabelledStore(home, 900, 500, 8, "review.size=60", "sets.by=query_type");
    // Files of labels need no time.
    update(home, "labelled_at = NULL");
    store.runner.run(new Calibrate());
    guarantees(store);
    store.runner.run(new Apply());
    decisions(store);
    queue(store);
    Timestamp seen = withoutTime(store);
    update(home, "annotator = 'another'"); // so that there is something new
    store.runner.run(new Apply());
    assertThat(withoutTime(store)).as("when apply first saw a label").isEqualTo(seen);
    store.runner.run(new Analyze());
    estimates(store);
  }

  private static void update(Path home, String set) {
    SharedSpark.session()
        .sql(
            "UPDATE delta.`%s` SET %s WHERE system = 'b'"
                .formatted(home.resolve("store/labels"), set));
  }

  private static Timestamp withoutTime(LabelledStore store) {
    return store
        .runner
        .store()
        .read(Tables.REVIEW_QUEUE)
        .where("system = 'b'")
        .agg(max("labelled_at").as("latest"))
        .head()
        .getAs("latest");
  }

  private static void guarantees(LabelledStore store) {
    List<Row> rows =
        store
            .runner
            .store()
            .read(Tables.GUARANTEES)
            .orderBy("kind", "slice", "method")
            .collectAsList();
    assertThat(rows)
        .extracting(row -> row.getAs("kind") + " " + row.getAs("slice"))
        .containsExactly(
            "coverage query_type=factual",
            "coverage query_type=yes_no",
            "decided_error all",
            "decided_error all",
            "risk all");
    assertThat(rows).allMatch(row -> row.getAs("quantile") != null && row.getAs("reason") == null);
    Row decided = rows.get(2);
    assertThat(decided.<String>getAs("promise"))
        .isEqualTo(
            "With a confidence of 90 % over all rounds of labels (this is round 1), at most 10 % of"
                + " what the machine accepts is wrong.");
    assertThat(decided.<String>getAs("method")).isEqualTo("learn-then-test accept");
    assertThat(decided.<String>getAs("decision")).isEqualTo("accept");
    assertThat(decided.<Integer>getAs("round")).isEqualTo(1);
    assertThat(decided.<Double>getAs("quantile")).isGreaterThanOrEqualTo(.9);
    // Both sides are certified at δ/2 of the first round together.
    assertThat(decided.<Double>getAs("p_value")).isLessThanOrEqualTo(.05);
    assertThat(decided.<Double>getAs("share")).isBetween(.1, 1.0);
    for (String seen : List.of("missed", "least_sure")) {
      assertThat(decided.<Double>getAs(seen))
          .isBetween(decided.<Double>getAs(seen + "_low"), decided.<Double>getAs(seen + "_high"));
    }
    assertThat(decided.<Long>getAs("n_failed")).isBetween(1L, decided.<Long>getAs("n_observed"));
    Row rejected = rows.get(3);
    assertThat(rejected.<String>getAs("decision")).isEqualTo("reject");
    assertThat(rejected.<Double>getAs("missed")).isNull();
    assertThat(rejected.<Double>getAs("least_sure")).isNotNull();
    assertThat(rows.get(4).<Double>getAs("missed")).isNotNull();
    assertThat(rows.get(0).<Double>getAs("observed")).isBetween(.75, 1.0);
  }

  private static void decisions(LabelledStore store) {
    Map<String, Double> cuts = new HashMap<>();
    store
        .runner
        .store()
        .read(Tables.GUARANTEES)
        .where("kind = 'decided_error'")
        .collectAsList()
        .forEach(row -> cuts.put(row.getAs("decision"), row.getAs("quantile")));
    List<Row> rows = store.runner.store().read(Tables.DECISIONS).collectAsList();
    assertThat(rows).hasSize(1800);
    for (Row row : rows) {
      double p = row.<Double>getAs("probability");
      String side = p > .5 ? "accept" : "reject";
      List<String> set = row.getList(row.fieldIndex("prediction_set"));
      boolean decided =
          Math.max(p, 1 - p) >= cuts.get(side) - 1e-9 && set.equals(List.of(p > .5 ? "1" : "0"));
      String expected = decided ? side : "refer";
      assertThat(row.<String>getAs("decision")).isEqualTo(expected);
    }
  }

  private static void queue(LabelledStore store) {
    List<Row> rows =
        store.runner.store().read(Tables.REVIEW_QUEUE).where("labelled_at IS NULL").collectAsList();
    // Every unlabelled response keeps a fifth of the uniform chance 60 / 1800.
    assertThat(rows)
        .allMatch(row -> row.<Double>getAs("labelling_probability") >= .2 * 60 / 1800 - 1e-12);
    assertThat(rows)
        .filteredOn(
            row -> row.<String>getAs("why").contains("decided by machine, drawn as a check"))
        .isNotEmpty()
        .allMatch(row -> row.<Double>getAs("priority") >= .5);
    // 400 of 900 questions have no label yet: some 27 of the 60 expected draws are theirs.
    assertThat(rows.stream().filter(row -> row.<Double>getAs("priority") >= .5).count())
        .isBetween(8L, 60L);
    long referred =
        store
            .runner
            .store()
            .read(Tables.DECISIONS)
            .where("decision = 'refer' AND case_id >= 'case-00500'")
            .count();
    assertThat(rows.stream().filter(row -> !row.<String>getAs("why").contains("drawn as")).count())
        .isEqualTo(referred);
    // Labels that came from elsewhere have no chance that could be known.
    assertThat(
            store
                .runner
                .store()
                .read(Tables.REVIEW_QUEUE)
                .where("labelled_at IS NOT NULL AND labelling_probability IS NOT NULL")
                .count())
        .isZero();
  }

  private static void estimates(LabelledStore store) {
    List<Row> rows =
        store
            .runner
            .store()
            .read(Tables.LEADERBOARD)
            .where("metric = '" + LabelledStore.METRIC + "' AND slice = 'all'")
            .orderBy("dimension", "system")
            .collectAsList();
    assertThat(rows).hasSize(4);
    assertThat(rows.subList(0, 2)).allMatch(row -> row.getAs("human_estimate") == null);
    for (Row row : rows.subList(2, 4)) {
      double truth = store.truth.get(row.<String>getAs("system"));
      assertThat(row.<String>getAs("dimension")).isEqualTo("grounded");
      assertThat(row.<Double>getAs("human_estimate")).isCloseTo(truth, within(.05));
      assertThat(row.<Double>getAs("human_ci_low")).isLessThan(truth);
      assertThat(row.<Double>getAs("human_ci_high")).isGreaterThan(truth);
      assertThat(row.<Double>getAs("n_effective")).isGreaterThan(510);
      assertThat(row.<String>getAs("ci_method"))
          .contains(
              "human: prediction-powered (PPI++) by group, λ by stratum, Wilson, labels as a"
                  + " uniform");
      assertThat(row.<Integer>getAs("rank")).isNull();
    }
    Row difference =
        store
            .runner
            .store()
            .read(Tables.COMPARISONS)
            .where("metric = 'human.grounded:" + LabelledStore.METRIC + "' AND slice = 'all'")
            .collectAsList()
            .get(0);
    double truth = store.truth.get("a") - store.truth.get("b");
    assertThat(difference.<Double>getAs("difference")).isCloseTo(truth, within(.05));
    assertThat(difference.<Double>getAs("ci_low")).isLessThan(truth);
    assertThat(difference.<Double>getAs("ci_high")).isGreaterThan(truth);
    assertThat(difference.<Double>getAs("p_value")).isBetween(0.0, .01);
    assertThat(difference.<Double>getAs("p_adjusted"))
        .isEqualTo(difference.<Double>getAs("p_value"));
    assertThat(difference.<String>getAs("test")).startsWith("prediction-powered");
    assertThat(difference.<Long>getAs("n_groups")).isEqualTo(500);
    leading(store, rows.subList(2, 4), difference);
  }

  /** One metric, which is fit: what leads is its estimate. */
  private static void leading(LabelledStore store, List<Row> byMetric, Row difference) {
    List<Row> rows =
        store
            .runner
            .store()
            .read(Tables.LEADERBOARD)
            .where("metric = 'human' AND slice = 'all'")
            .orderBy("system")
            .collectAsList();
    assertThat(rows).hasSize(2);
    for (int i = 0; i < 2; i++) {
      Row row = rows.get(i);
      assertThat(row.<String>getAs("dimension")).isEqualTo("grounded");
      for (String column : List.of("human_estimate", "human_ci_low", "human_ci_high")) {
        assertThat(row.<Double>getAs(column)).isEqualTo(byMetric.get(i).<Double>getAs(column));
      }
      assertThat(row.<String>getAs("ci_method")).endsWith("predicted by " + LabelledStore.METRIC);
      assertThat(row.<Long>getAs("n")).isEqualTo(900);
      assertThat(row.<Long>getAs("n_missing")).isZero();
      assertThat(row.<Long>getAs("n_groups")).isEqualTo(500);
      assertThat(row.<Double>getAs("worst_case")).isEqualTo(row.<Double>getAs("best_case"));
    }
    Row leads =
        store
            .runner
            .store()
            .read(Tables.COMPARISONS)
            .where("metric = 'human.grounded' AND slice = 'all'")
            .collectAsList()
            .get(0);
    assertThat(leads.<Double>getAs("difference")).isEqualTo(difference.<Double>getAs("difference"));
    ReportPage page = new ReportPage(store.runner.store(), store.loaded.config(), List.of());
    assertThat(page.headline().get(0)).startsWith("What people would pass (grounded): a ");
    assertThat(page.headline().get(1)).startsWith("By “grounded”, at a bar of ");
    assertThat(page.headline().get(2)).startsWith("a is better than b by ");
  }
}
