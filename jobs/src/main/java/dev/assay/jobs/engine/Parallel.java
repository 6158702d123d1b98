package dev.assay.jobs.engine;

import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** How heavy work is shared out. */
public final class Parallel {
  private Parallel() {}

  /**
   * The rows in as many partitions as the cluster runs at once, by a hash of {@code key}, so that
   * no core waits for another whatever the partitions were.
   */
  public static Dataset<Row> spread(Dataset<Row> rows, Column key) {
    return rows.repartition(rows.sparkSession().sparkContext().defaultParallelism(), key);
  }
}
