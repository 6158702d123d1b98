package dev.assay.jobs.batches;

import dev.assay.config.PipelineConfig;
import dev.assay.spark.Kept;
import dev.assay.tables.JobLabel;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works through pending rows in batches that commit on their own, so that a killed run loses at
 * most the batches in flight. A batch is a range of a hash of the group columns: rows of one group
 * are never in two batches. Sizes follow the measured rate, so that a batch takes about {@code
 * pipeline.commit-seconds} and has no more than about {@code pipeline.commit-rows} rows.
 */
public final class CommitBatches {
  /** Two batches' worth, by default. */
  private static final long MOST_ROWS_OF_A_PARTITION = 40_000;

  private static final Logger LOG = LoggerFactory.getLogger(CommitBatches.class);

  private final PipelineConfig config;
  private final int firstRows;
  private final long mostRows;
  private final boolean spread;

  /**
   * @param firstRows rows of the first batch, before a rate is known
   */
  public CommitBatches(PipelineConfig config, int firstRows) {
    this(config, firstRows, Long.MAX_VALUE);
  }

  /**
   * @param firstRows rows of the first batch, before a rate is known
   * @param mostRows rows of any batch, where each becomes many that are held until they are
   *     committed
   */
  public CommitBatches(PipelineConfig config, int firstRows, long mostRows) {
    this(config, firstRows, mostRows, false);
  }

  private CommitBatches(PipelineConfig config, int firstRows, long mostRows, boolean spread) {
    this.config = config;
    this.firstRows = firstRows;
    this.mostRows = mostRows;
    this.spread = spread;
  }

  /** The same for work that does more than read its rows, and does not share them out itself. */
  public CommitBatches spread() {
    return new CommitBatches(config, firstRows, mostRows, true);
  }

  /**
   * Gives {@code work} the pending rows batch by batch, each to be computed and committed before it
   * returns. Returns the number of pending rows.
   */
  public long forEach(
      String label, Dataset<Row> pending, Column[] group, Consumer<Dataset<Row>> work) {
    return forEachCounted(label, pending, group, (batch, rows) -> work.accept(batch));
  }

  /** The same for work that wants to know how many rows a batch has. */
  public long forEachCounted(
      String label, Dataset<Row> pending, Column[] group, ObjLongConsumer<Dataset<Row>> work) {
    return forEach(label, pending, group, all -> work, 1);
  }

  /**
   * The same for work that only appends: the next batch is computed while one commits, so that the
   * cores do not wait for the driver. At most two are in flight, and Spark gives the cores to the
   * earlier one first, and to what is written before both. The work shares the rows of a batch out
   * among its tasks.
   */
  public long forEachShared(
      String label, Dataset<Row> pending, Column[] group, Consumer<Batch> work) {
    return forEachBatch(label, pending, group, all -> work, 2);
  }

  /**
   * The same for work that follows from all pending rows.
   *
   * @param planned given all of them, kept, once before the first batch; not where there is none
   */
  public long forEachAppended(
      String label,
      Dataset<Row> pending,
      Column[] group,
      Function<Dataset<Row>, ObjLongConsumer<Dataset<Row>>> planned) {
    return forEach(label, pending, group, planned, 2);
  }

  /**
   * The same for work that asks endpoints and only appends: one batch asks, while the one before it
   * commits and the one behind it is made ready to ask. At most three are in flight.
   */
  public long forEachAsked(
      String label, Dataset<Row> pending, Column[] group, Consumer<Dataset<Row>> work) {
    return forEach(label, pending, group, all -> (batch, rows) -> work.accept(batch), 3);
  }

  private long forEach(
      String label,
      Dataset<Row> pending,
      Column[] group,
      Function<Dataset<Row>, ObjLongConsumer<Dataset<Row>>> planned,
      int inFlight) {
    return forEachBatch(
        label,
        pending,
        group,
        all -> {
          ObjLongConsumer<Dataset<Row>> work = planned.apply(all);
          return batch -> work.accept(batch.rows(), batch.count());
        },
        inFlight);
  }

  private long forEachBatch(
      String label,
      Dataset<Row> pending,
      Column[] group,
      Function<Dataset<Row>, Consumer<Batch>> planned,
      int inFlight) {
    try (RowsByBucket keyed = RowsByBucket.of(pending, MOST_ROWS_OF_A_PARTITION, group)) {
      Buckets buckets = new Buckets(keyed.sizes());
      long total = buckets.left();
      if (total == 0) {
        return 0;
      }
      Consumer<Batch> work = planned.apply(keyed.all());
      try (Progress progress = Progress.of(label, total);
          InFlight pipeline = new InFlight(pending.sparkSession(), inFlight)) {
        for (int number = 1; buckets.left() > 0; number++) {
          pipeline.await();
          String step = "batch " + number;
          Buckets.Range range = buckets.next(rows(pipeline));
          Batch batch =
              new Batch(
                  () -> spread ? keyed.spread(range) : keyed.in(range),
                  range.rows(),
                  tasks -> keyed.shared(range, tasks));
          pipeline.start(
              range.rows(),
              () -> {
                long started = System.nanoTime();
                JobLabel.step(pending.sparkSession(), step, () -> work.accept(batch));
                LOG.info(
                    "{}: {} of {} rows committed in {} ms",
                    label,
                    step,
                    range.rows(),
                    (System.nanoTime() - started) / 1_000_000);
                progress.step(range.rows());
              });
        }
        pipeline.finish();
      }
      return total;
    }
  }

  /**
   * {@link #apart}, computed once, on disk where they are many; to be let go with {@code
   * unpersist}.
   */
  public static Dataset<Row> kept(Dataset<Row> rows) {
    return Kept.of(rows, all -> apart(all).persist(StorageLevel.DISK_ONLY()));
  }

  /**
   * The same rows with a plan that names no table. Spark plans and computes a cached query again
   * after every commit to a table that it reads, and two commits at once would conflict over it.
   */
  public static Dataset<Row> apart(Dataset<Row> rows) {
    return Kept.withoutPlan(rows);
  }

  /**
   * Never below the first batch: where a commit takes longer than its interval, batches would
   * otherwise shrink for ever.
   */
  private double rows(InFlight pipeline) {
    double paced = pipeline.rate() * config.commitSeconds();
    return Math.min(Math.min(config.commitRows(), mostRows), Math.max(firstRows, paced));
  }
}
