package dev.assay.bench;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;

import dev.assay.config.StoreConfig;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.Commands;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Keys;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import dev.assay.tables.Views;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** How long the SQL server takes for {@link UsualQueries} over a store of many scores. */
public final class QueriesBench {
  private static final int WARM = 5;
  private static final int NIGHTS = 20;
  private static final int CALLS = 100_000;
  private static final double GOAL = 1000;

  private QueriesBench() {}

  /**
   * Arguments: number of scores (1000000), a folder for the store (temporary unless given; a store
   * that is there is taken as it is).
   */
  public static void main(String[] arguments) throws Exception {
    long scores = arguments.length > 0 ? Long.parseLong(arguments[0]) : 1_000_000;
    Path home =
        arguments.length > 1
            ? Files.createDirectories(Path.of(arguments[1]))
            : Files.createTempDirectory("assay-bench-");
    Path store = home.resolve("store");
    if (Files.notExists(store)) {
      double seconds = make(scores, store);
      SampleBench.print("store      %10.1f s to make", seconds);
    }
    try (ServedProcess server = ServedProcess.start(store, home)) {
      SampleBench.print("server     %10.1f s until it listens", server.seconds());
      try (Connection connection = server.connect();
          Statement statement = connection.createStatement()) {
        SampleBench.print("%s", server.ready());
        ask(statement, store);
      }
      SampleBench.print("load       %10.2f", load());
    }
  }

  static double load() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  /**
   * Each query for the first time, then again, and once more at once after every table was written,
   * when nothing that was kept may be used.
   */
  private static void ask(Statement statement, Path store) throws SQLException {
    SampleBench.print("%-16s %8s %10s %10s", "query", "rows", "first, ms", "again, ms");
    int slow = 0;
    for (Map.Entry<String, String> query : UsualQueries.all().entrySet()) {
      long start = System.nanoTime();
      long rows = rows(statement, query.getValue());
      double cold = (System.nanoTime() - start) / 1e6;
      List<Double> warm = new ArrayList<>();
      for (int i = 0; i < WARM; i++) {
        start = System.nanoTime();
        rows(statement, query.getValue());
        warm.add((System.nanoTime() - start) / 1e6);
      }
      warm.sort(null);
      slow += warm.get(WARM / 2) > GOAL || cold > GOAL ? 1 : 0;
      SampleBench.print("%-16s %8d %10.0f %10.0f", query.getKey(), rows, cold, warm.get(WARM / 2));
    }
    SampleBench.print("over a second, first or again: %d", slow);
    write(store);
    SampleBench.print("%-16s %10s", "query", "written, ms");
    slow = 0;
    for (Map.Entry<String, String> query : UsualQueries.all().entrySet()) {
      long start = System.nanoTime();
      rows(statement, query.getValue());
      double written = (System.nanoTime() - start) / 1e6;
      slow += written > GOAL ? 1 : 0;
      SampleBench.print("%-16s %10.0f", query.getKey(), written);
    }
    SampleBench.print("over a second just after every table was written: %d", slow);
  }

  /** Gives every table a commit, as a nightly run does. */
  private static void write(Path home) {
    SparkSession spark = SharedSpark.session();
    Store store =
        new Store(spark, ConfigLoader.defaults().set("store.path=" + home).load().config().store());
    for (Table table : Tables.ALL) {
      spark.sql(
          "ALTER TABLE delta.`%s` SET TBLPROPERTIES ('asked' = '%s')"
              .formatted(store.path(table), UUID.randomUUID()));
    }
    spark.stop();
  }

  private static long rows(Statement statement, String query) throws SQLException {
    long rows = 0;
    try (ResultSet found = statement.executeQuery(query)) {
      while (found.next()) {
        rows++;
      }
    }
    return rows;
  }

  /** A store as the pipeline leaves it, with the analyses of earlier nights and a ledger. */
  private static double make(long scores, Path home) {
    long questions = scores * 5 / 7 / 2 / MadeStore.METRICS.size();
    SparkSession spark = SharedSpark.session();
    spark.conf().set("spark.sql.shuffle.partitions", 16);
    ConfigLoader loader =
        ConfigLoader.defaults()
            .set("store.path=" + home)
            .set("report.path=" + home.resolveSibling("report.html"));
    MadeStore made = new MadeStore(questions, MadeStore.names(2), 1000, MadeStore.METRICS);
    loader = made.set(loader);
    ConfigLoader.Loaded loaded = loader.load();
    Store store = new Store(spark, loaded.config().store());
    double seconds =
        SampleBench.seconds(
            () -> {
              made.fill(store);
              for (String stage : List.of("calibrate", "apply", "analyze")) {
                Commands.run(spark, loaded, stage);
              }
              earlier(store);
              changes(store, loaded.config().store());
              calls(store);
            });
    return seconds;
  }

  /** Nights before the last: their leaderboards, and of one night its cases. */
  private static void earlier(Store store) {
    Dataset<Row> last =
        store.read(Tables.RUNS).where("stage = 'analyze' AND status = 'done'").localCheckpoint();
    Dataset<Row> nights = store.spark().range(1, NIGHTS).toDF("night");
    MadeStore.append(
        store,
        Tables.RUNS,
        last.crossJoin(nights)
            .withColumn("run_id", concat(lit("night "), col("night")))
            .withColumn("started_at", expr("timestampadd(DAY, -night, started_at)"))
            .withColumn("ended_at", expr("timestampadd(DAY, -night, ended_at)")));
    Dataset<Row> own = last.select("run_id");
    copied(store, Tables.LEADERBOARD, own, nights);
    copied(store, Tables.RUN_CASES, own, nights.where("night = 1"));
  }

  private static void copied(Store store, Table table, Dataset<Row> last, Dataset<Row> nights) {
    Dataset<Row> rows = store.read(table).join(last, "run_id").localCheckpoint();
    MadeStore.append(
        store,
        table,
        rows.crossJoin(nights).withColumn("run_id", concat(lit("night "), col("night"))));
  }

  /** As the analysis would have counted them, had the one that is made its baseline been there. */
  private static void changes(Store store, StoreConfig config) {
    new Views(store.spark(), store, config).create();
    store.append(
        Tables.ANSWER_COUNTS,
        store
            .spark()
            .sql(
                "SELECT run_id, system, metric, '' AS dimension, change AS outcome, count(*) AS"
                    + " answers, baseline_run_id FROM %s.v_changes GROUP BY run_id, system, metric,"
                        .formatted(config.schema())
                    + " change, baseline_run_id"));
  }

  private static void calls(Store store) {
    MadeStore.append(
        store,
        Tables.LLM_CALLS,
        store
            .spark()
            .range(0, CALLS, 1, 4)
            .withColumn("call_hash", Keys.hash(lit("call"), col("id")))
            .withColumn("purpose", expr("if(id % 3 = 0, 'answer', 'evaluate: judge')"))
            .withColumn("endpoint", expr("if(id % 3 = 0, 'assistant', 'judge')"))
            .withColumn("model", lit("made"))
            .withColumn("prompt", concat(lit("Which of the rules applies to matter "), col("id")))
            .withColumn("sample", lit(0))
            .withColumn("reply", concat(lit("Rule "), col("id"), lit(" applies.")))
            .withColumn("input_tokens", expr("100 + id % 900"))
            .withColumn("output_tokens", expr("10 + id % 90"))
            .withColumn("cost", expr("(100 + id % 900) * 0.000001D"))
            .withColumn("latency_ms", expr("200 + id % 800"))
            .withColumn("attempts", lit(1))
            .withColumn("status", lit("ok"))
            .withColumn(
                "called_at",
                expr("timestampadd(HOUR, id % 480, TIMESTAMP '2026-01-02 03:04:05')")));
  }
}
