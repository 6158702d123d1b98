package dev.assay.jobs;

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.engine.Runner;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.forget.ForgetAction;
import dev.assay.jobs.stores.CheckTables;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.JsonRows;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import dev.assay.tables.Views;
import dev.assay.testing.ScriptedServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.io.FileUtils;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several nights, {@code run.key}, in one store, by the stages. */
@Tag("slow")
class NightsTest {
  private static final SparkSession SPARK = SharedSpark.session();
  private static final int QUESTIONS = 24;

  /** Where a case stands by its key, and the runs. Each further table costs 'forget' seconds. */
  private static final List<Table> OF_CASES =
      List.of(
          Tables.TEST_CASES,
          Tables.RESPONSES,
          Tables.SCORES,
          Tables.LABELS,
          Tables.DECISIONS,
          Tables.REVIEW_QUEUE,
          Tables.RUN_CASES,
          Tables.RUNS);

  @TempDir Path home;
  private final ScriptedServer server = ScriptedServer.start();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aSystemIsAskedOnceEachNightAndNothingTwice() {
    String[] system = {
      "llm.endpoints={gpt{kind=openai,base-url=\"%s\",model=m}}".formatted(server.chat()),
      "systems={chat{kind=openai-chat,endpoint=gpt}}"
    };
    AskedCases.write(SPARK, night("", system), 3);
    List<Integer> requests = new ArrayList<>();
    for (String key : List.of("", "2026-11-25", "2026-11-26", "2026-11-25", "")) {
      Commands.run(SPARK, night(key, system), "answer");
      requests.add(server.requests());
    }
    assertThat(requests).containsExactly(3, 6, 9, 9, 9);
    Store store = store("2026-11-26");
    assertThat(store.read(Tables.RESPONSES).count()).isEqualTo(3);
    assertThat(store.read(Tables.RESPONSES.ofAllNights()).count()).isEqualTo(9);
    assertThat(
            store
                .read(Tables.LLM_CALLS.ofAllNights())
                .groupBy(Table.NIGHT)
                .count()
                .where("count = 3")
                .count())
        .isEqualTo(3);
  }

  /** One text, whose file is read again each time. */
  @Test
  void whatDependsOnNoAnswerIsNotDoneAgain() throws IOException {
    Path text = Files.writeString(home.resolve("rules.md"), "# Fees\n\nAn account costs $5.\n");
    String[] corpus = {"corpus.sources=[{path=\"" + text + "\"}]"};
    for (String key : List.of("one", "two", "")) {
      long added = key.equals("one") ? 1 : 0;
      assertThat(Commands.run(SPARK, night(key, corpus), "ingest").values())
          .containsEntry("documents new or changed", added);
      assertThat(Commands.run(SPARK, night(key, corpus), "embed").values().isEmpty())
          .as("embed is skipped in night '%s'", key)
          .isEqualTo(!key.equals("one"));
    }
    assertThat(store("two").read(Tables.RUNS).count()).as("one row a stage").isEqualTo(2);
  }

  /**
   * Night one judges the first twelve of 24 answers, night two other answers to the other twelve.
   */
  @Test
  void twoNightsStandSideBySide() throws Exception {
    all("one", "$%d.", 0, QUESTIONS / 2);
    all("two", "It is $%d.", QUESTIONS / 2, QUESTIONS);
    Store store = store("two");
    assertThat(
            store
                .read(Tables.CALIBRATIONS.ofAllNights())
                .where("slice = 'all' AND dimension = 'correct'")
                .selectExpr("concat(run_key, ' ', n_groups)")
                .as(Encoders.STRING())
                .collectAsList())
        .as("labels of both nights count in the second, each with its own score")
        .containsExactlyInAnyOrder("one 12", "two 24");

    new Views(SPARK, store, night("two").config().store()).create();
    assertThat(nights("v_cost", "kind = 'answers'", "sum(answers)"))
        .containsExactly("one 24", "two 24");
    for (String view : List.of("v_decisions", "v_review_queue")) {
      assertThat(nights(view, "true", "count(DISTINCT case_id)"))
          .as(view)
          .containsExactly("one 24", "two 24");
    }
    assertThat(nights("v_calibration_curve", "slice = 'all'", "count(DISTINCT calibration_id)"))
        .containsExactly("one 1", "two 1");

    String aCase = store.read(Tables.RESPONSES).orderBy("case_id").head().getAs("case_id");
    assertThat(new CheckTables(store).violations()).isEmpty();
    String copy = copied();
    Store one = store("one", copy);
    JsonRows.append(
        one,
        Tables.RESPONSES,
        one.read(Tables.RESPONSES).where(col("case_id").equalTo(aCase)).toJSON().collectAsList());
    assertThat(new CheckTables(one).violations())
        .singleElement()
        .asString()
        .startsWith("responses: 1 keys (case_id, system, repeat, run_key) stand in 2 rows");

    forget(aCase, copy);
    Store left = store("x", copy);
    for (Table table : List.of(Tables.RESPONSES, Tables.SCORES, Tables.LABELS, Tables.DECISIONS)) {
      assertThat(left.read(table.ofAllNights()).where(col("case_id").equalTo(aCase)).isEmpty())
          .as(table.name())
          .isTrue();
    }
    assertThat(store("one", copy).read(Tables.RESPONSES).count()).isEqualTo(QUESTIONS - 1);
    assertThat(store("two", copy).read(Tables.RESPONSES).count()).isEqualTo(QUESTIONS - 1);
  }

  /** Copies the tables of cases and returns the setting that takes the copy for the store. */
  private String copied() throws IOException {
    Path copy = home.resolve("copy");
    for (Table table : OF_CASES) {
      FileUtils.copyDirectory(
          home.resolve("store").resolve(table.name()).toFile(),
          copy.resolve(table.name()).toFile());
    }
    return "store.path=" + copy;
  }

  /** Answers of {@code form}, every third wrong; those of ids from {@code low} are judged. */
  private void all(String key, String form, int low, int high) throws IOException {
    List<String> answers = new ArrayList<>();
    List<String> labels = new ArrayList<>(List.of("id,dimension,label,annotator,labelled_at"));
    for (int i = 0; i < QUESTIONS; i++) {
      int said = i % 3 == 0 ? 100 + i : i;
      answers.add(
          """
          {"id":"q%d","question":"What is fee %d?","expected_answer":"$%d.",\
          "contexts":["Fee %d is $%d."],"answer":"%s"}\
          """
              .formatted(i, i, i, i, i, form.formatted(said)));
      if (i >= low && i < high) {
        labels.add("q%d,correct,%d,ann,2026-11-2%dT00:00:00Z".formatted(i, i % 3 == 0 ? 0 : 1, 5));
      }
    }
    Files.write(home.resolve("answers.jsonl"), answers);
    Files.write(home.resolve("labels.csv"), labels);
    ConfigLoader.Loaded loaded =
        night(
            key,
            "systems.mine={kind=table,id-column=id,path=\"" + home.resolve("answers.jsonl") + "\"}",
            "evaluate.evaluators=[token_f1]",
            "label.sources=[{path=\"" + home.resolve("labels.csv") + "\"}]");
    for (String stage : List.of("answer", "evaluate", "label", "calibrate", "apply", "analyze")) {
      Commands.run(SPARK, loaded, stage);
    }
  }

  private List<String> nights(String view, String where, String what) {
    return SPARK
        .sql(
            "SELECT concat(run_key, ' ', %s) FROM nights_test.%s WHERE %s GROUP BY run_key ORDER BY 1"
                .formatted(what, view, where))
        .as(Encoders.STRING())
        .collectAsList();
  }

  private void forget(String aCase, String... settings) {
    ConfigLoader.Loaded loaded = night("two", settings);
    new ForgetAction()
        .run(
            new Session(
                SPARK,
                loaded,
                new Runner(SPARK, loaded.config(), loaded.rendered(), loaded.hash()),
                Set.of(),
                Map.of(),
                Map.of("--case", aCase),
                new PrintStream(OutputStream.nullOutputStream())));
  }

  private Store store(String key, String... settings) {
    return new Store(SPARK, night(key, settings).config().store(), key);
  }

  private ConfigLoader.Loaded night(String key, String... settings) {
    ConfigLoader loader =
        ConfigLoader.defaults()
            .set("store.path=" + home.resolve("store"))
            .set("store.schema=nights_test")
            .set("report.path=" + home.resolve("report.html"))
            .set("run.key=" + key);
    for (String setting : settings) {
      loader = loader.set(setting);
    }
    return loader.load();
  }
}
