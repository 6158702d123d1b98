package dev.assay.jobs.engine;

import static org.apache.spark.sql.functions.col;

import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.sql.Timestamp;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;

/**
 * The newest finished runs under one name, as text that identifies them.
 *
 * @param store the tables
 * @param name {@code run.name}
 */
record NewestRuns(Store store, String name) {

  /** What {@code stage} goes by: the runs of others that made cases and collected answers. */
  String coverage(String stage) {
    return of(
        col("stage")
            .isin("generate", "grammar", "tests", "perturb", "answer")
            .and(col("stage").notEqual(stage)));
  }

  /** The newest run of each of {@code stages}. */
  String of(Column stages) {
    TreeMap<String, Row> newest = new TreeMap<>();
    store
        .read(Tables.RUNS)
        .where(col("name").equalTo(name).and(col("status").equalTo("done")))
        .where(stages)
        .select("stage", "run_id", "ended_at")
        .collectAsList()
        .forEach(row -> newest.merge(row.getAs("stage"), row, NewestRuns::later));
    return newest.values().stream()
        .map(row -> "[" + row.getAs("stage") + "," + row.getAs("run_id") + "]")
        .toList()
        .toString();
  }

  private static Row later(Row one, Row other) {
    return one.<Timestamp>getAs("ended_at").before(other.<Timestamp>getAs("ended_at"))
        ? other
        : one;
  }
}
