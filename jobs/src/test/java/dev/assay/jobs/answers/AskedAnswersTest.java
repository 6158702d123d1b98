package dev.assay.jobs.answers;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.AskedCases;
import dev.assay.jobs.Commands;
import dev.assay.jobs.KeptQueries;
import dev.assay.jobs.Logs;
import dev.assay.jobs.engine.BudgetStop;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.stores.CheckTables;
import dev.assay.llm.calls.CallCoordinator;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import dev.assay.testing.ScriptedServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stage answer against a scripted server that counts what it is asked. */
@Tag("slow")
class AskedAnswersTest {
  private static final SparkSession SPARK = SharedSpark.session();
  private static final String KEY = "sk-planted-4711-xyz";
  private static final int CASES = 12;

  @TempDir private Path folder;
  private final ScriptedServer server = ScriptedServer.start();
  private final ScriptedServer broken = ScriptedServer.start().down(500);

  @AfterEach
  void stop() {
    server.close();
    broken.close();
  }

  @Test
  void everySystemIsAskedOnceAndAKeyIsNowhere() throws Exception {
    server.key(KEY);
    Path file = folder.resolve("my.conf");
    Files.writeString(
        file,
        """
        answer.repeats = 2
        llm.endpoints {
          gpt { kind = openai, base-url = "%s", model = m1, api-key = "%s", price-per-million { input = 10, output = 100 }
            headers { X-Team = "team-%s" } }
          bot { kind = http-json, base-url = "%s", api-key = "%s", price-per-million { input = 1000000 } }
          dead { kind = openai, base-url = "%s", model = m2, retries = 0, give-up-after = 3, max-in-flight = 1 }
        }
        systems {
          chat { kind = openai-chat, endpoint = gpt, system-prompt = "Be short.", parameters { temperature = 0.7 } }
          rag { kind = http-json, endpoint = bot, body = \"\"\"{"query":"{question}","sample":0,"n":"{repeat}"}\"\"\"
            reply { answer = "/answer/text", contexts = "/documents", context-text = "/body", context-doc-id = "/id",
              context-score = "/score", input-tokens = "/usage/in", output-tokens = "/usage/out" } }
          down { kind = openai-chat, endpoint = dead }
        }
        """
            .formatted(server.chat(), KEY, KEY, server.service(), KEY, broken.chat()));
    ConfigLoader loader = loader().file(file);
    ConfigLoader.Loaded loaded = loader.load();
    Store store = cases(loaded);
    PrintStream stderr = System.err;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    Counts counts;
    int kept = KeptQueries.count();
    try (Logs logs = new Logs()) {
      counts = Commands.run(SPARK, loaded, "answer");
      assertThat(KeptQueries.count()).as("rows that are kept when it has ended").isEqualTo(kept);
      assertThat(logs.lines()).anyMatch(line -> line.startsWith("answer: 72 calls to make"));
      assertThat(logs.lines()).anyMatch(line -> line.matches("Partition \\d, .* calls, .*"));
      assertThat(logs.lines()).noneMatch(line -> line.contains(KEY) || line.contains("rule"));
    } finally {
      System.setErr(stderr);
    }
    // Each question twice for each of two systems; the third is given up after three.
    assertThat(counts.values()).containsEntry("answers", 6L * CASES);
    assertThat(server.requests()).isEqualTo(4 * CASES);
    assertThat(broken.requests()).isBetween(3, 4);
    assertThat(said.toString(StandardCharsets.UTF_8))
        .contains("answer: 72 calls to make", "estimated", "down (24 of 24");

    Row chat = one(store, "system = 'chat' AND repeat = 1");
    assertThat(chat.<String>getAs("answer")).startsWith("The answer to What is rule ");
    assertThat(chat.<Long>getAs("input_tokens")).isEqualTo(100);
    // 100 * 10 / 1e6 + 20 * 100 / 1e6
    assertThat(chat.<Double>getAs("cost")).isEqualTo(.003);
    assertThat(chat.<Double>getAs("latency_ms")).isPositive();
    Row rag = one(store, "system = 'rag' AND repeat = 0");
    assertThat(rag.<String>getAs("status")).isEqualTo("ok");
    assertThat(rag.<Double>getAs("cost")).isEqualTo(7);
    Row context = rag.<Row>getList(rag.fieldIndex("contexts")).get(0);
    assertThat(context.<String>getAs("doc_id")).isEqualTo("d1");
    assertThat(context.<Double>getAs("score")).isEqualTo(.5);
    assertThat(context.<String>getAs("text")).startsWith("About What is rule ");
    assertThat(store.read(Tables.RESPONSES).where("system = 'down' AND status = 'ok'").isEmpty())
        .isTrue();

    // Without the network, and without the system that was down: the ledger knows the calls.
    Files.writeString(file, Files.readString(file).replaceAll("  down .*\\n", ""));
    ConfigLoader.Loaded replay = loader.set("llm.replay=only").set("answer.repeats=1").load();
    store.deleteWhere(Tables.RESPONSES, lit(true));
    server.down(503);
    Commands.run(SPARK, replay, "answer");
    assertThat(server.requests()).isEqualTo(4 * CASES);
    assertThat(store.read(Tables.RESPONSES).where("status = 'ok'").count()).isEqualTo(2L * CASES);
    assertThatThrownBy(
            () ->
                Commands.run(
                    SPARK, loader.set("llm.replay=only").set("answer.repeats=3").load(), "answer"))
        .isInstanceOf(StageException.class)
        .hasMessageContaining("are not in llm_calls");

    assertNowhere(store, loaded, said.toString(StandardCharsets.UTF_8));
  }

  /** The planted key is in no table, file, setting, dump or output; only in the user's own file. */
  private void assertNowhere(Store store, ConfigLoader.Loaded loaded, String said)
      throws IOException {
    assertThat(said).doesNotContain(KEY);
    assertThat(loaded.rendered()).doesNotContain(KEY);
    assertThat(loaded.config().toString()).doesNotContain(KEY);
    assertThat(SPARK.sparkContext().getConf().toDebugString()).doesNotContain(KEY);
    for (Table table : Tables.ALL) {
      if (store.exists(table)) {
        assertThat(store.read(table).toJSON().filter(col("value").contains(KEY)).isEmpty())
            .as(table.name())
            .isTrue();
      }
    }
    try (Stream<Path> files = Files.walk(folder.resolve("store"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
            .as(file.toString())
            .doesNotContain(KEY);
      }
    }
  }

  @Test
  void aStageThatWasStoppedGoesOnWithoutAskingAgain() throws Exception {
    String endpoint =
        "llm.endpoints={gpt{kind=openai,base-url=\""
            + server.chat()
            + "\",model=m,max-in-flight=1}}";
    ConfigLoader loader =
        loader().set(endpoint).set("systems={chat{kind=openai-chat,endpoint=gpt}}");
    Store store = cases(loader.load());

    server.key("another");
    assertThatThrownBy(() -> Commands.run(SPARK, loader.load(), "answer"))
        .isInstanceOf(StageException.class)
        .hasMessageContaining("'gpt' refuses all requests, unauthorised: status 401");
    int refused = 3;
    assertThat(server.requests()).isEqualTo(refused);

    server.key("");
    ConfigLoader.Loaded tight = loader.set("budget.max-calls=5").load();
    assertThatThrownBy(() -> Commands.run(SPARK, tight, "answer"))
        .isInstanceOf(BudgetStop.class)
        .hasMessageContaining("budget.max-calls = 5 is used up");
    assertThat(server.requests()).isEqualTo(refused + 5);
    assertThat(store.read(Tables.RESPONSES).where("status = 'ok'").count()).isEqualTo(5);
    assertThat(
            store
                .read(Tables.RUNS)
                .where("stage = 'answer'")
                .select("status")
                .as(Encoders.STRING())
                .collectAsList())
        .containsExactlyInAnyOrder("failed", "stopped");

    // As after a kill during the merge: some calls are in the table and the journal, some in the
    // journal alone, and the last line of the journal is torn.
    List<Row> calls =
        store.read(Tables.LLM_CALLS).where("status = 'ok'").orderBy("call_hash").collectAsList();
    assertThat(calls).hasSize(5);
    Path left =
        Files.createDirectories(
            folder.resolve("store/journal/00000000-0000-0000-0000-000000000001"));
    String lines = calls.stream().map(AskedAnswersTest::line).collect(Collectors.joining("\n"));
    Files.writeString(left.resolve("p0.jnl"), lines.substring(0, lines.length() - 3));
    store.deleteWhere(
        Tables.LLM_CALLS, col("call_hash").notEqual(calls.get(0).<String>getAs("call_hash")));
    store.deleteWhere(Tables.RESPONSES, lit(true));
    Commands.run(SPARK, loader.load(), "answer");
    // The torn one alone is asked again.
    assertThat(server.requests()).isEqualTo(refused + CASES + 1);
    assertThat(server.askedAgain()).isEqualTo(1);
    assertThat(store.read(Tables.LLM_CALLS).count()).isEqualTo(CASES);
    assertThat(store.read(Tables.RESPONSES).where("status = 'ok'").count()).isEqualTo(CASES);
    assertThat(CallCoordinator.shared().spent().calls()).isEqualTo(CASES - 4);
    assertThat(left).doesNotExist();
    assertThat(new CheckTables(store).violations()).isEmpty();
  }

  private static String line(Row row) {
    return new dev.assay.llm.CallRecord(
            new dev.assay.llm.Call(
                row.getAs("call_hash"),
                row.getAs("purpose"),
                row.getAs("endpoint"),
                row.getAs("prompt"),
                row.getAs("sample")),
            row.getAs("model"),
            row.getAs("parameters"),
            java.util.Optional.of(row.getAs("reply")),
            row.getAs("finish_reason"),
            java.util.Optional.empty(),
            java.util.OptionalLong.of(row.getAs("input_tokens")),
            java.util.OptionalLong.of(row.getAs("output_tokens")),
            java.util.OptionalDouble.empty(),
            java.util.OptionalDouble.empty(),
            row.getAs("attempts"),
            row.getAs("status"),
            "",
            row.<java.sql.Timestamp>getAs("called_at").toInstant())
        .line();
  }

  private Row one(Store store, String where) {
    return store.read(Tables.RESPONSES).where(where).orderBy("case_id").head();
  }

  private ConfigLoader loader() {
    return ConfigLoader.defaults().set("store.path=" + folder.resolve("store"));
  }

  /** Cases, and a finished stage generate that covers them. */
  private static Store cases(ConfigLoader.Loaded loaded) {
    return AskedCases.copied(SPARK, loaded, CASES);
  }
}
