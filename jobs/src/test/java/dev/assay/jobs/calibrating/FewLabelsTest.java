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
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Tables;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What few labels, or a metric that ranks nothing, leave of decisions and estimates. */
@Tag("slow")
class FewLabelsTest {

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
