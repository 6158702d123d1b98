package dev.assay.jobs.shrink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.ChildRun;
import dev.assay.jobs.Commands;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.JsonRows;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import dev.assay.testing.ScriptedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The smallest edit after which the machine accepts no more, from the command: a chat that answers
 * where it reads the word "fee", and labels that know it in one topic and know nothing in the
 * other. There a metric decides, and parts of a twin only in that topic; a model of two metrics
 * decides by all labels.
 */
@Tag("slow")
class ShrinkDecisionsTest {
  private static final SparkSession SPARK = SharedSpark.session();
  private static final int CASES = 460;
  private static final int OTHER_TOPIC = 400;
  private static final int IN_FLIGHT = 4;
  private static final String CONFIGURATION = "my.conf";

  @TempDir private Path folder;
  private final ScriptedServer server = ScriptedServer.start().reply(ShrinkDecisionsTest::reply);

  @AfterEach
  void stop() {
    server.close();
  }

  /** Its refusals are shorter and longer than its answers: length tells nothing. */
  private static String reply(String message) {
    if (Pattern.compile("\\bfee\\b").matcher(message).find()) {
      return "It costs 11 dollars.";
    }
    return message.hashCode() % 2 == 0 ? "No idea." : "I cannot say, and I am sorry about that.";
  }

  private ConfigLoader loader() throws Exception {
    List<String> questions = new ArrayList<>();
    for (int i = 0; i < CASES; i++) {
      questions.add(
          "{\"question\":\"How large is the %s of the card number %d for someone new?\",\"expected_answer\":\"It costs 11 dollars.\"}"
              .formatted(i % 2 == 0 ? "fee" : "sum", i));
    }
    Path suite = Files.write(folder.resolve("suite.jsonl"), questions);
    Files.writeString(
        folder.resolve(CONFIGURATION),
        """
        store.path = "%s"
        tests.sources = [{ path = "%s" }]
        llm.endpoints.e { kind = openai, base-url = "%s", model = m, max-in-flight = %d }
        systems.chat { kind = openai-chat, endpoint = e }
        evaluate.evaluators = [token_f1, rouge]
        label.sources = [{ path = "%s" }]
        calibrate { metrics = ["token_f1.token_f1"], slices = [stratum_id], slice-min-groups = 60, replicates = 100 }
        calibrate.models.both { dimension = correct, metrics = ["token_f1.token_f1", "rouge.rouge_l"], method = logistic }
        automate { alpha = 0.3, by = stratum_id }
        perturb.entries = [{ perturbators = [keyboard_typo], intensity = extreme }]
        perturb.max-cases = 40
        shrink.max-cases = 3
        shrink.metrics = [decision.correct]
        """
            .formatted(
                folder.resolve("store"),
                suite,
                server.chat(),
                IN_FLIGHT,
                folder.resolve("labels.csv")));
    return ConfigLoader.defaults().file(folder.resolve(CONFIGURATION));
  }

  /** The card's: twins are misspelt, but for what decides, as a number does. */
  private static int number(Row question) {
    return Integer.parseInt(question.<String>getAs("question").replaceAll("\\D", ""));
  }

  /** In a JVM of its own, which ends while questions are under way. */
  private void killedSearch() throws Exception {
    int before = server.answered();
    server.latency(500);
    ChildRun run =
        ChildRun.start(folder, "local[2]", 2, List.of("shrink", "--conf", CONFIGURATION));
    long end = System.nanoTime() + 120_000_000_000L;
    while (server.answered() < before + IN_FLIGHT) {
      assertThat(System.nanoTime()).as(run.output()).isLessThan(end);
      Thread.sleep(10);
    }
    run.kill();
    server.latency(0);
  }

  @Test
  void findsTheEditAfterWhichTheMachineAcceptsNoMore() throws Exception {
    ConfigLoader.Loaded loaded = loader().load();
    Store store = new Store(SPARK, loaded.config().store());
    for (String stage : List.of("tests", "perturb", "answer", "evaluate")) {
      Commands.run(SPARK, loaded, stage);
    }
    assertThatThrownBy(() -> Commands.run(SPARK, loaded, "shrink"))
        .hasMessageContaining("Run label, calibrate and apply first, then shrink.");
    List<String> labels = new ArrayList<>(List.of("case_id,system,dimension,label"));
    for (Row row :
        store
            .read(Tables.RESPONSES)
            .join(store.read(Tables.TEST_CASES).drop("attributes"), "case_id")
            .where("parent_case_id IS NULL")
            .collectAsList()) {
      boolean right =
          number(row) < OTHER_TOPIC
              ? row.<String>getAs("answer").startsWith("It costs")
              : number(row) / 2 % 2 == 0;
      labels.add("%s,chat,correct,%d".formatted(row.<String>getAs("case_id"), right ? 1 : 0));
    }
    Files.write(folder.resolve("labels.csv"), labels);
    JsonRows.append(
        store,
        Tables.CASE_STRATA,
        store.read(Tables.TEST_CASES).collectAsList().stream()
            .map(
                row ->
                    "{\"case_id\":\"%s\",\"stratum_id\":%d,\"model\":\"m\",\"placed_by\":\"nearest\",\"fingerprint\":\"f\"}"
                        .formatted(row.<String>getAs("case_id"), number(row) < OTHER_TOPIC ? 0 : 1))
            .toList());
    for (String stage : List.of("label", "calibrate", "apply")) {
      Commands.run(SPARK, loaded, stage);
    }
    killedSearch();
    assertThat(store.isBlank(Tables.LEAST_EDITS)).as("what was killed found nothing").isTrue();
    int known = server.requests();
    Commands.run(SPARK, loaded, "shrink");
    assertThat(server.requests()).as("there was something left to ask").isGreaterThan(known);
    assertThat(server.askedAgain())
        .as("no more than what was under way is asked again")
        .isLessThanOrEqualTo(IN_FLIGHT);
    assertThat(
            store
                .read(Tables.DECISIONS)
                .where("decision = 'accept' AND metric = 'token_f1.token_f1'")
                .join(store.read(Tables.CASE_STRATA), "case_id")
                .select("stratum_id")
                .distinct()
                .collectAsList())
        .as("what the test rests on: in one topic alone the machine accepts by the metric")
        .extracting(row -> row.getInt(0))
        .containsExactly(0);
    List<Row> found =
        store
            .read(Tables.LEAST_EDITS)
            .join(store.read(Tables.CASE_STRATA).select("case_id", "stratum_id"), "case_id")
            .collectAsList();
    // One search for each of what decides: the model of two in both topics, the metric in one.
    Map<String, Set<String>> by = new TreeMap<>();
    for (Row row : found) {
      by.computeIfAbsent(
              row.getAs("case_id") + " of topic " + row.getAs("stratum_id"),
              twin -> new TreeSet<>())
          .add(row.getAs("metric"));
    }
    assertThat(by).hasSize(3);
    by.forEach(
        (twin, metrics) ->
            assertThat(metrics)
                .as(twin)
                .isEqualTo(
                    twin.endsWith("0")
                        ? Set.of(
                            "decision.correct by token_f1.token_f1", "decision.correct by both")
                        : Set.of("decision.correct by both")));
    for (Row row : found) {
      assertThat(row.<String>getAs("status")).isEqualTo("alone");
      assertThat(row.<Long>getAs("edits")).isGreaterThan(1);
      assertThat(row.<Long>getAs("least_edits")).isEqualTo(1);
      assertThat(row.<String>getAs("least_question")).doesNotContainPattern("\\bfee\\b");
    }
    // Decisions about what the search asked are kept nowhere.
    assertThat(
            store
                .read(Tables.DECISIONS)
                .join(store.read(Tables.TEST_CASES), "case_id")
                .where("perturbation LIKE 'shrink:%'")
                .count())
        .isZero();
    int requests = server.requests();
    Commands.run(SPARK, loader().set("shrink.max-cases=1").load(), "shrink");
    assertThat(server.requests()).as("the same search asks nothing").isEqualTo(requests);
    ConfigLoader.Loaded misspelt = loader().set("shrink.metrics=[decision.corect]").load();
    assertThatThrownBy(() -> Commands.run(SPARK, misspelt, "shrink"))
        .hasMessageContaining("'decision.corect'")
        .hasMessageContaining("Decided on: decision.correct.");
  }
}
