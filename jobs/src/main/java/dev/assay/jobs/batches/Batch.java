package dev.assay.jobs.batches;

import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Rows that are computed and committed together. Rows of one group are in no other batch.
 *
 * @param read gives them in as many partitions as it takes to read them, or are worth
 * @param count how many they are
 * @param shared gives them in a number of partitions
 */
public record Batch(Supplier<Dataset<Row>> read, long count, IntFunction<Dataset<Row>> shared) {
  /** The rows, however they are shared out. */
  Dataset<Row> rows() {
    return read.get();
  }

  /**
   * The rows shared out among {@code tasks} partitions of about as many rows each, so that the
   * tasks end together; those of one group are in one.
   */
  public Dataset<Row> in(int tasks) {
    return shared.apply(tasks);
  }
}
