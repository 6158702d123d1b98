package dev.assay.jobs.batches;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.element_at;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.pmod;
import static org.apache.spark.sql.functions.shiftright;
import static org.apache.spark.sql.functions.xxhash64;

import dev.assay.jobs.engine.Parallel;
import dev.assay.spark.Kept;
import java.util.BitSet;
import java.util.function.Function;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.SQLExecution;
import org.apache.spark.unsafe.hash.Murmur3_x86_32;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.runtime.AbstractFunction0;

/**
 * Rows by bucket of a hash, computed once. Few are in the driver. Many are where a shuffle leaves
 * them ({@link ShuffledBuckets}), so that none of them takes heap from what is done with them.
 */
final class RowsByBucket implements AutoCloseable {
  static final int BITS = 16;
  static final String KEY = "__batch";

  /** As many partitions hold buckets that follow each other. */
  private static final int PARTITION_BITS = 7;

  /** Of the hash by which Spark shares rows out. */
  private static final int SEED = 42;

  private static final Logger LOG = LoggerFactory.getLogger(RowsByBucket.class);

  private final Dataset<Row> keyed;
  private final long[] sizes;
  private final Function<Buckets.Range, Dataset<Row>> read;
  private final boolean few;

  private RowsByBucket(
      Dataset<Row> keyed, long[] sizes, Function<Buckets.Range, Dataset<Row>> read, boolean few) {
    this.few = few;
    this.keyed = keyed;
    this.sizes = sizes;
    this.read = read;
  }

  /**
   * The rows, computed.
   *
   * @param group columns whose hash is the bucket
   */
  static RowsByBucket of(Dataset<Row> rows, Column... group) {
    Dataset<Row> keyed = rows.withColumn(KEY, pmod(xxhash64(group), lit(1 << BITS)).cast("int"));
    Dataset<Row> few = Kept.ifFew(keyed);
    if (few != keyed) {
      return counted(few, true);
    }
    try {
      return SQLExecution.withSQLConfPropagated(
          rows.sparkSession(),
          new AbstractFunction0<>() {
            @Override
            public RowsByBucket apply() {
              return shuffled(keyed);
            }
          });
    } catch (LinkageError e) { // Another Spark than the one that this was built for.
      LOG.warn("Every batch reads all pending rows: {}", e.toString());
      return counted(CommitBatches.kept(keyed), false);
    }
  }

  private static RowsByBucket counted(Dataset<Row> keyed, boolean few) {
    long[] sizes = new long[1 << BITS];
    for (Row row : keyed.groupBy(KEY).count().collectAsList()) {
      sizes[row.<Integer>getAs(KEY)] = row.getAs("count");
    }
    return new RowsByBucket(keyed, sizes, range -> keyed, few);
  }

  private static RowsByBucket shuffled(Dataset<Row> keyed) {
    int[] values = valuesByPartition();
    Column partition = shiftright(col(KEY), BITS - PARTITION_BITS).plus(1);
    ShuffledBuckets buckets =
        new ShuffledBuckets(
            keyed.repartition(values.length, element_at(lit(values), partition)), 1 << BITS, KEY);
    return new RowsByBucket(buckets.all(), buckets.sizes(), buckets::about, false);
  }

  /** Rows of each bucket. */
  long[] sizes() {
    return sizes;
  }

  Dataset<Row> all() {
    return keyed.drop(KEY);
  }

  /** In few partitions: those that it takes to read them. */
  Dataset<Row> in(Buckets.Range range) {
    return from(range).drop(KEY);
  }

  /** Shared out among as many tasks as they are worth. The driver's are left as they are. */
  Dataset<Row> spread(Buckets.Range range) {
    return few ? in(range) : Parallel.spread(from(range), range.rows(), col(KEY)).drop(KEY);
  }

  private Dataset<Row> from(Buckets.Range range) {
    Column bucket = col(KEY);
    return read.apply(range).where(bucket.geq(lit(range.from())).and(bucket.lt(lit(range.to()))));
  }

  /** A value for each partition that Spark's hash places there. */
  private static int[] valuesByPartition() {
    int partitions = 1 << PARTITION_BITS;
    int[] values = new int[partitions];
    BitSet found = new BitSet(partitions);
    for (int value = 0; found.cardinality() < partitions; value++) {
      int partition = Math.floorMod(Murmur3_x86_32.hashInt(value, SEED), partitions);
      if (!found.get(partition)) {
        found.set(partition);
        values[partition] = value;
      }
    }
    return values;
  }

  @Override
  public void close() {
    keyed.unpersist();
  }
}
