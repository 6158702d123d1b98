package dev.assay.jobs.engine;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;

import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Runs whose process was killed: nobody else can say in table runs that they ended. */
final class KilledRuns {
  /** Stages that write no table: they may run beside who has the store. */
  private static final Object[] BESIDE = {
    "report", "gate", "sql", "train-support", "train-toxicity", "train-summac"
  };

  /** What their rows say. */
  static final String KILLED = "killed: nothing was heard of its end";

  private KilledRuns() {}

  /** Ends their rows; to be called by who has the store for himself. */
  static void close(Store store) {
    if (store.isBlank(Tables.RUNS) || !store.isWritable()) {
      return;
    }
    Dataset<Row> killed =
        store
            .read(Tables.RUNS)
            .where(col("status").equalTo("running").and(not(col("stage").isin(BESIDE))));
    List<Row> rows = killed.collectAsList();
    if (rows.isEmpty()) {
      return;
    }
    store.merge(
        Tables.RUNS,
        store
            .spark()
            .createDataFrame(rows, killed.schema())
            .withColumn("status", lit("failed"))
            .withColumn("error", lit(KILLED)));
    System.err.printf(
        "an earlier command was killed in %s; what it stored is kept%n",
        String.join(", ", rows.stream().map(row -> row.<String>getAs("stage")).sorted().toList()));
  }
}
