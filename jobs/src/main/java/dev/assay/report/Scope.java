package dev.assay.report;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.when;
import static org.apache.spark.sql.functions.xxhash64;

import dev.assay.config.AssayConfig;
import dev.assay.jobs.engine.PlacedCases;
import dev.assay.jobs.engine.RunNights;
import dev.assay.jobs.labels.LabelRows;
import dev.assay.report.Findings.RunFacts;
import dev.assay.report.covered.CoveredAnswers;
import dev.assay.report.covered.CoveredCases;
import dev.assay.spark.Kept;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Which rows a report is about: those of the newest finished runs under one name.
 *
 * @param store the tables
 * @param config the resolved configuration
 * @param runs the newest finished run of each stage of the store's night, in the order in which
 *     they started
 * @param covering the run whose answers these are; empty where no run says which
 * @param responses keys (case_id, system, repeat) that the newest analysis, else evaluation,
 *     covers; all answers where no run says which
 * @param about the filter for rows about those responses
 * @param known the cases that there are, as filters
 * @param labels of those responses; those of answers that are others now are left out
 * @param labelled the filter for rows about those of them that have labels, where they are many
 * @param fewScores the scores of those responses where they are few
 * @param allScores of every response, as they were when the report began
 * @param said what is said of the scores of those responses by metric, system, status, reason and
 *     model: how many they are ({@code n}), how many values above or below their threshold pass as
 *     if more were better ({@code up}) and as if less were ({@code down}), the threshold, and the
 *     {@code least} and {@code greatest} value
 */
record Scope(
    Store store,
    AssayConfig config,
    List<RunFacts> runs,
    Optional<String> covering,
    Dataset<Row> responses,
    CoveredAnswers about,
    CoveredCases known,
    Dataset<Row> labels,
    Optional<CoveredAnswers> labelled,
    Optional<Dataset<Row>> fewScores,
    Dataset<Row> allScores,
    Dataset<Row> said)
    implements AutoCloseable {
  private static final String[] KEYS = {"case_id", "system", "repeat"};

  static Scope of(Store store, AssayConfig config) {
    List<RunFacts> runs = runs(store, config.run().name());
    Optional<String> covering = covering(store, runs);
    Dataset<Row> responses = Kept.of(responses(store, covering));
    CoveredAnswers about = CoveredAnswers.of(responses);
    if (!responses.isLocal() && !about.areDistinct()) {
      about.close();
      responses.unpersist();
      responses = Kept.of(responses.distinct());
      about = CoveredAnswers.of(responses);
    }
    Dataset<Row> labels = Kept.of(about.only(LabelRows.standing(store)));
    Dataset<Row> all = store.readAt(Tables.SCORES, store.version(Tables.SCORES));
    Dataset<Row> kept = Kept.ifFew(about.only(all));
    return new Scope(
        store,
        config,
        runs,
        covering,
        responses,
        about,
        CoveredCases.of(store),
        labels,
        labels.isLocal() ? Optional.empty() : Optional.of(CoveredAnswers.of(keys(labels))),
        kept.isLocal() ? Optional.of(kept) : Optional.empty(),
        all,
        Kept.of(said(kept)));
  }

  private static Dataset<Row> keys(Dataset<Row> rows) {
    return rows.select(KEYS[0], KEYS[1], KEYS[2]).distinct();
  }

  private static Dataset<Row> said(Dataset<Row> scores) {
    Column above = col("value").gt(col("threshold"));
    Column below = col("value").lt(col("threshold"));
    Column passes = col("passed");
    Column fails = col("passed").equalTo(false);
    return scores
        .withColumn("reason", when(col("status").notEqual("ok"), col("reason")))
        .groupBy("metric", "system", "status", "reason", "model")
        .agg(
            count(lit(1)).as("n"),
            count(when(above.and(passes).or(below.and(fails)), 1)).as("up"),
            count(when(below.and(passes).or(above.and(fails)), 1)).as("down"),
            max("threshold").as("threshold"),
            min("value").as("least"),
            max("value").as("greatest"));
  }

  /** Reads the scores now, once, before several queries want what is said of them. */
  void ready() {
    said.count();
  }

  /** What was read once is kept no longer. */
  @Override
  public void close() {
    said.unpersist();
    labels.unpersist();
    responses.unpersist();
    about.close();
    known.close();
    labelled.ifPresent(CoveredAnswers::close);
  }

  /** Id of the newest finished run of {@code stage}. */
  Optional<String> run(String stage) {
    return find(runs, stage);
  }

  /** Whether its answers are those that this run covers. */
  boolean isOf(Optional<String> other) {
    return other.isPresent() && covering.equals(other);
  }

  /** The answers in scope where this run covers them, else none. */
  Dataset<Row> answers(Optional<String> other) {
    return covered(Tables.RESPONSES, lit(isOf(other)));
  }

  /** The same but for twins that stage {@code perturb} made. */
  Dataset<Row> asked(Optional<String> other) {
    return known.withoutTwins(answers(other));
  }

  /** What waits for a label of such answers. */
  Dataset<Row> waiting(Optional<String> other) {
    Column unlabelled = lit(isOf(other)).and(col("labelled_at").isNull());
    return known.withoutTwins(covered(Tables.REVIEW_QUEUE, unlabelled));
  }

  /** The night of this page, {@code run.key}; empty without one. */
  String night() {
    return store.night();
  }

  Dataset<Row> read(Table table) {
    return store.read(table);
  }

  /** Test cases with the strata that they were drawn from or placed in. */
  Dataset<Row> cases() {
    return PlacedCases.of(store);
  }

  /** The same of the cases of few rows. */
  Dataset<Row> cases(Dataset<Row> few) {
    return PlacedCases.of(store, Kept.ifFew(few.select("case_id").distinct()));
  }

  /** The rows of {@code table} about responses in scope. */
  Dataset<Row> covered(Table table) {
    return covered(table, lit(true));
  }

  /** Those of them that are {@code wanted}, which is asked first. */
  Dataset<Row> covered(Table table, Column wanted) {
    return about.only(store.read(table).where(wanted));
  }

  /** Measured scores of {@code metrics}: case_id, system, repeat, metric, value. */
  Dataset<Row> values(Set<String> metrics) {
    return fewScores.isPresent() ? measured(metrics) : about.only(measured(metrics));
  }

  /** The same of {@code few} answers in scope (case_id, system, repeat). */
  Dataset<Row> values(Set<String> metrics, Dataset<Row> few) {
    return measured(metrics).join(few, columns(), "left_semi");
  }

  /** The same of every answer, where they are many. */
  private Dataset<Row> measured(Set<String> metrics) {
    return fewScores
        .orElse(allScores)
        .where(col("metric").isin(metrics.toArray()).and(col("status").equalTo("ok")))
        .select("case_id", "system", "repeat", "metric", "value");
  }

  /**
   * {@code some} with the measured scores of {@code metrics} of their answers: metric and value.
   *
   * @param some a part of the labels in scope
   */
  Dataset<Row> scored(Dataset<Row> some, Set<String> metrics) {
    return some.join(
        labelled.map(answers -> answers.only(measured(metrics))).orElseGet(() -> values(metrics)),
        columns(),
        "inner");
  }

  /** At most {@code limit} rows, the same ones for any partitioning, chosen by a hash of keys. */
  static Dataset<Row> sample(Dataset<Row> rows, int limit, Column... keys) {
    return rows.withColumn("__order", xxhash64(keys))
        .orderBy(col("__order"))
        .limit(limit)
        .drop("__order");
  }

  static scala.collection.Seq<String> columns() {
    return scala.collection.JavaConverters.asScalaBuffer(List.of(KEYS)).toSeq();
  }

  private static Optional<String> find(List<RunFacts> runs, String stage) {
    return runs.stream().filter(r -> r.stage().equals(stage)).map(RunFacts::id).findFirst();
  }

  private static List<RunFacts> runs(Store store, String name) {
    RunNights nights = new RunNights(store);
    Dataset<Row> done =
        store.read(Tables.RUNS).where(col("name").equalTo(name).and(col("status").equalTo("done")));
    Map<String, String> newest = new TreeMap<>();
    done.orderBy(col("ended_at").desc(), col("run_id"))
        .select("stage", "run_id", Table.NIGHT)
        .collectAsList()
        .forEach(
            run -> {
              String stage = run.getAs("stage");
              String id = run.getAs("run_id");
              if (!newest.containsKey(stage) && nights.isOwn(run)) {
                newest.put(stage, id);
              }
            });
    return done
        .where(col("run_id").isin(newest.values().toArray()))
        .withColumn("started", utc("started_at"))
        .withColumn("ended", utc("ended_at"))
        .orderBy("started_at", "stage")
        .collectAsList()
        .stream()
        .map(
            row ->
                new RunFacts(
                    Values.text(row, "run_id"),
                    Values.text(row, "stage"),
                    Values.text(row, "status"),
                    Values.text(row, "config_hash"),
                    Values.text(row, "code_version"),
                    Values.text(row, "started"),
                    Values.text(row, "ended"),
                    Values.map(row, "counts"),
                    Values.map(row, "table_versions")))
        .toList();
  }

  /** Timestamps as UTC text whatever the session's time zone. */
  private static Column utc(String column) {
    return org.apache.spark.sql.functions.date_format(
        org.apache.spark.sql.functions.to_utc_timestamp(
            col(column), org.apache.spark.sql.functions.current_timezone()),
        "yyyy-MM-dd HH:mm:ss");
  }

  private static Optional<String> covering(Store store, List<RunFacts> runs) {
    return Stream.of("analyze", "evaluate", "answer")
        .flatMap(stage -> find(runs, stage).stream())
        .filter(id -> !store.read(Tables.RUN_CASES).where(col("run_id").equalTo(id)).isEmpty())
        .findFirst();
  }

  /** Each once where they are few: many are looked through when they are hashed. */
  private static Dataset<Row> responses(Store store, Optional<String> run) {
    if (run.isEmpty()) {
      return store.read(Tables.RESPONSES).select(KEYS[0], KEYS[1], KEYS[2]);
    }
    Dataset<Row> of = store.read(Tables.RUN_CASES).where(col("run_id").equalTo(run.get()));
    Dataset<Row> few = Kept.ifFew(keys(of));
    return few.isLocal() ? few : of.select(KEYS[0], KEYS[1], KEYS[2]);
  }
}
