package dev.assay.jobs.engine;

import dev.assay.config.AssayConfig;
import dev.assay.tables.JobLabel;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/**
 * What a stage works with.
 *
 * @param spark the session
 * @param config the resolved configuration
 * @param store the tables
 * @param stage the stage's name
 * @param runId SHA-256 of run name, stage, configuration and input content: the same work has the
 *     same id
 * @param startedAt start, the one time that rows of this run carry
 */
public record Run(
    SparkSession spark,
    AssayConfig config,
    Store store,
    String stage,
    String runId,
    Instant startedAt) {
  private static final Comparator<Row> NEWEST_FIRST =
      Comparator.comparing((Row row) -> row.<Timestamp>getAs("ended_at"))
          .reversed()
          .thenComparing(row -> row.<String>getAs("run_id"));

  /** The result of {@code work}, whose Spark jobs carry {@code step} behind the stage's name. */
  public <T> T step(String step, Supplier<T> work) {
    return JobLabel.step(spark, step, work);
  }

  /** The same for work without a result. */
  public void step(String step, Runnable work) {
    JobLabel.step(spark, step, work);
  }

  /** {@link #startedAt()} as a column value. */
  public Timestamp time() {
    return Timestamp.from(startedAt);
  }

  /** Id of this night's last finished run of {@code otherStage} under this run's name. */
  public String latest(String otherStage) {
    return latestRow(config.run().name(), otherStage).getAs("run_id");
  }

  /** When that run started. */
  public Timestamp latestStart(String otherStage) {
    return latestRow(config.run().name(), otherStage).getAs("started_at");
  }

  /** The same, if there is one. */
  public Optional<String> finished(String otherStage) {
    return finishedRows(config.run().name(), otherStage).stream()
        .map(row -> row.<String>getAs("run_id"))
        .findFirst();
  }

  private Row latestRow(String name, String otherStage) {
    return first(name, otherStage, finishedRows(name, otherStage));
  }

  private Row first(String name, String otherStage, List<Row> rows) {
    if (rows.isEmpty()) {
      throw new StageException(
          "Stage '"
              + stage
              + "' needs a finished '"
              + otherStage
              + "' of run.name = '"
              + name
              + (store.night().isEmpty() ? "" : "' and run.key = '" + store.night())
              + "' in this store. Run 'assay "
              + otherStage
              + "' first.");
    }
    return rows.get(0);
  }

  private List<Row> finishedRows(String name, String otherStage) {
    RunNights nights = new RunNights(store);
    return ofAnyNight(name, otherStage).stream().filter(row -> nights.isOwn(row)).limit(1).toList();
  }

  private List<Row> ofAnyNight(String name, String otherStage) {
    return store
        .read(Tables.RUNS)
        .where(
            functions
                .col("name")
                .equalTo(name)
                .and(functions.col("stage").equalTo(otherStage))
                .and(functions.col("status").equalTo("done")))
        .select("stage", "run_id", Table.NIGHT, "started_at", "ended_at")
        .collectAsList()
        .stream()
        .sorted(NEWEST_FIRST)
        .toList();
  }

  /** The rows (case_id, system, repeat) that the last finished run of {@code otherStage} covers. */
  public Dataset<Row> covered(String otherStage) {
    return store
        .read(Tables.RUN_CASES)
        .where(functions.col("run_id").equalTo(latest(otherStage)))
        .drop("run_id");
  }

  /** The same for the runs of a name in any night, which stands in {@value Table#NIGHT}. */
  public Dataset<Row> covered(String name, String otherStage) {
    Row newest = first(name, otherStage, ofAnyNight(name, otherStage));
    return store
        .read(Tables.RUN_CASES.ofAllNights())
        .where(functions.col("run_id").equalTo(newest.<String>getAs("run_id")))
        .drop("run_id");
  }
}
