package dev.assay.jobs.batches;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.spark_partition_id;
import static org.apache.spark.sql.functions.udf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.PipelineConfig;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.RowsMoved;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.spark.SharedSpark;
import dev.assay.spark.Tasks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.apache.spark.NarrowDependency;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.util.LongAccumulator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class CommitBatchesTest {
  private static final SparkSession SPARK = SharedSpark.session();
  private static final int ROWS = 2_000;

  @TempDir Path home;

  /**
   * Pending rows are those missing from the table that the slices are appended to: each commit used
   * to compute them again, and two at once to conflict.
   */
  @Test
  void pendingRowsAreComputedOnceWhateverIsCommittedMeanwhile() {
    String table = home.resolve("table").toString();
    SPARK.range(100).toDF("id").write().format("delta").save(table);
    LongAccumulator computed = SPARK.sparkContext().longAccumulator();
    Dataset<Row> pending =
        SPARK
            .range(ROWS)
            .toDF("id")
            .join(
                SPARK.read().format("delta").load(table),
                RunCoverage.on(List.of("id")),
                "left_anti")
            .withColumn("id", counted(computed).apply(col("id")));
    AtomicInteger slices = new AtomicInteger();
    long rows =
        new CommitBatches(config(), 100)
            .forEachShared(
                "test",
                pending,
                new Column[] {col("id")},
                batch -> {
                  slices.incrementAndGet();
                  batch.rows().write().format("delta").mode("append").save(table);
                });
    assertThat(rows).isEqualTo(ROWS - 100);
    assertThat(computed.value()).isEqualTo(ROWS - 100);
    assertThat(slices.get()).isGreaterThan(3);
    Dataset<Row> written = SPARK.read().format("delta").load(table);
    assertThat(written.count()).isEqualTo(ROWS);
    assertThat(written.distinct().count()).isEqualTo(ROWS);
  }

  @Test
  void rowsOfOneGroupAreInOneSlice() {
    Dataset<Row> pending = SPARK.range(ROWS).select(col("id"), col("id").mod(lit(40)).as("group"));
    AtomicInteger seen = new AtomicInteger();
    new CommitBatches(config(), 100)
        .forEach(
            "test",
            pending,
            new Column[] {col("group")},
            slice -> {
              long groups = slice.select("group").distinct().count();
              assertThat(slice.count()).isEqualTo(groups * ROWS / 40);
              seen.addAndGet((int) groups);
            });
    assertThat(seen.get()).isEqualTo(40);
  }

  /** Else each of n batches would go through all rows, and all batches through n times as many. */
  @Test
  void aBatchReadsItsOwnRowsAndFewBesides() throws TimeoutException {
    AtomicInteger slices = new AtomicInteger();
    try (RowsMoved rows = new RowsMoved("")) {
      new CommitBatches(config(), 400)
          .forEach(
              "test",
              SPARK.range(0, 10 * ROWS, 1, 2).toDF("id"),
              new Column[] {col("id")},
              slice -> {
                slice.collectAsList();
                // So that joins with a few rows send them around.
                assertThat(slice.queryExecution().optimizedPlan().stats().sizeInBytes().longValue())
                    .isLessThan(100_000);
                slices.incrementAndGet();
              });
      assertThat(slices.get()).isGreaterThan(40);
      // Once to be counted.
      assertThat(rows.gathered()).isBetween(2 * 10L * ROWS, 3 * 10L * ROWS);
    }
  }

  /** The number of partitions is chosen before that of rows is known. */
  @Test
  void manyRowsAreSharedOutAmongMorePartitions() throws TimeoutException {
    Dataset<Row> pending = SPARK.range(0, 20 * ROWS, 1, 2).toDF("id");
    long seen = 0;
    // 40,000 / 128 = 312 rows a partition are more than 100: of 2,048 partitions each has 20.
    try (RowsByBucket rows = RowsByBucket.of(pending, 100, col("id"));
        RowsMoved moved = new RowsMoved("")) {
      Buckets buckets = new Buckets(rows.sizes());
      assertThat(buckets.left()).isEqualTo(20 * ROWS);
      for (int batch = 0; batch < 10; batch++) {
        Buckets.Range range = buckets.next(50);
        Dataset<Row> slice = rows.in(range);
        assertThat(slice.collectAsList()).hasSize((int) range.rows());
        // Some three partitions of a shuffle, in one task, before the plan shuffles them as well.
        assertThat(slice.queryExecution().toRdd().getNumPartitions()).isOne();
        assertThat(tasks(slice.repartition(4, col("id")))).isOne();
        seen += range.rows();
      }
      assertThat(moved.gathered()).isBetween(seen, seen + 10 * 2 * 30);
    }
  }

  /** How many tasks write what {@code shuffled} is read from. */
  private static int tasks(Dataset<Row> shuffled) {
    RDD<?> rdd = shuffled.queryExecution().toRdd();
    while (rdd.dependencies().head() instanceof NarrowDependency<?> narrow) {
      rdd = narrow.rdd();
    }
    return rdd.dependencies().head().rdd().getNumPartitions();
  }

  /** What is pending may be as large as the heap, beside which models and texts have to stand. */
  @Test
  void manyPendingRowsTakeNoMemory() {
    Set<Integer> before = kept();
    List<Set<Integer>> during = new ArrayList<>();
    new CommitBatches(config(), 400)
        .forEach(
            "test",
            SPARK.range(0, 10 * ROWS, 1, 2).toDF("id"),
            new Column[] {col("id")},
            slice -> during.add(kept()));
    assertThat(during).hasSizeGreaterThan(40);
    assertThat(during).allSatisfy(now -> assertThat(before).containsAll(now));
  }

  /** What Spark keeps in memory, by id. */
  private static Set<Integer> kept() {
    return Arrays.stream(SPARK.sparkContext().getRDDStorageInfo())
        .filter(rdd -> rdd.memSize() > 0)
        .map(rdd -> rdd.id())
        .collect(Collectors.toSet());
  }

  /** Else what takes long for each row would be done by one core. */
  @Test
  void rowsOfABatchAreSharedOutWhereTheyAreToBe() {
    List<Integer> tasks = new ArrayList<>();
    AtomicInteger seen = new AtomicInteger();
    new CommitBatches(config(), 100)
        .spread()
        .forEach(
            "test",
            SPARK.range(0, 10 * ROWS, 1, 2).toDF("id"),
            new Column[] {col("id")},
            slice -> {
              assertThat(slice.columns()).containsExactly("id");
              seen.addAndGet(slice.collectAsList().size());
              tasks.add(slice.select(spark_partition_id()).distinct().collectAsList().size());
            });
    assertThat(seen.get()).isEqualTo(10 * ROWS);
    assertThat(tasks.get(0)).isEqualTo(Tasks.of(100));
  }

  @Test
  void nothingPendingIsNoWork() {
    long rows =
        new CommitBatches(config(), 100)
            .forEachShared(
                "test",
                SPARK.range(0).toDF("id"),
                new Column[] {col("id")},
                batch -> {
                  throw new AssertionError("no slice");
                });
    assertThat(rows).isZero();
  }

  @Test
  void workThatFollowsFromAllRowsIsPlannedOnceAndNotForNone() {
    AtomicInteger planned = new AtomicInteger();
    AtomicInteger seen = new AtomicInteger();
    for (long rows : new long[] {0, ROWS}) {
      new CommitBatches(config(), 100)
          .forEachAppended(
              "test",
              SPARK.range(rows).toDF("id"),
              new Column[] {col("id")},
              all -> {
                assertThat(all.columns()).containsExactly("id");
                assertThat(all.count()).isEqualTo(ROWS);
                planned.incrementAndGet();
                return (slice, number) -> seen.addAndGet((int) number);
              });
    }
    assertThat(planned.get()).isEqualTo(1);
    assertThat(seen.get()).isEqualTo(ROWS);
  }

  private static org.apache.spark.sql.expressions.UserDefinedFunction counted(
      LongAccumulator computed) {
    return udf(
        (UDF1<Long, Long>)
            id -> {
              computed.add(1);
              return id;
            },
        DataTypes.LongType);
  }

  private static PipelineConfig config() {
    return ConfigLoader.defaults().set("pipeline.commit-rows=400").load().config().pipeline();
  }
}
