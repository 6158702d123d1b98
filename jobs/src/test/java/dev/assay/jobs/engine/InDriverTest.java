package dev.assay.jobs.engine;

import static dev.assay.jobs.engine.KeptTest.SCHEMA;
import static dev.assay.jobs.engine.KeptTest.rows;
import static dev.assay.jobs.engine.KeptTest.same;
import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.asc;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.monotonically_increasing_id;
import static org.apache.spark.sql.functions.raise_error;
import static org.apache.spark.sql.functions.rand;
import static org.apache.spark.sql.functions.repeat;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.spark_partition_id;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.udf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.jobs.SparkJobs;
import dev.assay.spark.SharedSpark;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.SparkEnv;
import org.apache.spark.SparkException;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.util.LongAccumulator;
import org.junit.jupiter.api.Test;

class InDriverTest {
  private static final SparkSession SPARK = SharedSpark.session();

  @Test
  void queriesOverFewRowsOfTheDriverAreNoJobs() throws Exception {
    Dataset<Row> some = rows(20);
    try (SparkJobs jobs = new SparkJobs()) {
      // 0 + 2 + … + 18 and 1 + 3 + … + 19.
      assertThat(some.groupBy("name").sum("n").orderBy("name").collectAsList())
          .containsExactly(RowFactory.create("even", 90L), RowFactory.create("odd", 100L));
      assertThat(some.where("n > 4").count()).isEqualTo(15);
      assertThat(some.union(some).distinct().count()).isEqualTo(20);
      assertThat(some.agg(sum("n").as("n")).head().<Long>getAs("n")).isEqualTo(190);
      assertThat(some.join(some.select("name"), "name").isEmpty()).isFalse();
      assertThat(some.orderBy(col("n").desc()).limit(2).collectAsList())
          .containsExactly(RowFactory.create("odd", 19), RowFactory.create("even", 18));
      List<Row> read = new ArrayList<>();
      some.orderBy("n").toLocalIterator().forEachRemaining(read::add);
      assertThat(read).isEqualTo(some.collectAsList());
      assertThat(jobs.labels()).isEmpty();
      assertThat(jobs.queries()).isNotEmpty();
    }
  }

  /** The expected rows are those of Spark's own job for the same physical plan. */
  @Test
  void giveWhatTheirJobsGive() {
    Dataset<Row> some = rows(20);
    Dataset<Row> thrice = some.union(some.where("n < 7")).union(some.limit(3));
    Map<String, Dataset<Row>> queries = new LinkedHashMap<>();
    queries.put(
        "partitions, and numbers that depend on them",
        thrice.select(
            col("n"), rand(7).as("r"), monotonically_increasing_id(), spark_partition_id()));
    queries.put("groups", some.groupBy("name").agg(count(lit(1)), collect_list("n"), max("n")));
    queries.put("no group", some.where("n > rand(3) * 20").agg(sum("n"), count("name")));
    queries.put(
        "windows",
        some.withColumn("at", row_number().over(Window.partitionBy("name").orderBy("n"))));
    queries.put("more rows", thrice.select(col("n"), explode(array(lit(1), rand(5)))));
    queries.put("sides", thrice.join(some.select(col("n"), col("name").as("other")), "n"));
    queries.put("first rows", thrice.withColumn("r", rand(1)).orderBy(asc("r")).limit(4));
    queries.put("the first of several partitions", thrice.withColumn("r", rand(9)).limit(25));
    queries.put("groups of several relations", thrice.groupBy("name").count());
    queries.put(
        "subquery", some.where("n > rand(2)").selectExpr("n + (SELECT max(id) FROM range(3))"));
    queries.forEach(
        (name, query) -> {
          SparkPlan plan = query.queryExecution().executedPlan();
          assertThat(plan.nodeName()).as(name).isEqualTo("DriverPlan");
          SparkPlan job = plan.children().head();
          assertThat(unwrapped(plan.executeCollect()))
              .as(name)
              .isEqualTo(unwrapped(job.executeCollect()));
          assertThat(unwrapped(plan.executeTake(5)))
              .as(name)
              .isEqualTo(unwrapped(job.executeTake(5)));
        });
  }

  @Test
  void whatMayAskModelsManyRowsAndLargeResultsStayJobs() throws Exception {
    try (SparkJobs jobs = new SparkJobs()) {
      assertThat(rows(20).mapPartitions(same(), Encoders.row(SCHEMA)).collectAsList()).hasSize(20);
      assertThat(jobs.labels()).hasSize(1);
      assertThat(rows(2001).groupBy("name").count().count()).isEqualTo(2);
      assertThat(jobs.labels()).hasSizeGreaterThan(1);
    }
    try (SparkJobs jobs = new SparkJobs()) {
      // 40 rows of 1 MB.
      Dataset<Row> large = rows(40).groupBy("n").agg(max(repeat(col("name"), 250_000)).as("x"));
      assertThat(large.collectAsList()).hasSize(40);
      assertThat(jobs.labels()).hasSize(1);
    }
  }

  @Test
  void whatFailsFailsAsItsJobWould() {
    Dataset<Row> failing = rows(3).groupBy("name").agg(max(raise_error(lit("no such rule"))));
    SparkPlan plan = failing.queryExecution().executedPlan();
    long held = SparkEnv.get().memoryManager().executionMemoryUsed();
    Throwable job = thrown(() -> plan.children().head().executeCollect());
    assertThatThrownBy(failing::collectAsList)
        .isInstanceOf(SparkException.class)
        .hasMessageContaining("Job aborted due to stage failure")
        .hasMessageContaining("no such rule")
        .hasSameClassAs(job);
    assertThat(TaskContext.get()).isNull();
    assertThat(SparkEnv.get().memoryManager().executionMemoryUsed()).isEqualTo(held);
  }

  @Test
  void whoIsInterruptedIsToldAsOfAJob() {
    Dataset<Row> sums = rows(3).groupBy("name").sum("n");
    Thread.currentThread().interrupt();
    try {
      assertThat(thrown(sums::collectAsList)).isInstanceOf(InterruptedException.class);
    } finally {
      Thread.interrupted();
    }
    assertThat(sums.collectAsList()).hasSize(2);
  }

  /** A function sees a task: its settings, its counters, and objects that are a copy. */
  @Test
  void functionsFindWhatATaskHas() {
    LongAccumulator counted = SPARK.sparkContext().longAccumulator();
    List<Integer> shared = new ArrayList<>();
    UDF1<Integer, String> counting =
        n -> {
          counted.add(n);
          shared.add(n);
          return TaskContext.get().getLocalProperty("spark.job.description");
        };
    SPARK.sparkContext().setJobDescription("a step");
    try {
      assertThat(
              rows(4)
                  .groupBy("n")
                  .count()
                  .select(
                      udf(counting, DataTypes.StringType)
                          .asNondeterministic()
                          .apply(col("n"))
                          .as("label"))
                  .collectAsList())
          .hasSize(4)
          .allMatch(row -> row.<String>getAs("label").equals("a step"));
    } finally {
      SPARK.sparkContext().setJobDescription(null);
    }
    assertThat(counted.value()).as("0 + 1 + 2 + 3, once").isEqualTo(6);
    assertThat(shared).isEmpty();
  }

  private static List<String> unwrapped(InternalRow[] rows) {
    return Arrays.stream(rows).map(Object::toString).toList();
  }

  private static Throwable thrown(Runnable work) {
    try {
      work.run();
    } catch (Throwable e) {
      return e;
    }
    throw new AssertionError("Nothing was thrown");
  }
}
