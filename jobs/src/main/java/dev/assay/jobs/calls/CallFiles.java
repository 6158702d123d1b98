package dev.assay.jobs.calls;

import static org.apache.spark.sql.functions.col;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Calls to make, in parts that tasks read. Rows that one executor cuts and another fetches are gone
 * when the first is lost: Spark then begins the whole stage anew while tasks of its first attempt
 * go on, and both would make the calls of a part. So where executors can be lost the parts are
 * files of the piece of work, which go with its journals; a part is then tried again only when its
 * task has ended.
 */
final class CallFiles {
  private static final String NAME = "calls";

  private CallFiles() {}

  /**
   * The same rows in about {@code parts} partitions; from no other executor when {@code mayLose}.
   *
   * @param directory of the piece of work: a path or a URI that all executors see
   */
  static Dataset<Row> parted(Dataset<Row> calls, int parts, boolean mayLose, String directory) {
    Dataset<Row> cut = calls.repartition(parts, col(CallLedger.CALL));
    if (!mayLose) {
      return cut;
    }
    String path = (directory.startsWith("/") ? "file:" : "") + directory + "/" + NAME;
    cut.write().parquet(path);
    // Else a bracket in the store's path would be read as a pattern.
    return calls
        .sparkSession()
        .read()
        .option("__globPaths__", false)
        .schema(calls.schema())
        .parquet(path);
  }
}
