package dev.assay.jobs.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.Commands;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.stores.CheckTables;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import dev.assay.testing.ScriptedServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteRunTest {
  private static final SparkSession SPARK = SharedSpark.session();
  private static final int QUESTIONS = 8;

  /** With two of a second suite. */
  private static final int CASES = QUESTIONS + 2;

  @TempDir private Path folder;
  private final ScriptedServer server = ScriptedServer.start();

  @AfterEach
  void stop() {
    server.close();
  }

  private ConfigLoader loader(String store) {
    return ConfigLoader.defaults()
        .set("store.path=" + folder.resolve(store))
        .set("evaluate.evaluators=[token_f1, text_matching, retrieval, facts_covered]");
  }

  private Path golden() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < QUESTIONS; i++) {
      lines.add(
          """
          {"id":"g%d","question":"What is rule %d?","expected_answer":["The answer to rule %d","%d"],"facts":["It is rule %d."],"relevant_ids":["d1","d%d"],"condition":"\\"rule %d\\" AND NOT \\"refuse\\"","product":"p%d"}\
          """
              .formatted(i, i, i, i, i, i, i, i % 3));
    }
    return Files.write(folder.resolve("golden.jsonl"), lines);
  }

  @Test
  void aServiceAndARecordedFileOfItsAnswersHaveTheSameScores() throws Exception {
    String suites =
        "tests.sources=[{ path = \"%s\" }, { path = \"%s\", version = v2 }]"
            .formatted(
                golden(),
                // A question of the first suite, with its blanks and its own expected answer.
                Files.writeString(
                    folder.resolve("second.csv"),
                    "question,expected_answer,channel\n"
                        + "What is rule 3?,three,web\n"
                        + "Any more?,,app\n"));
    ConfigLoader.Loaded asked =
        loader("asked")
            .set(suites)
            .set("llm.endpoints={bot{kind=http-json,base-url=\"%s\"}}".formatted(server.service()))
            .set(
                "systems={rag{kind=http-json,endpoint=bot,body=\"\"\"{\"query\":\"{question}\",\"c\":\"{case_id}\"}\"\"\","
                    + "reply{answer=\"/answer/text\",contexts=\"/documents\",context-text=\"/body\",context-doc-id=\"/id\"}}}")
            .load();
    assertThat(Commands.run(SPARK, asked, "tests").values())
        .containsEntry("test cases", (long) CASES)
        .containsEntry("test cases new or changed", (long) CASES)
        .containsEntry("suites", 2L);
    assertThat(Commands.run(SPARK, asked, "tests").values())
        .containsEntry("test cases new or changed", 0L);
    Commands.run(SPARK, asked, "answer");
    // A question that stands in both suites is asked once, and each suite has its answer.
    assertThat(server.requests()).isEqualTo(CASES - 1);
    Commands.run(SPARK, asked, "evaluate");
    Store store = new Store(SPARK, asked.config().store());
    assertThat(
            store
                .read(Tables.RESPONSES)
                .where("status = 'ok'")
                .select("case_id")
                .distinct()
                .count())
        .isEqualTo(CASES);
    Row first =
        store.read(Tables.TEST_CASES).where("question = 'What is rule 7?'").collectAsList().get(0);
    assertThat(first.<String>getAs("expected_answer")).isEqualTo("The answer to rule 7");
    assertThat(first.getList(first.fieldIndex("expected_answers"))).hasSize(2);
    assertThat(first.getJavaMap(first.fieldIndex("attributes")).get("product")).isEqualTo("p1");
    assertThat(store.read(Tables.TEST_CASES).where("suite_version = 'v2'").count()).isEqualTo(2);
    assertThat(new CheckTables(store).violations()).isEmpty();

    Path answers = folder.resolve("answers.jsonl");
    Files.write(
        answers,
        store
            .read(Tables.RESPONSES)
            .join(store.read(Tables.TEST_CASES).select("case_id", "question"), "case_id")
            .selectExpr(
                "concat(' ', question) AS question", "answer", "contexts", "12.5 AS latency_ms")
            .distinct()
            .toJSON()
            .collectAsList());
    ConfigLoader.Loaded recorded =
        loader("recorded")
            .set(suites)
            .set("systems={rag{kind=table,path=\"%s\"}}".formatted(answers))
            .load();
    Commands.run(SPARK, recorded, "tests");
    assertThat(Commands.run(SPARK, recorded, "answer").values())
        .containsEntry("answers to suites", (long) CASES)
        .containsEntry("answers", (long) CASES);
    Commands.run(SPARK, recorded, "evaluate");
    Store other = new Store(SPARK, recorded.config().store());
    List<Row> scores = scores(store);
    assertThat(scores(other)).containsExactlyInAnyOrderElementsOf(scores);
    assertThat(scores.stream().filter(row -> !row.isNullAt(4)).map(row -> row.<String>getAs(3)))
        .anyMatch(metric -> metric.startsWith("text_matching."))
        .contains("retrieval.retrieval_recall");
    assertThat(other.read(Tables.RESPONSES).where("latency_ms = 12.5").count()).isEqualTo(CASES);
    assertThat(other.read(Tables.TEST_CASES).count()).isEqualTo(CASES);
  }

  private static List<Row> scores(Store store) {
    return store
        .read(Tables.SCORES)
        .select("case_id", "system", "repeat", "metric", "value", "status")
        .collectAsList();
  }

  @Test
  void badRecordsAreRejectedWithFileLineAndReasonAndTheOthersGoOn() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("mixed.jsonl"),
            """
            {"id":"1","question":"Good?","facts":["f"]}
            {"id":"2","question":"Bad?","condition":"\\"a\\" AND"}
            {"id":"3","question":"Bad too?","facts":"no list"}
            {"id":"4"}
            no json
            {"id":"6","question":"Good?","facts":["again"]}
            {"id":"7","question":"Goood?","parent_id":"1","perturbation":"typo"}
            {"id":"8","question":"Lost?","parent_id":"99","perturbation":"typo"}
            {"id":"9","question":"Round?","parent_id":"10"}
            {"id":"10","question":"And round?","parent_id":"9"}
            {"id":"12","question":"One?","relevant_ids":["c1","nowhere"]}
            {"id":"12","question":"Other?"}
            {"id":"13","question":"Whose?","parent_id":"12"}
            """);
    ConfigLoader.Loaded loaded =
        loader("bad").set("tests.sources=[{ path = \"%s\" }]".formatted(file)).load();
    PrintStream before = System.err;
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    System.setErr(new PrintStream(told, true, StandardCharsets.UTF_8));
    try {
      assertThat(Commands.run(SPARK, loaded, "tests").values())
          .containsEntry("test cases", 4L)
          .containsEntry("records rejected", 9L);
    } finally {
      System.setErr(before);
    }
    assertThat(told.toString(StandardCharsets.UTF_8))
        .contains("tests: rejected: " + file + ", line 2: ", ", line 3: ", ", line 4: ")
        .contains("tests: rejected: 6 more; table rejected has all")
        .doesNotContain("line 5: ");
    Store store = new Store(SPARK, loaded.config().store());
    List<String> reasons =
        store.read(Tables.REJECTED).orderBy("line").collectAsList().stream()
            .map(row -> row.getAs("line") + " " + row.getAs("reason"))
            .toList();
    assertThat(reasons.get(0)).contains("2 condition", "position 8");
    assertThat(reasons.get(1)).contains("3 facts", "is no list");
    assertThat(reasons.get(2)).isEqualTo("4 the record has no question");
    assertThat(reasons.get(3)).isEqualTo("5 the record is malformed");
    assertThat(reasons.get(4)).contains("6 the same question", "mixed.jsonl, line 1");
    assertThat(reasons.get(5)).contains("8 no case of the suite has the id of the parent, '99'");
    assertThat(reasons.get(6)).contains("9 its parents lead in a circle");
    assertThat(reasons.get(8)).contains("13 several cases of the suite have the id of the parent");
    Row twin = store.read(Tables.TEST_CASES).where("perturbation = 'typo'").collectAsList().get(0);
    assertThat(twin.<String>getAs("parent_case_id")).isEqualTo(twin.getAs("group_id"));

    Path none = Files.writeString(folder.resolve("none.jsonl"), "{\"question\": \" \"}\n");
    ConfigLoader.Loaded empty =
        loader("bad").set("tests.sources=[{ path = \"%s\" }]".formatted(none)).load();
    assertThatThrownBy(() -> Commands.run(SPARK, empty, "tests"))
        .isInstanceOf(StageException.class)
        .hasMessageContaining("holds no test case")
        .hasMessageContaining("1 records were rejected");
  }

  @Test
  void whatAnySystemSaysOfASharedCaseHoldsWhicheverIsReadLast() throws Exception {
    String first =
        "{\"question\":\"Why?\",\"answer\":\"So.\",\"facts\":[\"So.\"],\"latency_ms\":\"NaN\"}";
    Path knowing =
        Files.writeString(
            folder.resolve("knowing.jsonl"), first + "\n" + first.replace("NaN", "5") + "\n");
    Path plain =
        Files.writeString(folder.resolve("plain.csv"), "question,answer,facts\nWhy?,Thus.,\n");
    ConfigLoader.Loaded loaded =
        loader("shared")
            .set("systems={a{kind=table,suite=s,path=\"%s\"}}".formatted(knowing))
            .set("systems.b={kind=table,suite=s,facts-column=facts,path=\"%s\"}".formatted(plain))
            .load();
    assertThat(Commands.run(SPARK, loaded, "answer").values())
        .containsEntry("answers", 2L)
        .containsEntry("records rejected", 1L);
    Store store = new Store(SPARK, loaded.config().store());
    Row shared = store.read(Tables.TEST_CASES).collectAsList().get(0);
    assertThat(store.read(Tables.TEST_CASES).count()).isEqualTo(1);
    assertThat(shared.<String>getList(shared.fieldIndex("facts"))).containsExactly("So.");
    assertThat(shared.<String>getAs("provenance")).isEqualTo("recorded: a, b");
    assertThat(store.read(Tables.REJECTED).head().<String>getAs("reason"))
        .contains("'NaN' is no number of 0 or more");
  }
}
