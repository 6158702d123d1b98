package dev.assay.jobs.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.KeptQueries;
import dev.assay.spark.SharedSpark;
import dev.assay.spark.calls.InterviewTurn;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows that calls keep are let go of where a call's work or its commit fails, too. */
class LetGoTest {

  @Test
  void ofAnInterviewThatFails() throws Exception {
    InterviewTurn turn =
        new InterviewTurn(
            "id",
            "test",
            StructType.fromDDL("said STRING"),
            (row, interview) -> {
              throw new IllegalStateException("a broken piece");
            });
    int kept = KeptQueries.count();
    assertThatThrownBy(
            () ->
                new Interviews(null, turn)
                    .hold(SharedSpark.session().range(3).selectExpr("string(id) AS id")))
        .hasStackTraceContaining("a broken piece");
    assertThat(KeptQueries.count()).isEqualTo(kept);
  }

  /** A file stands where the table's folder is to be. */
  @Test
  void ofJournalsThatDoNotReachTheTable(@TempDir Path directory) throws Exception {
    Store store =
        new Store(
            SharedSpark.session(),
            ConfigLoader.defaults()
                .set("store.path=\"" + directory + "\"")
                .load()
                .config()
                .store());
    CallLedger ledger = new CallLedger(store, directory.resolve("journal").toString());
    Files.writeString(directory.resolve(Tables.LLM_CALLS.name()), "in the way");
    int kept = KeptQueries.count();
    try (CallLedger.Work work = ledger.begin()) {
      Files.writeString(
          Path.of(work.directory(), "task.jnl"), CallLedgerTest.reply("h").line() + "\n");
      assertThatThrownBy(
              () ->
                  work.merge(
                      SharedSpark.session()
                          .sql("SELECT '' AS call_hash, true AS settled WHERE false")))
          .hasStackTraceContaining(Tables.LLM_CALLS.name());
    }
    assertThat(KeptQueries.count()).isEqualTo(kept);
    Files.delete(directory.resolve(Tables.LLM_CALLS.name()));
    CallLedger.recover(store, directory.resolve("journal").toString());
    assertThat(store.read(Tables.LLM_CALLS).count()).as("nothing is lost").isEqualTo(1);
    assertThat(KeptQueries.count()).isEqualTo(kept);
  }
}
