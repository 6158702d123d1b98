package dev.assay.jobs;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.pmod;
import static org.apache.spark.sql.functions.xxhash64;

import dev.assay.config.PipelineConfig;
import java.util.function.Consumer;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;

/**
 * Works through pending rows in slices that commit on their own, so that a killed run loses at most
 * the slice in flight. A slice is a range of a hash of the group columns: rows of one group are
 * never in two slices. Sizes follow the measured rate, so that a slice takes about {@code
 * pipeline.commit-seconds} and never has more than about {@code pipeline.commit-rows} rows.
 */
final class Slices {
  private static final int SPACE = 1 << 24;
  private static final String KEY = "__slice";

  private final PipelineConfig config;
  private final int firstRows;

  /**
   * @param firstRows rows of the first slice, before a rate is known
   */
  Slices(PipelineConfig config, int firstRows) {
    this.config = config;
    this.firstRows = firstRows;
  }

  /**
   * Gives {@code work} the pending rows slice by slice, each to be computed and committed before it
   * returns. Returns the number of pending rows.
   */
  long forEach(String label, Dataset<Row> pending, Column[] group, Consumer<Dataset<Row>> work) {
    Dataset<Row> keyed =
        pending
            .withColumn(KEY, pmod(xxhash64(group), lit(SPACE)).cast("int"))
            .persist(StorageLevel.MEMORY_AND_DISK());
    try {
      long total = keyed.count();
      if (total == 0) {
        return 0;
      }
      try (Progress progress = Progress.of(label, total)) {
        run(keyed, total, work, progress);
      }
      return total;
    } finally {
      keyed.unpersist();
    }
  }

  private void run(Dataset<Row> keyed, long total, Consumer<Dataset<Row>> work, Progress progress) {
    double rows = Math.min(firstRows, config.commitRows());
    int from = 0;
    while (from < SPACE) {
      long width = Math.max(1, (long) Math.ceil(rows / total * SPACE));
      // A last slice of a few rows costs a commit and saves nothing.
      int to = from + width * 1.25 >= SPACE ? SPACE : (int) (from + width);
      Dataset<Row> slice = keyed.where(col(KEY).geq(lit(from)).and(col(KEY).lt(lit(to))));
      long count = slice.count();
      if (count > 0) {
        long start = System.nanoTime();
        work.accept(slice.drop(KEY));
        double seconds = (System.nanoTime() - start) / 1e9;
        progress.step(count);
        double paced = count / Math.max(seconds, 1e-3) * config.commitSeconds();
        // Never below the first slice: where a commit takes longer than its interval, slices would
        // otherwise shrink for ever.
        rows = Math.min(config.commitRows(), Math.max(firstRows, paced));
      }
      from = to;
    }
  }
}
