package dev.assay.jobs.calls;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.timestamp_seconds;
import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.llm.Call;
import dev.assay.llm.CallRecord;
import dev.assay.spark.SharedSpark;
import dev.assay.spark.calls.LedgerRows;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.UUID;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructField;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read of the ledger where calls are known from earlier. */
class CallLedgerTest {
  private static final int CALLS = 400;

  @Test
  void earlierRepliesAreReadFromTheFilesOfTheirTime(@TempDir Path directory) {
    Store store = store(directory);
    for (int turn = 0; turn < 3; turn++) {
      store.append(Tables.LLM_CALLS, calls(turn));
    }
    CallLedger ledger = new CallLedger(store, directory.resolve("journal").toString());
    Dataset<Row> known = ledger.index().where("call_hash LIKE '1-%' AND call_hash < '1-2'");
    Dataset<Row> rows = ledger.rows(known, Span.of(known).orElseThrow());

    // 0, 1, 10 to 19, 100 to 199.
    assertThat(rows.count()).isEqualTo(112);
    assertThat(rows.where("reply LIKE 'reply 1-1%'").count()).isEqualTo(111);
    assertThat(store.read(Tables.LLM_CALLS).inputFiles()).hasSize(3);
    assertThat(rows.inputFiles()).hasSize(1);
    assertThat(Span.of(known.limit(0))).isEmpty();
  }

  /** As with tables of a catalog, whose claims and outcomes have no other place. */
  @Test
  void whatElseStandsBesideJournalsStays(@TempDir Path directory) throws IOException {
    Store store = store(directory);
    Path journals = Files.createDirectories(directory.resolve("journal"));
    Path outcome = Files.writeString(journals.resolve("main.assay.outcome.json"), "{}");
    Path claim =
        Files.writeString(
            Files.createDirectories(journals.resolve("main.assay/_lease")).resolve("claim"), "me");
    Path left = Files.createDirectories(journals.resolve(UUID.randomUUID().toString()));
    CallLedger.recover(store, journals.toString());
    assertThat(outcome).hasContent("{}");
    assertThat(claim).hasContent("me");
    assertThat(left).as("of a command that was killed before a call").doesNotExist();
  }

  /** A command that has the store may be at work: {@code tables --check} has not. */
  @Test
  void whoLooksForDamageChangesNothing(@TempDir Path directory) throws IOException {
    Store store = store(directory);
    Path journals = Files.createDirectories(directory.resolve("journal"));
    Path begun =
        Files.createDirectories(journals.resolve(UUID.randomUUID() + "/calls")).getParent();
    Files.writeString(begun.resolve("calls/part.parquet"), "calls");
    Path torn = Files.createDirectories(journals.resolve(UUID.randomUUID().toString()));
    Files.writeString(torn.resolve("task.jnl"), "half a rep");
    CallLedger ledger = new CallLedger(store, journals.toString());
    try (CallLedger.Work work = ledger.begin()) {
      Files.writeString(Path.of(work.directory(), "task.jnl"), "half a rep");
      assertThat(CallLedger.damaged(store, journals.toString()))
          .as("of the one that nobody is writing")
          .singleElement(as(STRING))
          .contains(torn.toString(), "1 lines cannot be read");
      assertThat(begun.resolve("calls/part.parquet")).hasContent("calls");
      assertThat(torn)
          .isDirectoryContaining("glob:**task.jnl")
          .isDirectoryNotContaining("glob:**lock");
    }
  }

  @Test
  void storesWithOneDirectoryLeaveEachOthersJournals(@TempDir Path directory) throws IOException {
    String journals = directory.resolve("journal").toString();
    Store store = store(directory.resolve("one"));
    Store other = store(directory.resolve("other"));
    try (CallLedger.Work killed = new CallLedger(store, journals).begin()) {
      Files.writeString(Path.of(killed.directory(), "task.jnl"), reply("h").line() + "\n");
    }
    CallLedger.recover(other, journals);
    assertThat(other.read(Tables.LLM_CALLS).isEmpty()).isTrue();
    assertThat(CallLedger.places(other, journals)).as("what forget looks through").isEmpty();
    assertThat(CallLedger.places(store, journals)).hasSize(1);
    Store samePath = store(Path.of("file:" + directory.resolve("one/")));
    CallLedger.recover(samePath, journals);
    assertThat(hashes(store)).containsExactly("h");

    // As an earlier Assay left them.
    Path earlier = Files.createDirectories(Path.of(journals, UUID.randomUUID().toString()));
    Files.writeString(earlier.resolve("task.jnl"), reply("before").line() + "\n");
    CallLedger.recover(store, journals);
    assertThat(hashes(store)).containsExactlyInAnyOrder("h", "before");
    assertThat(earlier).doesNotExist();
  }

  private static List<String> hashes(Store store) {
    return store.read(Tables.LLM_CALLS).select("call_hash").as(Encoders.STRING()).collectAsList();
  }

  /** A reply to the call of this hash. */
  static CallRecord reply(String hash) {
    return new CallRecord(
        new Call(hash, "judge", "chat", "Is it so?", 0),
        "m",
        "{}",
        Optional.of("yes"),
        "stop",
        Optional.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        1,
        "ok",
        "",
        Instant.parse("2026-11-01T02:00:00Z"));
  }

  /** A bracket in a path is a pattern for Spark, which finds nothing then. */
  @Test
  void journalsUnderAPathWithBracketsReachTheTable(@TempDir Path directory) throws IOException {
    Store store = store(directory.resolve("runs [old] {1}"));
    Path work =
        Files.createDirectories(
            Path.of(store.path("journal")).resolve(UUID.randomUUID().toString()));
    List<String> files = new ArrayList<>();
    for (int task = 0; task < 3; task++) {
      Path file = work.resolve("task-" + task + ".jnl");
      files.add(Files.writeString(file, reply("h").line() + "\nhalf a rep").toString());
    }
    // With patterns left out altogether Spark would read each of the three three times.
    assertThat(LedgerRows.read(store.spark(), files).count()).isEqualTo(3);
    assertThat(CallLedger.damaged(store, "")).hasSize(3).allMatch(one -> one.contains(": 1 lines"));
    CallLedger.recover(store, "");
    assertThat(store.read(Tables.LLM_CALLS).select("reply").as(Encoders.STRING()).collectAsList())
        .containsExactly("yes");
    assertThat(work).doesNotExist();
  }

  private static Store store(Path directory) {
    return new Store(
        SharedSpark.session(),
        ConfigLoader.defaults().set("store.path=\"" + directory + "\"").load().config().store());
  }

  /** In one file, too large to be kept in the driver; one call a second, a day after the others. */
  private static Dataset<Row> calls(int turn) {
    return SharedSpark.session()
        .range(CALLS)
        .selectExpr(
            "concat('%d-', id) AS call_hash".formatted(turn),
            "'judge' AS purpose",
            "'chat' AS endpoint",
            "concat_ws('', transform(sequence(1, 120), i -> sha2(concat(id, ' ', i), 256))) AS"
                + " prompt",
            "0 AS sample",
            "concat('reply ', '%d-', id) AS reply".formatted(turn),
            "'ok' AS status",
            "1 AS attempts",
            "id")
        .withColumn("called_at", timestamp_seconds(col("id").plus(turn * 86_400L)))
        .transform(CallLedgerTest::whole)
        .coalesce(1);
  }

  private static Dataset<Row> whole(Dataset<Row> rows) {
    Dataset<Row> whole = rows;
    for (StructField field : Tables.LLM_CALLS.schema().fields()) {
      if (!Arrays.asList(rows.columns()).contains(field.name())) {
        whole = whole.withColumn(field.name(), lit(null).cast(field.dataType()));
      }
    }
    return whole.select(Tables.LLM_CALLS.columns());
  }
}
