package dev.assay.jobs.engine;

import dev.assay.spark.Tasks;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** How heavy work is shared out. */
public final class Parallel {
  private Parallel() {}

  /**
   * The rows in as many partitions as they are worth ({@link Tasks}), by a hash of {@code key}, so
   * that no core waits for another whatever the partitions were.
   *
   * @param number how many rows there are, about
   */
  public static Dataset<Row> spread(Dataset<Row> rows, long number, Column key) {
    return rows.repartition(Tasks.of(number), key);
  }
}
