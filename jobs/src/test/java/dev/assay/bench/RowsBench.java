package dev.assay.bench;

import static dev.assay.bench.EvaluateBench.print;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;

import com.sun.management.OperatingSystemMXBean;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.evaluators.Evaluators;
import dev.assay.jobs.Commands;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * The stage evaluate with every evaluator that asks no model, against Spark alone, which reads the
 * same answers and questions and writes the same rows of scores and sentence scores as Parquet.
 */
public final class RowsBench {
  private static final double TARGET = 3;
  private static final int WARM_UP = 2_000;

  private RowsBench() {}

  /** Arguments: number of answers (1000000), evaluators by commas (all that ask no model). */
  public static void main(String[] arguments) throws Exception {
    long n = arguments.length > 0 ? Long.parseLong(arguments[0]) : 1_000_000;
    String evaluators =
        arguments.length > 1
            ? arguments[1]
            : Evaluators.all().stream()
                .filter(one -> one.spec().models().isEmpty())
                .map(one -> one.spec().id())
                .collect(Collectors.joining(","));
    Path directory = Files.createTempDirectory("assay-bench-");
    SparkSession spark = SharedSpark.session();
    evaluated(spark, directory.resolve("warm"), WARM_UP, evaluators);
    Store store = evaluated(spark, directory.resolve("measured"), n, evaluators);
    Cost own = last;
    List<Table> written = List.of(Tables.SCORES, Tables.SENTENCE_SCORES);
    Cost plain =
        Cost.of(
            () -> {
              for (Table table : List.of(Tables.RESPONSES, Tables.TEST_CASES)) {
                raw(spark, store, table).write().format("noop").mode("overwrite").save();
              }
              for (Table table : written) {
                raw(spark, store, table)
                    .write()
                    .parquet(directory.resolve("plain-" + table.name()).toString());
              }
            });
    print("answers             %10d, %d evaluators", n, evaluators.split(",").length);
    print("rows written        %10d scores", store.read(Tables.SCORES).count());
    print("stage               %10.1f s, %.1f s of processor", own.seconds(), own.processor());
    print("Spark alone         %10.1f s, %.1f s of processor", plain.seconds(), plain.processor());
    print(
        "ratio               %10.2f, %.2f of processor (target at most %.0f)",
        own.seconds() / plain.seconds(), own.processor() / plain.processor(), TARGET);
    spark.stop();
  }

  private static Cost last;

  private static Store evaluated(SparkSession spark, Path home, long n, String evaluators)
      throws Exception {
    ConfigLoader.Loaded loaded =
        ConfigLoader.defaults()
            .set("store.path=" + home)
            .set("systems.bench.kind=table")
            .set("systems.bench.path=" + answers(spark, home, n))
            .set("evaluate.evaluators=[" + evaluators + "]")
            .load();
    Commands.run(spark, loaded, "answer");
    last = Cost.of(() -> Commands.run(spark, loaded, "evaluate"));
    return new Store(spark, loaded.config().store());
  }

  /** Short answers, each with an expected one and two passages. */
  static String answers(SparkSession spark, Path home, long n) {
    String path = home.resolveSibling(home.getFileName() + "-answers.parquet").toString();
    spark
        .range(0, n, 1, 8)
        .select(
            expr("concat('What is the fee of account ', id, '?')").as("question"),
            expr("concat('The fee is ', id % 97, ' dollars. It is due on day ', id % 28, '.')")
                .as("answer"),
            expr("concat('The fee is ', id % 89, ' dollars.')").as("expected_answer"),
            expr("array(concat('Account ', id, ' has a fee of ', id % 97, ' dollars a month.'),"
                    + " 'Fees are due within the first 28 days of a month.')")
                .as("contexts"))
        .write()
        .parquet(path);
    return path;
  }

  /** As the files have it, without what the store does to its rows. */
  private static Dataset<Row> raw(SparkSession spark, Store store, Table table) {
    return spark
        .read()
        .format("delta")
        .load(store.path(table))
        .select(
            Arrays.stream(table.schema().fieldNames())
                .map(name -> col(name))
                .toArray(org.apache.spark.sql.Column[]::new));
  }

  /** Of one piece of work, in this process. */
  private record Cost(double seconds, double processor) {
    static Cost of(Work work) throws Exception {
      long start = System.nanoTime();
      long before = processorNanos();
      work.run();
      return new Cost((System.nanoTime() - start) / 1e9, (processorNanos() - before) / 1e9);
    }

    private static long processorNanos() {
      return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
          .getProcessCpuTime();
    }
  }

  private interface Work {
    void run() throws Exception;
  }
}
