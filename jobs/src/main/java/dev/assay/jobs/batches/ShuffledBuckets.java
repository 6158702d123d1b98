package dev.assay.jobs.batches;

import dev.assay.spark.Tasks;
import java.io.Serializable;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.Dependency;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.Function2;
import org.apache.spark.rdd.PartitionPruningRDD;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.AttributeMap$;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.plans.logical.Statistics;
import org.apache.spark.sql.execution.LogicalRDD;
import scala.Option;
import scala.math.BigInt;
import scala.runtime.AbstractFunction1;

/**
 * Rows in the files of a shuffle, on executors' disks, where buckets that follow each other share a
 * partition: some of them are read without most others.
 */
final class ShuffledBuckets {
  private final Dataset<Row> like;
  private final int key;
  private final RDD<InternalRow> parts;
  private final long[] sizes;
  private final long[] bytes;

  /** The partition of a bucket. */
  private final int[] places;

  /** Rows of a bucket in a partition. */
  private record Counted(int bucket, int place, long rows, long bytes) implements Serializable {
    Counted plus(Counted more) {
      return new Counted(bucket, place, rows + more.rows, bytes + more.bytes);
    }
  }

  /**
   * Shuffles and counts.
   *
   * @param rows shared out by bucket: all rows of one are in one partition
   * @param buckets how many there are
   * @param key the column of the bucket, from 0
   */
  ShuffledBuckets(Dataset<Row> rows, int buckets, String key) {
    like = rows;
    parts = rows.queryExecution().toRdd();
    sizes = new long[buckets];
    bytes = new long[buckets];
    places = new int[buckets];
    Arrays.fill(places, -1);
    this.key = rows.schema().fieldIndex(key);
    int column = this.key;
    Function2<Integer, Iterator<InternalRow>, Iterator<Counted>> count =
        (place, some) -> counted(place, some, column);
    // In as many tasks as there were before the shuffle: most partitions are empty where rows are
    // few.
    JavaRDD<Counted> counted =
        parts.toJavaRDD().mapPartitionsWithIndex(count, false).coalesce(tasksBefore(parts));
    for (Counted one : counted.collect()) {
      if (places[one.bucket()] >= 0) {
        throw new IllegalStateException("rows of a bucket are in two partitions");
      }
      places[one.bucket()] = one.place();
      sizes[one.bucket()] = one.rows();
      bytes[one.bucket()] = one.bytes();
    }
  }

  /** Tasks that write what {@code rows} are read from. */
  private static int tasksBefore(RDD<?> rows) {
    if (rows.dependencies().isEmpty()) {
      return Math.max(1, rows.getNumPartitions());
    }
    Dependency<?> read = rows.dependencies().head();
    return read instanceof ShuffleDependency
        ? Math.max(1, read.rdd().getNumPartitions())
        : tasksBefore(read.rdd());
  }

  private static Iterator<Counted> counted(int place, Iterator<InternalRow> rows, int column) {
    Map<Integer, Counted> found = new TreeMap<>();
    while (rows.hasNext()) {
      InternalRow row = rows.next();
      long size = row instanceof UnsafeRow unsafe ? unsafe.getSizeInBytes() : 0;
      int bucket = row.getInt(column);
      found.merge(bucket, new Counted(bucket, place, 1, size), Counted::plus);
    }
    return found.values().iterator();
  }

  /** Rows of each bucket. */
  long[] sizes() {
    return sizes;
  }

  Dataset<Row> all() {
    return over(parts, Arrays.stream(bytes).sum());
  }

  /**
   * The rows of the buckets, in as few partitions as they are worth. A filter of the plan would be
   * compiled anew for each range, and the plan's own coalesce is forgotten where its rows are
   * shuffled.
   */
  Dataset<Row> in(Buckets.Range range) {
    BitSet wanted = new BitSet();
    long size = 0;
    for (int bucket = range.from(); bucket < range.to(); bucket++) {
      size += bytes[bucket];
      if (places[bucket] >= 0) {
        wanted.set(places[bucket]);
      }
    }
    int column = key;
    int from = range.from();
    int to = range.to();
    RDD<InternalRow> read =
        PartitionPruningRDD.create(parts, new Wanted(wanted))
            .toJavaRDD()
            .filter(row -> from <= row.getInt(column) && row.getInt(column) < to)
            .coalesce(Tasks.ofCheap(range.rows()))
            .rdd();
    return over(read, size);
  }

  /**
   * With a plan that knows how large they are, so that a few are sent around whole, and nothing of
   * how they were computed.
   */
  private Dataset<Row> over(RDD<InternalRow> rows, long size) {
    LogicalRDD plain =
        (LogicalRDD)
            like.sparkSession().internalCreateDataFrame(rows, like.schema(), false).logicalPlan();
    Statistics statistics =
        new Statistics(
            BigInt.apply(Math.max(1, size)), Option.empty(), AttributeMap$.MODULE$.empty(), false);
    return Dataset.ofRows(
        like.sparkSession(),
        new LogicalRDD(
            plain.output(),
            rows,
            plain.outputPartitioning(),
            plain.outputOrdering(),
            false,
            like.sparkSession(),
            Option.apply(statistics),
            Option.empty()));
  }

  /** Which partitions are read. */
  private static final class Wanted extends AbstractFunction1<Object, Object>
      implements Serializable {
    private static final long serialVersionUID = 1;
    private final BitSet places;

    Wanted(BitSet places) {
      this.places = places;
    }

    @Override
    public Object apply(Object place) {
      return places.get((Integer) place);
    }
  }
}
