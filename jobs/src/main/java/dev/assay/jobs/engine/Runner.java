package dev.assay.jobs.engine;

import static org.apache.spark.sql.functions.col;

import dev.assay.base.Hashes;
import dev.assay.config.AssayConfig;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.spark.RunMetrics;
import dev.assay.spark.models.ExecutorModels;
import dev.assay.tables.Concurrently;
import dev.assay.tables.JobLabel;
import dev.assay.tables.ReadOnlyStore;
import dev.assay.tables.RowValues;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs stages and keeps the {@code runs} table: a row when a stage starts, the same row when it
 * ends. A stage that finished before with the same version, configuration and input is not run
 * again.
 */
public final class Runner {
  private static final Logger LOG = LoggerFactory.getLogger(Runner.class);

  private final Clock clock;
  private final SparkSession spark;
  private final AssayConfig config;
  private final String configHash;
  private final Store store;
  private final ContentDigests digests;
  private final NewestRuns newest;
  private final RunHistory history;
  private final RunRecords records;
  private final List<StageEnd> ended = new CopyOnWriteArrayList<>();

  /**
   * @param rendered the resolved configuration as text, secrets masked
   * @param configHash its hash
   */
  public Runner(SparkSession spark, AssayConfig config, String rendered, String configHash) {
    this(spark, config, rendered, configHash, Clock.systemUTC());
  }

  Runner(SparkSession spark, AssayConfig config, String rendered, String configHash, Clock clock) {
    this.clock = clock;
    this.spark = spark;
    this.config = config;
    this.configHash = configHash;
    this.store = new Store(spark, config.store(), config.run().key());
    this.digests = new ContentDigests(store);
    this.records = new RunRecords(store, config.run().name(), rendered, configHash);
    this.history = new RunHistory(store);
    this.newest = new NewestRuns(store, config.run().name());
  }

  /** The tables that this runner works on. */
  public Store store() {
    return store;
  }

  /** How the stages that it was given have ended, in order. */
  public List<StageEnd> ended() {
    return List.copyOf(ended);
  }

  /** Adds how they have ended to {@code run_history}, once; when the command ends. */
  void keepHistory() {
    history.write();
  }

  /** Runs {@code stage} unless it is done already, and returns what it did. */
  public Counts run(Stage stage) {
    return JobLabel.stage(spark, stage.name(), () -> begin(stage));
  }

  private Counts begin(Stage stage) {
    Compilation.of(spark)
        .set(stage.fewFromOutside(config) && stage.reads(config).stream().allMatch(store::isSmall));
    RunTimes times = JobLabel.step(spark, "runs", () -> RunTimes.of(store, clock));
    if (ended.isEmpty()) {
      times.told().ifPresent(System.err::println);
    }
    String input =
        digest(stage)
            + JobLabel.step(spark, "files", () -> stage.files(config))
            + JobLabel.step(spark, "content", () -> stage.seen(store, config));
    String runId =
        Hashes.sha256(
            config.run().name(),
            stage.name(),
            stage.isOfNight(config) ? configHash : ConfigLoader.hashOfAnyNight(config),
            input);
    return JobLabel.run(spark, stage.name(), runId, () -> begin(stage, runId, times));
  }

  private Counts begin(Stage stage, String runId, RunTimes times) {
    boolean newer = !store.isWritable();
    if (stage.writes().isEmpty() && (newer || ReadOnlyStore.is(store))) {
      String why = newer ? "a newer Assay made this store" : "this store can only be read";
      System.err.println(stage.name() + ": not recorded, " + why);
      Counts counts =
          stage.run(new Run(spark, config, store, stage.name(), runId, times.started()));
      ended.add(new StageEnd(stage.name(), runId, "done", counts, times.seconds()));
      return counts;
    }
    Run run = new Run(spark, config, store, stage.name(), runId, times.started());
    records.configuration(run);
    List<Row> before = JobLabel.step(spark, "runs", () -> before(runId));
    if (stage.skippable(config)
        && before.stream().anyMatch(row -> finished(row) && untouched(row, stage.shared()))
        && JobLabel.step(spark, "runs", () -> latest(stage, runId))) {
      LOG.info("{}: run {} is done already", stage.name(), runId);
      System.err.println(stage.name() + ": nothing to do");
      Counts nothing = new Counts(Map.of());
      ended(run, times, "skipped", nothing, null);
      return nothing;
    }
    Row row =
        records.row(run, stage.isOfNight(config), "running", null, new Counts(Map.of()), null);
    if (before.isEmpty()) {
      records.append(row);
    } else {
      resumed(stage, before.get(0));
      records.replace(row);
    }
    LOG.info("{}: run {} starts", stage.name(), runId);
    try {
      long texts = ExecutorModels.modelTexts();
      Counts counts = embedded(stage.run(run), texts);
      record(stage, run, "done", times.now(), counts, null);
      RunMetrics.shared().ended(stage.name(), counts.values());
      ended(run, times, "done", counts, null);
      LOG.info("{}: run {} ends after {} s: {}", stage.name(), runId, times.seconds(), counts);
      System.err.printf(Locale.ROOT, "%s: %s (%.1f s)%n", stage.name(), counts, times.seconds());
      return counts;
    } catch (Exception e) { // Scala throws checked exceptions undeclared: AnalysisException is one.
      recordFailure(stage, run, times, e);
      throw e;
    }
  }

  /** Tells that the same work was begun before and not ended. */
  private static void resumed(Stage stage, Row before) {
    String status = before.getAs("status");
    if (!status.equals("done")) {
      System.err.printf(
          "%s: an earlier run of the same ended early (%s); what it stored is kept%n",
          stage.name(), status.equals("running") ? "killed, or still running" : status);
    }
  }

  /** In local mode, how many texts reached the model: what a resumed run had to do again. */
  private static Counts embedded(Counts counts, long before) {
    long texts = ExecutorModels.modelTexts() - before;
    return texts == 0 ? counts : counts.and("texts embedded", texts);
  }

  private void recordFailure(Stage stage, Run run, RunTimes times, Exception failure) {
    String status = failure instanceof BudgetStop ? "stopped" : "failed";
    Counts nothing = new Counts(Map.of());
    ended(run, times, status, nothing, failure.toString());
    try {
      // Whoever started it is told the message, which may quote what was read.
      LOG.info(
          "{}: run {} {} after {} s: {}",
          run.stage(),
          run.runId(),
          status,
          times.seconds(),
          failure.getClass().getName());
      record(stage, run, status, times.now(), nothing, failure.toString());
    } catch (Exception second) { // The disk may be full: what failed first is what counts.
      failure.addSuppressed(second);
    }
  }

  /** What an earlier run with this id left. */
  private List<Row> before(String runId) {
    if (store.isBlank(Tables.RUNS)) {
      return List.of();
    }
    return store
        .read(Tables.RUNS)
        .where(col("run_id").equalTo(runId))
        .select("status", "code_version", "table_versions", "counts")
        .collectAsList();
  }

  /**
   * Whether no other run of the stage began since, in this night: with other settings it may have
   * left the tables otherwise, and back with the old ones there is something to do.
   */
  private boolean latest(Stage stage, String runId) {
    RunNights nights = new RunNights(store);
    return store
        .read(Tables.RUNS)
        .where(col("stage").equalTo(stage.name()))
        .select("stage", "run_id", Table.NIGHT, "started_at")
        .collectAsList()
        .stream()
        .filter(nights::isOwn)
        .max(
            Comparator.comparing((Row row) -> row.<Timestamp>getAs("started_at"))
                .thenComparing(row -> row.<String>getAs("run_id")))
        .filter(row -> row.getAs("run_id").equals(runId))
        .isPresent();
  }

  private static boolean finished(Row run) {
    return run.getAs("status").equals("done")
        && Version.current().equals(run.getAs("code_version"))
        && !RowValues.<String, Long>map(run, "counts").containsKey(Counts.LATE);
  }

  private boolean untouched(Row run, List<Table> tables) {
    Map<String, Long> versions = RowValues.map(run, "table_versions");
    return tables.stream()
        .allMatch(
            table ->
                versions.containsKey(table.name())
                    && store.exists(table)
                    && versions.get(table.name()) == store.version(table));
  }

  private void ended(Run run, RunTimes times, String outcome, Counts counts, String error) {
    ended.add(new StageEnd(run.stage(), run.runId(), outcome, counts, times.seconds()));
    history.add(records.common(run), times, outcome, counts, error);
  }

  private void record(
      Stage stage, Run run, String status, Instant ended, Counts counts, String error) {
    records.replace(records.row(run, stage.isOfNight(config), status, ended, counts, error));
  }

  /** What is the same every night goes by no answers, unless these are what it starts from. */
  private boolean answers(Stage stage) {
    return store.night().isEmpty() || stage.isOfNight(config) || config.perturb().recorded();
  }

  /**
   * A hash of the content of what {@code stage} reads that does not depend on the order of rows.
   */
  private String digest(Stage stage) {
    boolean named = !stage.writes().isEmpty();
    List<Supplier<String>> parts =
        stage.reads(config).stream()
            .<Supplier<String>>map(t -> () -> digest(stage, t, named))
            .toList();
    return Hashes.sha256(Concurrently.all(spark, parts).toArray(String[]::new));
  }

  /**
   * @param named whether rows will carry the run's id; where none do, the version stands for the
   *     content, which need not be read
   */
  private String digest(Stage stage, Table table, boolean named) {
    if (table == Tables.RUN_CASES) {
      return JobLabel.step(spark, "runs", () -> newest.coverage(stage.name(), answers(stage)));
    }
    if (table == Tables.RUNS) {
      // Every run adds a row, also this one. Of others the evaluation counts: scores of sets are
      // found by its run.
      return JobLabel.step(spark, "runs", () -> newest.of(col("stage").equalTo("evaluate")));
    }
    if (store.isBlank(table)) {
      return table.name() + ":0";
    }
    if (!named) {
      return table.name() + ":" + store.version(table);
    }
    String others = stage.readsAllNights(table) ? digests.ofOtherNights(table) : "";
    return table.name() + ":" + digests.of(table) + others;
  }
}
