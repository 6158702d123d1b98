package dev.assay.jobs.engine;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import dev.assay.tables.JobLabel;
import dev.assay.tables.NamedRow;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import scala.collection.JavaConverters;
import scala.collection.Seq;

/**
 * What the stages of one command came to, kept for {@code run_history}: added there in one commit
 * when the command ends, whatever its end. What a killed command did not add is made up from {@code
 * runs} by the next one that has the store; what it skipped is lost.
 */
final class RunHistory {
  private final Store store;
  private final List<Row> rows = new ArrayList<>();
  private Optional<Instant> began = Optional.empty();

  RunHistory(Store store) {
    this.store = store;
  }

  /**
   * Keeps one execution.
   *
   * @param run what every row of it has: id, names, hash and version
   * @param times when it was
   */
  synchronized void add(
      Map<String, String> run, RunTimes times, String outcome, Counts counts, String error) {
    Instant first = began.orElse(times.started());
    began = Optional.of(first);
    NamedRow row = NamedRow.of(Tables.RUN_HISTORY);
    run.forEach(row::set);
    rows.add(
        row.set("started_at", Timestamp.from(times.started()))
            .set("ended_at", Timestamp.from(times.now()))
            .set("outcome", outcome)
            .set("command_at", Timestamp.from(first))
            .set("counts", counts.values())
            .set("error", error)
            .build());
  }

  /** Adds what was kept to the table. */
  synchronized void write() {
    if (rows.isEmpty() || !store.isWritable()) {
      return;
    }
    List<Row> ended = List.copyOf(rows);
    JobLabel.step(store.spark(), "runs", () -> append(store, ended));
    rows.clear();
  }

  /**
   * Makes up what {@code runs} has and the history has not: of commands that were killed, and of
   * before there was a history. To be called by who has the store for himself, when killed runs
   * have been closed.
   */
  static void complete(Store store) {
    if (store.isBlank(Tables.RUNS) || !store.isWritable()) {
      return;
    }
    String[] keys = Tables.RUN_HISTORY.keys().toArray(String[]::new);
    String[] columns = Tables.RUN_HISTORY.schema().fieldNames();
    List<Row> missing =
        store
            .read(Tables.RUNS)
            // One that only reads may be at work beside this command.
            .where(col("status").notEqual("running"))
            .join(store.read(Tables.RUN_HISTORY).selectExpr(keys), seq(keys), "left_anti")
            .withColumn(
                "outcome",
                when(col("error").equalTo(KilledRuns.KILLED), "killed").otherwise(col("status")))
            .withColumn("command_at", lit(null).cast(DataTypes.TimestampType))
            .selectExpr(columns)
            .collectAsList();
    if (!missing.isEmpty()) {
      append(store, missing);
    }
  }

  private static void append(Store store, List<Row> rows) {
    // Of a command that only reads, the one that has the store may have made the row up meanwhile.
    store.insertMissing(
        Tables.RUN_HISTORY, store.spark().createDataFrame(rows, Tables.RUN_HISTORY.schema()));
  }

  private static Seq<String> seq(String[] names) {
    return JavaConverters.asScalaBuffer(List.of(names)).toSeq();
  }
}
