package dev.assay.jobs.stores;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat_ws;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;

import dev.assay.config.BaselineConfig;
import dev.assay.jobs.calls.CallLedger;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;

/**
 * Rows that nothing newer rests on: of runs, of what they analysed, of calls.
 *
 * @param runs what their rows say, by id
 * @param calls a condition on the ledger
 * @param nCalls how many calls meet it
 */
record OldRows(Store store, Map<String, String> runs, Column calls, long nCalls) {
  /** A command that only reads may write the row of its run anew at any time. */
  private static final Column SAID =
      concat_ws(" ", col("run_id"), col("status"), col("started_at"), col("ended_at"));

  /**
   * Finds them.
   *
   * @param before when a run began or a call was made
   * @param all whether calls with replies are among them
   */
  static OldRows find(Store store, Instant before, boolean all, BaselineConfig baseline) {
    Timestamp cut = Timestamp.from(before);
    List<Row> rows =
        store
            .read(Tables.RUNS)
            .withColumn("said", SAID)
            .select("run_id", "name", "stage", "status", "started_at", "ended_at", "said")
            .collectAsList();
    Map<String, String> nights = nights(store, rows);
    Map<String, Row> newest = new HashMap<>();
    Comparator<Row> byEnd =
        Comparator.comparing((Row row) -> row.<Timestamp>getAs("ended_at"))
            .thenComparing(row -> row.<String>getAs("run_id"));
    for (Row row : rows) {
      if (row.getAs("status").equals("done")) {
        newest.merge(
            String.join(
                "\n",
                row.<String>getAs("name"),
                row.<String>getAs("stage"),
                nights.getOrDefault(row.<String>getAs("run_id"), "")),
            row,
            (one, other) -> byEnd.compare(one, other) < 0 ? other : one);
      }
    }
    Map<String, String> old = new TreeMap<>();
    for (Row row : rows) {
      if (row.<Timestamp>getAs("started_at").before(cut)) {
        old.put(row.getAs("run_id"), row.getAs("said"));
      }
    }
    newest.values().forEach(row -> old.remove(row.<String>getAs("run_id")));
    // It may be named by the first characters of its id.
    String kept = baseline.run();
    old.keySet().removeIf(id -> id.equals(kept) || kept.length() >= 8 && id.startsWith(kept));
    Column calls = col("called_at").lt(lit(cut));
    if (!all) {
      calls = calls.and(not(CallLedger.isSettled()));
    }
    return new OldRows(store, old, calls, store.read(Tables.LLM_CALLS).where(calls).count());
  }

  /** The night of each run that answered: labels of a night count for what its last one covers. */
  private static Map<String, String> nights(Store store, List<Row> runs) {
    Object[] answered =
        runs.stream()
            .filter(row -> row.getAs("stage").equals("answer"))
            .map(row -> row.<String>getAs("run_id"))
            .toArray();
    Map<String, String> nights = new HashMap<>();
    for (Row row :
        store
            .read(Tables.RUN_CASES.ofAllNights())
            .where(col("run_id").isin(answered))
            .select("run_id", Table.NIGHT)
            .distinct()
            .collectAsList()) {
      nights.put(row.getAs("run_id"), row.getAs(Table.NIGHT));
    }
    return nights;
  }

  /** Deletes them: what runs found first, so that a killed command finds the runs again. */
  void delete() {
    if (!runs.isEmpty()) {
      for (Table table : Tables.ALL) {
        if (!Tables.OF_COMMANDS.contains(table)
            && Arrays.asList(table.schema().fieldNames()).contains("run_id")) {
          store.deleteWhere(table, col("run_id").isin(runs.keySet().toArray()));
        }
      }
      store.deleteWhere(Tables.RUNS, SAID.isin(runs.values().toArray()));
    }
    if (nCalls > 0) {
      store.deleteWhere(Tables.LLM_CALLS, calls);
    }
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT, "%,d runs and %,d calls of the ledger go.", runs.size(), nCalls);
  }
}
