package dev.assay.jobs.calls;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.timestamp_seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.UUID;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructField;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read of the ledger where calls are known from earlier. */
class CallLedgerTest {
  private static final int CALLS = 400;

  @Test
  void earlierRepliesAreReadFromTheFilesOfTheirTime(@TempDir Path directory) {
    Store store =
        new Store(
            SharedSpark.session(),
            ConfigLoader.defaults().set("store.path=" + directory).load().config().store());
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
    Store store =
        new Store(
            SharedSpark.session(),
            ConfigLoader.defaults().set("store.path=" + directory).load().config().store());
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
