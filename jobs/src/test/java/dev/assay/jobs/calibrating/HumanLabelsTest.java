package dev.assay.jobs.calibrating;

import static org.apache.spark.sql.functions.expr;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.LabelledStore;
import dev.assay.jobs.analysis.Analyze;
import dev.assay.jobs.engine.OneStage;
import dev.assay.jobs.engine.Runner;
import dev.assay.jobs.engine.Session;
import dev.assay.report.ReportPage;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Tables;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From labels to guarantees, decisions, the review queue and human-equivalent estimates. */
class HumanLabelsTest {

  @Test
  void labelsBecomePromisesDecisionsAQueueAndEstimates(@TempDir Path home) {
    LabelledStore store =
        new LabelledStore(home, 900, 500, 8, "review.size=60", "sets.by=query_type");
    store.runner.run(new Calibrate());
    guarantees(store);
    store.runner.run(new Apply());
    decisions(store);
    queue(store);
    store.runner.run(new Analyze());
    estimates(store);
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
    assertThat(page.headline().get(1)).startsWith("a is better than b by ");
  }

  @Test
  void anUnfitMetricHasNoPartInWhatLeads(@TempDir Path home) {
    LabelledStore store = new LabelledStore(home, 200, 100, 0);
    store.runner.run(new Calibrate());
    store.runner.run(new Analyze());
    Row row =
        store
            .runner
            .store()
            .read(Tables.LEADERBOARD)
            .where("metric = 'human' AND slice = 'all' AND system = 'a'")
            .head();
    assertThat(row.<String>getAs("ci_method"))
        .contains("labels alone")
        .contains("no metric is fit");
    long passed =
        store.runner.store().read(Tables.LABELS).where("system = 'a' AND label = '1'").count();
    assertThat(row.<Double>getAs("human_estimate")).isCloseTo(passed / 100.0, within(1e-9));
  }

  @Test
  void fewLabelsDecideNothingAndSayWhatWouldHelp(@TempDir Path home) {
    LabelledStore store = new LabelledStore(home, 100, 20, 4);
    store.runner.run(new Calibrate());
    Row decided =
        store.runner.store().read(Tables.GUARANTEES).where("kind = 'decided_error'").head();
    assertThat(decided.<Double>getAs("quantile")).isNull();
    assertThat(decided.<String>getAs("reason"))
        .contains("of no answer of stage 1 it is at least 90 % sure that it");
    labelsCountInRounds(store);
    store.runner.run(new Apply());
    assertThat(store.runner.store().read(Tables.DECISIONS).where("decision <> 'refer'").count())
        .isZero();
    store.runner.run(new Analyze());
    assertThat(
            store
                .runner
                .store()
                .read(Tables.LEADERBOARD)
                .where("dimension = 'grounded' AND slice = 'all'")
                .head()
                .<String>getAs("ci_method"))
        .contains("labels alone (20 labelled groups of the 30 that predictions need)");
  }

  /**
   * Other labels begin no other round where those before were too few to certify anything: twenty
   * questions leave eight for stage 2, and .9^8 = .43 > .1.
   */
  private static void labelsCountInRounds(LabelledStore store) {
    again(store, "automate.alpha=0.2");
    assertThat(rounds(store)).containsOnly(1);
    String label = "case_id = 'case-00019' AND system = 'b'";
    List<Row> kept =
        store
            .runner
            .store()
            .read(Tables.LABELS)
            .where(label)
            .select(Tables.LABELS.columns())
            .collectAsList();
    store.runner.store().deleteWhere(Tables.LABELS, expr(label));
    store.runner.run(new Calibrate());
    assertThat(rounds(store)).containsOnly(1);
    store
        .runner
        .store()
        .append(Tables.LABELS, SharedSpark.session().createDataFrame(kept, Tables.LABELS.schema()));
    again(store, "automate.alpha=0.3");
    assertThat(rounds(store)).containsOnly(1);
  }

  private static void again(LabelledStore store, String setting) {
    ConfigLoader.Loaded other =
        ConfigLoader.defaults()
            .set("store.path=" + store.loaded.config().store().path())
            .set("calibrate.metrics=[\"" + LabelledStore.METRIC + "\"]")
            .set(setting)
            .load();
    new Runner(SharedSpark.session(), other.config(), other.rendered(), other.hash())
        .run(new Calibrate());
  }

  private static List<Integer> rounds(LabelledStore store) {
    return store
        .runner
        .store()
        .read(Tables.GUARANTEES)
        .where("kind = 'decided_error'")
        .orderBy("fitted_at", "method")
        .collectAsList()
        .stream()
        .map(row -> row.<Integer>getAs("round"))
        .toList();
  }

  @Test
  void crossConformalSetsAreStoredAndAppliedAndPlansAreMade(@TempDir Path home) throws Exception {
    LabelledStore store =
        new LabelledStore(home, 200, 90, 4, "sets.method=cv-plus", "automate.method=sets");
    store.runner.run(new Calibrate());
    Row sets = store.runner.store().read(Tables.GUARANTEES).where("kind = 'coverage'").head();
    assertThat(sets.<String>getAs("method")).isEqualTo("cv-plus auto");
    assertThat(sets.<String>getAs("promise")).contains("1 − 2α less a small remainder");
    // Some 80 % of 90 labelled questions, two systems each.
    assertThat(sets.getList(sets.fieldIndex("cases"))).hasSizeBetween(110, 180);
    store.runner.run(new Apply());
    List<Row> decisions = store.runner.store().read(Tables.DECISIONS).collectAsList();
    assertThat(decisions).allMatch(row -> row.getList(row.fieldIndex("prediction_set")) != null);
    assertThat(decisions)
        .anyMatch(row -> row.getList(row.fieldIndex("prediction_set")).equals(List.of("1")));

    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new CalibrateCommand(new OneStage(new Calibrate()))
        .run(
            new Session(
                SharedSpark.session(),
                store.loaded,
                store.runner,
                Set.of(),
                Map.of(CalibrateCommand.PLAN, 40),
                new PrintStream(out, true, StandardCharsets.UTF_8)));
    String plan = out.toString(StandardCharsets.UTF_8);
    assertThat(plan)
        .startsWith("grounded: the next 40 labels, predictions from " + LabelledStore.METRIC)
        .containsPattern("expected width of a system's human-equivalent interval: 0\\.\\d+ now");
    int next =
        plan.lines()
            .filter(line -> line.matches("\\d .*"))
            .mapToInt(line -> Integer.parseInt(line.replaceAll(".* ", "")))
            .sum();
    assertThat(next).isEqualTo(40);
  }
}
