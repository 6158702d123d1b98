package dev.assay.report;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.xxhash64;

import dev.assay.config.AssayConfig;
import dev.assay.jobs.engine.PlacedCases;
import dev.assay.jobs.engine.RunNights;
import dev.assay.jobs.labels.LabelRows;
import dev.assay.report.Findings.RunFacts;
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
import org.apache.spark.sql.functions;

/**
 * Which rows a report is about: those of the newest finished runs under one name.
 *
 * @param store the tables
 * @param config the resolved configuration
 * @param runs the newest finished run of each stage of the store's night, in the order in which
 *     they started
 * @param responses keys (case_id, system, repeat) that the newest analysis, else evaluation,
 *     covers; all answers where no run says which
 * @param scores the scores of those responses, read once for all that looks at them
 */
record Scope(
    Store store,
    AssayConfig config,
    List<RunFacts> runs,
    Dataset<Row> responses,
    Dataset<Row> scores)
    implements AutoCloseable {
  private static final String[] KEYS = {"case_id", "system", "repeat"};
  private static final Column[] SCORES =
      Stream.of(
              "case_id",
              "system",
              "repeat",
              "metric",
              "value",
              "passed",
              "threshold",
              "status",
              "reason",
              "model")
          .map(functions::col)
          .toArray(Column[]::new);

  static Scope of(Store store, AssayConfig config) {
    List<RunFacts> runs = runs(store, config.run().name());
    Dataset<Row> responses = Kept.of(responses(store, runs));
    Dataset<Row> scores =
        Kept.of(store.read(Tables.SCORES).join(responses, columns(), "left_semi").select(SCORES));
    return new Scope(store, config, runs, responses, scores);
  }

  /** Reads the scores now, once, before several queries want them at the same time. */
  void ready() {
    scores.count();
  }

  /** What was read once is kept no longer. */
  @Override
  public void close() {
    scores.unpersist();
    responses.unpersist();
  }

  /** Id of the newest finished run of {@code stage}. */
  Optional<String> run(String stage) {
    return find(runs, stage);
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

  /** The labels of responses in scope; those of answers that are others now are left out. */
  Dataset<Row> labels() {
    return LabelRows.standing(store).join(responses, columns(), "left_semi");
  }

  /** The rows of {@code table} about responses in scope. */
  Dataset<Row> covered(Table table) {
    return store.read(table).join(responses, columns(), "left_semi");
  }

  /** Measured scores of {@code metrics}: case_id, system, repeat, metric, value. */
  Dataset<Row> values(Set<String> metrics) {
    return scores
        .where(col("metric").isin(metrics.toArray()).and(col("status").equalTo("ok")))
        .select("case_id", "system", "repeat", "metric", "value");
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

  private static Dataset<Row> responses(Store store, List<RunFacts> runs) {
    Dataset<Row> all = store.read(Tables.RUN_CASES);
    for (String stage : List.of("analyze", "evaluate", "answer")) {
      Optional<String> id = find(runs, stage);
      if (id.isPresent()) {
        Dataset<Row> covered = all.where(col("run_id").equalTo(id.get()));
        if (!covered.isEmpty()) {
          return covered.select(KEYS[0], KEYS[1], KEYS[2]).distinct();
        }
      }
    }
    return store.read(Tables.RESPONSES).select(KEYS[0], KEYS[1], KEYS[2]);
  }
}
