package dev.assay.jobs.batches;

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.engine.ModelsAhead;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.JobLabel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class CommitOrderTest {
  private static final SparkSession SPARK = SharedSpark.session();
  private static final String POOL = "spark.scheduler.pool";
  private static final int TASKS = 16;

  private static final CountDownLatch COMPUTING = new CountDownLatch(1);
  private static final CountDownLatch WRITING = new CountDownLatch(1);
  private static final AtomicInteger DONE = new AtomicInteger();
  private static final AtomicInteger DONE_BEFORE_IT_IS_WRITTEN = new AtomicInteger(-1);

  /** What was computed would be lost with the process long after that, and the third wait. */
  @Test
  void aBatchIsWrittenBeforeMostTasksOfTheNextBegin() {
    SparkListener written =
        new SparkListener() {
          @Override
          public void onJobStart(SparkListenerJobStart job) {
            String label = job.properties().getProperty("spark.job.description", "");
            if (label.equals("order: batch 1: writing rows")) {
              WRITING.countDown();
            }
          }
        };
    SparkContext context = SPARK.sparkContext();
    context.addSparkListener(written);
    try {
      JobLabel.stage(
          SPARK,
          "order",
          () ->
              new CommitBatches(ConfigLoader.defaults().load().config().pipeline(), 1_000)
                  .forEachShared(
                      "test",
                      SPARK.range(2_000).toDF("id"),
                      new Column[] {col("id")},
                      batch -> {
                        if (context.getLocalProperty("spark.job.description").endsWith(" 1")) {
                          await(COMPUTING);
                          JobLabel.writing(SPARK, "rows", CommitOrderTest::write);
                        } else {
                          compute();
                        }
                      }));
    } finally {
      context.removeSparkListener(written);
    }
    assertThat(DONE.get()).isEqualTo(TASKS);
    assertThat(DONE_BEFORE_IT_IS_WRITTEN.get()).isBetween(0, TASKS / 2);
  }

  private static void compute() {
    JavaSparkContext context = new JavaSparkContext(SPARK.sparkContext());
    List<Integer> tasks = new ArrayList<>();
    for (int i = 0; i < TASKS; i++) {
      tasks.add(i);
    }
    context
        .parallelize(tasks, TASKS)
        .foreach(
            task -> {
              COMPUTING.countDown();
              await(WRITING);
              TimeUnit.MILLISECONDS.sleep(200);
              DONE.incrementAndGet();
            });
  }

  private static void write() {
    new JavaSparkContext(SPARK.sparkContext())
        .parallelize(List.of(1), 1)
        .foreach(row -> DONE_BEFORE_IT_IS_WRITTEN.set(DONE.get()));
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(2, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void onlyWhatIsWrittenOvertakesAndNotWhereSomebodyHasGivenAPool() {
    SparkContext context = SPARK.sparkContext();
    List<String> pools = new ArrayList<>();
    Runnable look = () -> pools.add(context.getLocalProperty(POOL));
    Runnable all =
        () ->
            JobLabel.stage(
                SPARK,
                "stage",
                () -> {
                  look.run();
                  JobLabel.writing(
                      SPARK, "rows", () -> JobLabel.step(SPARK, "step", (Runnable) look::run));
                  look.run();
                  return true;
                });
    all.run();
    look.run();
    context.setLocalProperty(POOL, "mine");
    try {
      all.run();
      look.run();
    } finally {
      context.setLocalProperty(POOL, null);
    }
    assertThat(pools)
        .containsExactly(
            "assay work", "assay commit", "assay work", null, "mine", "mine", "mine", "mine");
  }

  /** Half of the time the last task would else have many rows, and one core nothing to do. */
  @Test
  void tasksOfABatchHaveAboutAsManyRowsAndGroupsWhole() {
    int groups = 3_000; // of two or three rows, and one of 200
    Dataset<Row> pending =
        SPARK
            .range(7_500)
            .toDF("id")
            .withColumn("group", col("id").mod(groups))
            .union(SPARK.range(200).selectExpr("id + 100000", "7L"));
    Set<Long> seen = new HashSet<>();
    AtomicInteger batches = new AtomicInteger();
    new CommitBatches(ConfigLoader.defaults().load().config().pipeline(), 1_500)
        .forEachShared(
            "test",
            pending,
            new Column[] {col("group")},
            batch -> {
              synchronized (seen) {
                batches.incrementAndGet();
                check(batch, seen);
              }
            });
    assertThat(seen).hasSize(7_700);
    assertThat(batches.get()).isGreaterThan(1);
  }

  private static void check(Batch batch, Set<Long> seen) {
    Dataset<Row> shared = batch.in(8);
    assertThat(shared.columns()).containsExactly("id", "group");
    Map<Long, Integer> partitionOf = new HashMap<>();
    int most = 0;
    long rows = 0;
    List<List<Row>> partitions = shared.javaRDD().glom().collect();
    assertThat(partitions).hasSizeLessThanOrEqualTo(8);
    for (int p = 0; p < partitions.size(); p++) {
      int ordinary = 0;
      for (Row row : partitions.get(p)) {
        assertThat(seen.add(row.getLong(0))).isTrue();
        int before = partitionOf.getOrDefault(row.getLong(1), p);
        assertThat(before).isEqualTo(p);
        partitionOf.put(row.getLong(1), p);
        ordinary += row.getLong(1) == 7 ? 0 : 1;
        rows++;
      }
      most = Math.max(most, ordinary);
    }
    assertThat(rows).isEqualTo(batch.count());
    assertThat(most).isLessThanOrEqualTo((int) (batch.count() / 8 + 6));
  }

  @Test
  void modelsAreLoadedOnceAndWhatCannotBeIsLeftToTheTasks() {
    AtomicInteger loaded = new AtomicInteger();
    try (ModelsAhead models =
        new ModelsAhead(
            SPARK,
            () -> {
              loaded.incrementAndGet();
              throw new IllegalStateException("no such model");
            })) {
      models.begin();
      models.begin();
    }
    assertThat(loaded.get()).isEqualTo(1);
    try (ModelsAhead none = new ModelsAhead(SPARK, loaded::incrementAndGet)) {
      assertThat(loaded.get()).isEqualTo(1);
    }
    assertThat(loaded.get()).isEqualTo(1);
  }
}
