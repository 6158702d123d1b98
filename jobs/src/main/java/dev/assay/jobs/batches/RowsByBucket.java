package dev.assay.jobs.batches;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.element_at;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.pmod;
import static org.apache.spark.sql.functions.shiftright;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.xxhash64;

import dev.assay.jobs.engine.Parallel;
import dev.assay.spark.Kept;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Function;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.execution.SQLExecution;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.hash.Murmur3_x86_32;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.runtime.AbstractFunction0;

/**
 * Rows by bucket of a hash, computed once. Few are in the driver. Many are where a shuffle leaves
 * them ({@link ShuffledBuckets}), so that none of them takes heap from what is done with them.
 */
final class RowsByBucket implements AutoCloseable {
  private static final int BITS = 16;
  private static final String KEY = "__batch";

  /** 128 partitions, each of buckets that follow each other; more where rows are many. */
  private static final int FEW_BITS = 7;

  /** 4,096: files of a shuffle have a part for each. */
  private static final int MANY_BITS = 12;

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
   * @param most rows of a partition, about, beyond which they are shuffled once more among more
   *     partitions, a quarter of these in each: a batch reads all rows of one or two
   * @param group columns whose hash is the bucket
   */
  static RowsByBucket of(Dataset<Row> rows, long most, Column... group) {
    Dataset<Row> keyed = rows.withColumn(KEY, pmod(xxhash64(group), lit(1 << BITS)).cast("int"));
    Dataset<Row> few = Kept.ifFew(keyed);
    if (few != keyed) { // brought to the driver
      return counted(few, true);
    }
    try {
      return SQLExecution.withSQLConfPropagated(
          rows.sparkSession(),
          new AbstractFunction0<>() {
            @Override
            public RowsByBucket apply() {
              return shuffled(keyed, most);
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
    return new RowsByBucket(keyed, sizes, range -> within(keyed, range), few);
  }

  private static RowsByBucket shuffled(Dataset<Row> keyed, long most) {
    ShuffledBuckets buckets = shuffled(keyed, FEW_BITS);
    long rows = Arrays.stream(buckets.sizes()).sum();
    if (rows >> FEW_BITS > most) { // How many they are is not known before.
      int bits = Long.SIZE - Long.numberOfLeadingZeros(4 * rows / most);
      buckets = shuffled(buckets.all(), Math.min(MANY_BITS, bits));
    }
    return new RowsByBucket(buckets.all(), buckets.sizes(), buckets::in, false);
  }

  private static ShuffledBuckets shuffled(Dataset<Row> keyed, int bits) {
    int[] values = valuesByPartition(1 << bits);
    Column partition = element_at(lit(values), shiftright(col(KEY), BITS - bits).plus(1));
    return new ShuffledBuckets(keyed.repartition(values.length, partition), 1 << BITS, KEY);
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
    return read.apply(range).drop(KEY);
  }

  /** Shared out among as many tasks as they are worth. The driver's are left as they are. */
  Dataset<Row> spread(Buckets.Range range) {
    return few ? in(range) : Parallel.spread(read.apply(range), range.rows(), col(KEY)).drop(KEY);
  }

  /** Shared out among {@code tasks} of about as many rows each, those of a bucket in one. */
  Dataset<Row> shared(Buckets.Range range, int tasks) {
    int[] first = new Buckets(sizes).cut(range, tasks);
    int[] values = valuesByPartition(tasks);
    UDF1<Integer, Integer> share = bucket -> values[last(first, bucket)];
    return read.apply(range)
        .repartition(tasks, udf(share, DataTypes.IntegerType).apply(col(KEY)))
        .drop(KEY);
  }

  /** The last place of {@code sorted} that has no more than {@code key}; the first has not. */
  private static int last(int[] sorted, int key) {
    int place = 0;
    while (place + 1 < sorted.length && sorted[place + 1] <= key) {
      place++;
    }
    return place;
  }

  private static Dataset<Row> within(Dataset<Row> keyed, Buckets.Range range) {
    Column bucket = col(KEY);
    return keyed.where(bucket.geq(lit(range.from())).and(bucket.lt(lit(range.to()))));
  }

  /** A value for each partition that Spark's hash places there. */
  private static int[] valuesByPartition(int partitions) {
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
