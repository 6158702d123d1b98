package dev.assay.jobs.gate;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.LabelledStore;
import dev.assay.jobs.analysis.Analyze;
import dev.assay.jobs.calibrating.Apply;
import dev.assay.jobs.calibrating.Calibrate;
import dev.assay.jobs.engine.Action;
import dev.assay.jobs.engine.Copies;
import dev.assay.jobs.engine.Runner;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.engine.UsageException;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import dev.assay.tables.Views;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two analyses of one run name. After the first, system a answers worse: its metric falls by 0.2,
 * and people fail twenty of its judged answers that they passed before; b stays as it was.
 */
@Tag("slow")
class GateTest {
  private static final String METRIC = "gate.metric=\"" + LabelledStore.METRIC + "\"";
  private static final Column A = col("system").equalTo("a");

  @TempDir static Path home;
  private static String before;
  private static double firstMean;

  @BeforeAll
  static void analyseTwice() {
    LabelledStore labelled = new LabelledStore(home, 300, 150, 4);
    Store store = labelled.runner.store();
    passed(store);
    labelled.runner.run(new Calibrate());
    labelled.runner.run(new Analyze());
    before = store.read(Tables.RUNS).where("stage = 'analyze'").head().getAs("run_id");
    firstMean = mean(store, before);
    Dataset<Row> worse =
        store
            .read(Tables.SCORES)
            .where(A)
            .withColumn("value", col("value").minus(.2))
            .localCheckpoint();
    store.replace(Tables.SCORES, worse, A);
    passed(store);
    Dataset<Row> failed =
        store
            .read(Tables.LABELS)
            .where(A.and(col("label").equalTo("1")))
            .orderBy("case_id")
            .limit(20)
            .withColumn("label", lit("0"))
            .localCheckpoint();
    store.merge(Tables.LABELS, failed);
    labelled.runner.run(new Apply());
    labelled.runner.run(new Analyze());
    FewCases.add(store, "case-00020");
  }

  private static void passed(Store store) {
    Dataset<Row> scores =
        store
            .read(Tables.SCORES)
            .withColumn("threshold", lit(.5))
            .withColumn("passed", when(col("value").geq(.5), true).otherwise(false))
            .localCheckpoint();
    store.replace(Tables.SCORES, scores, col("repeat").geq(0));
  }

  private static double mean(Store store, String run) {
    return store
        .read(Tables.RUN_CASES)
        .where(A.and(col("run_id").equalTo(run)))
        .selectExpr("avg(scores['" + LabelledStore.METRIC + "'].value)")
        .head()
        .getDouble(0);
  }

  private static String run(Action action, Map<String, Integer> numbers, String... settings) {
    return run(action, numbers, Map.of(), settings);
  }

  private static String run(
      Action action, Map<String, Integer> numbers, Map<String, String> texts, String... settings) {
    ConfigLoader loader =
        ConfigLoader.defaults()
            .set("store.path=" + home.resolve("store"))
            .set("calibrate.metrics=[\"" + LabelledStore.METRIC + "\"]");
    for (String setting : settings) {
      loader = loader.set(setting);
    }
    ConfigLoader.Loaded loaded = loader.load();
    Runner runner =
        new Runner(SharedSpark.session(), loaded.config(), loaded.rendered(), loaded.hash());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    action.run(
        new Session(
            SharedSpark.session(),
            loaded,
            runner,
            Set.of(),
            numbers,
            texts,
            new PrintStream(out, true, StandardCharsets.UTF_8)));
    return out.toString(StandardCharsets.UTF_8);
  }

  private static String gate(String... settings) {
    return run(new GateCommand(), Map.of(), settings);
  }

  @Test
  void byDefaultItTestsWhatPeopleWouldPassAgainstTheBar() {
    assertThatThrownBy(GateTest::gate)
        .isInstanceOf(GateBreach.class)
        .hasMessageContaining("bound human.grounded, a, all")
        .hasMessageContaining("the bound is at least 0.9000");
    assertThat(gate("gate.method=fixed", "gate.threshold=0.1"))
        .contains("pass missing human.grounded, a, all: 0 of 300 have no answer")
        .contains("pass bound human.grounded, b, all: ");
  }

  @Test
  void anUndecidedBoundSaysHowManyJudgedQuestionsWouldSettleIt() {
    double estimate =
        new Store(SharedSpark.session(), config().store())
            .read(Tables.LEADERBOARD)
            .where("metric = 'human' AND slice = 'all' AND system = 'b'")
            .orderBy("run_id")
            .head()
            .<Double>getAs("human_estimate");
    assertThatThrownBy(
            () ->
                gate("gate.systems=[b]", "gate.method=fixed", "gate.threshold=" + (estimate - .01)))
        .isInstanceOf(GateBreach.class)
        .hasMessageContaining("undecided: about")
        .hasMessageContaining("judged questions would settle it");
  }

  private static dev.assay.config.AssayConfig config() {
    return ConfigLoader.defaults()
        .set("store.path=" + home.resolve("store"))
        .set("store.schema=gated")
        .load()
        .config();
  }

  @Test
  void aNamedSystemOrSliceWithoutACellFails() {
    assertThatThrownBy(() -> gate("gate.systems=[b, c]", "gate.method=none"))
        .isInstanceOf(GateBreach.class)
        .hasMessageContaining(
            "cell human.grounded, c, all: the analysis has no system 'c'; it has: a, b.");
    assertThatThrownBy(() -> gate("gate.slices=[\"query_type=list\"]", "gate.method=none"))
        .isInstanceOf(GateBreach.class)
        .hasMessageContaining("2 of 2 tests failed")
        .hasMessageContaining("the analysis has no slice 'query_type=list'; it has: all, ");
    assertThatThrownBy(() -> gate("gate.dimension=tone", "gate.method=none"))
        .isInstanceOf(GateBreach.class)
        .hasMessageContaining("nobody judged any of its answers by 'tone'");
    assertThat(gate("gate.slices=[\"stratum_id=1\"]", "gate.method=none")).contains("stratum_id=1");
  }

  @Test
  void aDropSinceTheBaselineFailsWhereItIsShown() {
    // All 300 differences are −.2: what may be unseen, 1 − .05^(1/300) = .00994, lies in [−2, 2];
    // −.2 − .00994 · 1.8 and
    // −.2 + .00994 · 2.2.
    assertThatThrownBy(() -> gate(METRIC, "gate.method=none", "baseline.run=" + before))
        .isInstanceOf(GateBreach.class)
        .hasMessageContaining(
            "baseline " + LabelledStore.METRIC + ", a, all: -0.2000 [-0.2179, -0.1781]")
        .hasMessageContaining("1 of 4 tests failed");
    // Twenty of 150 judged answers fell: a drop of 0.13, of which half is put up with.
    assertThatThrownBy(() -> gate("gate.method=none", "baseline.run=" + before))
        .isInstanceOf(GateBreach.class)
        .hasMessageContaining("baseline human.grounded, a, all: -0.1");
    assertThat(gate("gate.method=none", "baseline.run=" + before, "gate.tolerance=0.5"))
        .doesNotContain("FAIL");
  }

  @Test
  void whatMustBeNoWorseFailsWhereThatIsNotShown() {
    // b did not change in any of 150 judged questions, of which at most 1 − 0.025^(1/150) = 0.0243
    // may have: more than a tolerance of 0.02, less than one of 0.03.
    String[] asked = {
      "gate.method=none", "gate.systems=[b]", "baseline.run=" + before, "gate.require=non-inferior"
    };
    assertThatThrownBy(() -> gate(asked))
        .isInstanceOf(GateBreach.class)
        .hasMessageContaining("baseline human.grounded, b, all: +0.0000 [-0.0243, +0.0243]")
        .hasMessageContaining("undecided");
    assertThat(gate(asked[0], asked[1], asked[2])).contains("undecided").doesNotContain("FAIL");
    assertThat(gate(asked[0], asked[1], asked[2], asked[3], "gate.tolerance=0.03"))
        .doesNotContain("FAIL")
        .doesNotContain("undecided");
  }

  @Test
  void anIdIsABaselineAndAWrongNameIsToldWithThoseThereAre() {
    assertThat(
            gate("gate.method=none", "gate.systems=[b]", "baseline.run=" + before.substring(0, 9)))
        // None of 150 judged questions changed: at most 1 − 0.025^(1/150) = 0.0243 do.
        .contains("baseline human.grounded, b, all: +0.0000 [-0.0243, +0.0243]");
    assertThatThrownBy(() -> gate("gate.method=none", "baseline.run=relase"))
        .isInstanceOf(StageException.class)
        .hasMessageContaining("baseline.run = 'relase'")
        .hasMessageContaining("Known: ");
  }

  @Test
  void versionsWithinOneRunAreComparedByName() {
    String name = config().run().name();
    // b's metric against a's: both of the newest analysis.
    assertThat(
            gate(
                METRIC,
                "gate.method=none",
                "gate.systems=[b]",
                "gate.tolerance=1",
                "baseline={run=\"" + name + "\", systems={b=a}}"))
        .contains("baseline " + LabelledStore.METRIC + ", b, all: +0.1");
  }

  @Test
  void aSystemIsNotComparedWithItself() {
    String same = "baseline.run=\"" + config().run().name() + "\"";
    assertThatThrownBy(() -> gate(METRIC, "gate.method=none", same))
        .isInstanceOf(GateBreach.class)
        .hasMessageContaining("2 of 4 tests failed")
        .hasMessageContaining("b, all: it would be compared with itself");
    String[] pair = {
      METRIC, "gate.method=none", "gate.tolerance=1", same, "baseline.systems={b=a}"
    };
    assertThat(gate(pair))
        .contains("baseline " + LabelledStore.METRIC + ", b, all: +0.1")
        .doesNotContain("baseline " + LabelledStore.METRIC + ", a");
    String[] named = Arrays.copyOf(pair, pair.length + 1);
    named[pair.length] = "gate.systems=[a, b]";
    assertThatThrownBy(() -> gate(named))
        .isInstanceOf(GateBreach.class)
        .hasMessageContaining("a, all: it would be compared with itself");
  }

  @Test
  void casesOfTheBaselineThatAreGoneFail() {
    String[] settings = {
      "run.name=few", METRIC, "gate.method=none", "gate.tolerance=1", "baseline.run=" + before
    };
    assertThatThrownBy(() -> gate(settings))
        .isInstanceOf(GateBreach.class)
        .hasMessageContaining(
            "a, all: 280 of 300 cases of the baseline are not covered, at most 5.0 % may be");
    String[] most = Arrays.copyOf(settings, settings.length + 1);
    most[settings.length] = "gate.max-missing-share=1";
    assertThat(gate(most)).contains("over 20 questions");
  }

  @Test
  void runsKeepTheirScores() {
    Store store = new Store(SharedSpark.session(), config().store());
    assertThat(mean(store, before)).isEqualTo(firstMean);
    assertThat(store.read(Tables.SCORES).where(A).selectExpr("avg(value)").head().getDouble(0))
        .isCloseTo(firstMean - .2, org.assertj.core.api.Assertions.within(1e-9));
  }

  @Test
  void changesCountsAndListsWhatBroke() throws IOException {
    Path file = home.resolve("pages/changes.html");
    String text =
        run(
            new ChangesAction(),
            Map.of(ChangesAction.LIMIT, 3),
            Map.of(ChangesAction.PAGE, file.toString()));
    assertThat(text)
        .containsPattern("human\\.grounded +a +0 +20 +130\n")
        .containsPattern("human\\.grounded +b +0 +0 +150\n")
        .containsPattern("groundedness\\.groundedness +b +0 +0 +300\n");
    assertThat(text.substring(text.indexOf("Broken:"), text.indexOf("\n\nPage: ")).lines())
        .hasSize(4);
    assertThat(text).contains("human.grounded a case-000").contains("Question ");

    assertThat(
            new Copies(new Store(SharedSpark.session(), config().store()), config()).all().copies())
        .as("'forget' knows the page")
        .extracting(Copies.Copy::files)
        .contains(List.of("file:" + file));
    Document page = Jsoup.parse(Files.readString(file));
    // Of 150 judged answers of a 20 that passed fail now.
    double now =
        new Store(SharedSpark.session(), config().store())
            .read(Tables.LABELS)
            .where(A)
            .selectExpr("avg(CAST(label AS INT))")
            .head()
            .getDouble(0);
    assertThat(page.select("#changes tbody tr").first().text())
        .isEqualTo(
            String.format(
                Locale.ROOT,
                "human.grounded a 0 20 130 %.1f %% %.1f %%",
                100 * (now + 20 / 150.0),
                100 * now));
    assertThat(page.select("#cases details").first().select(".chip").eachText())
        .containsExactly("broken", "broken", "broken");
    assertThat(page.select("#cases .score").first().text()).isEqualTo("1.00 → 0.00");
    assertThat(page.select("#cases .text").first().text()).startsWith("Question ");
  }

  @Test
  void aPageThatIsNoFileIsRefusedAtOnce() {
    assertThatThrownBy(() -> run(new ChangesAction(), Map.of(), Map.of(ChangesAction.PAGE, "a:b")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--page takes a file, got 'a:b'");
  }

  @Test
  void theViewHasThemAll() {
    Store store = new Store(SharedSpark.session(), config().store());
    new Views(SharedSpark.session(), store, config().store()).create();
    List<Row> rows =
        SharedSpark.session()
            .sql(
                "SELECT system, change, count(*) AS n FROM "
                    + config().store().schema()
                    + ".v_changes WHERE metric = 'human.grounded' AND baseline_run_id = '"
                    + before
                    + "' AND run <> 'few' GROUP BY system, change ORDER BY system, change")
            .collectAsList();
    assertThat(rows)
        .extracting(Row::toString)
        .containsExactly("[a,broken,20]", "[a,same,130]", "[b,same,150]");
  }

  /** What dashboards show is what they would have counted: decisions, and changes, row by row. */
  @Test
  void theCountsAreThoseOfDecisionsAndChanges() {
    Store store = new Store(SharedSpark.session(), config().store());
    new Views(SharedSpark.session(), store, config().store()).create();
    String counts =
        "SELECT system, metric, dimension, outcome, answers FROM %s.v_answer_counts WHERE run <>"
            + " 'few' AND outcome %s IN ('accept', 'reject', 'refer')";
    String changes =
        "SELECT system, metric, '', change, count(*) FROM %s.v_changes WHERE run <> 'few' AND"
            + " baseline_run_id = '"
            + before
            + "' GROUP BY system, metric, change";
    String decisions =
        "SELECT system, metric, dimension, decision, count(*) FROM %s.v_decisions GROUP BY system,"
            + " metric, dimension, decision";
    assertThat(rows(counts, "NOT"))
        .contains("[a,human.grounded,,broken,20]", "[b,human.grounded,,same,150]")
        .containsExactlyInAnyOrderElementsOf(rows(changes));
    assertThat(rows(counts, ""))
        .contains("[a,groundedness.groundedness,grounded,refer,300]")
        .containsExactlyInAnyOrderElementsOf(rows(decisions));
    assertThat(rows("SELECT DISTINCT baseline_run_id FROM %s.v_answer_counts WHERE run <> 'few'"))
        .containsExactlyInAnyOrder("[" + before + "]", "[null]");
  }

  private static List<String> rows(String query, String... words) {
    List<String> all = new ArrayList<>(List.of(config().store().schema()));
    all.addAll(List.of(words));
    return SharedSpark.session().sql(query.formatted(all.toArray())).collectAsList().stream()
        .map(Row::toString)
        .toList();
  }

  @Test
  void withoutLabelsThereIsNothingToGate(@TempDir Path other) {
    LabelledStore store = new LabelledStore(other, 20, 0, 4);
    store.runner.run(new Analyze());
    assertThatThrownBy(() -> store.runner.run(new Gate()))
        .isInstanceOf(GateBreach.class)
        .hasMessageContaining("nothing to gate but similarity");
  }
}
