package dev.assay.jobs.batches;

import java.util.function.IntFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Rows that are computed and committed together. Rows of one group are in no other batch.
 *
 * @param rows in as many partitions as it takes to read them
 * @param count how many they are
 * @param shared gives them in a number of partitions
 */
public record Batch(Dataset<Row> rows, long count, IntFunction<Dataset<Row>> shared) {
  /**
   * The rows shared out among {@code tasks} partitions of about as many rows each, so that the
   * tasks end together; those of one group are in one.
   */
  public Dataset<Row> in(int tasks) {
    return shared.apply(tasks);
  }
}
