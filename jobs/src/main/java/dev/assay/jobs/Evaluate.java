package dev.assay.jobs;

import static org.apache.spark.sql.functions.array_sort;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_set;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.map_entries;
import static org.apache.spark.sql.functions.map_from_entries;
import static org.apache.spark.sql.functions.map_keys;
import static org.apache.spark.sql.functions.sha2;
import static org.apache.spark.sql.functions.size;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.substring_index;
import static org.apache.spark.sql.functions.to_json;

import dev.assay.config.AssayConfig;
import dev.assay.config.EvaluateConfig;
import dev.assay.core.Hashes;
import dev.assay.core.RowEvaluator;
import dev.assay.core.Spec;
import dev.assay.evaluators.Evaluators;
import dev.assay.spark.Evaluation;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;

/** Every selected evaluator over every covered response, in one pass; only what is missing. */
public final class Evaluate implements Stage {
  private static final List<String> KEYS = List.of("case_id", "system", "repeat");
  private static final int FIRST_SLICE = 200;

  @Override
  public String name() {
    return "evaluate";
  }

  @Override
  public String meaning() {
    return "Scores every answer with every selected evaluator in one pass and stores the scores and"
        + " the sentence rows behind them. A response is scored again only where its content, the"
        + " evaluator, its parameters or the model changed.";
  }

  @Override
  public List<Table> reads() {
    return List.of(Tables.TEST_CASES, Tables.RESPONSES, Tables.RUN_CASES);
  }

  @Override
  public List<Table> writes() {
    return List.of(Tables.SCORES, Tables.SENTENCE_SCORES, Tables.SET_SCORES, Tables.RUN_CASES);
  }

  @Override
  public List<String> keys() {
    return List.of("evaluate", "models");
  }

  @Override
  public List<String> help() {
    return Evaluators.all().stream()
        .map(evaluator -> evaluator.spec().id() + ": " + evaluator.spec().meaning())
        .toList();
  }

  @Override
  public Plan plan(AssayConfig config) {
    List<String> ids =
        Selected.evaluators(config.evaluate()).stream().map(e -> e.spec().id()).toList();
    return Plan.UNKNOWN_INPUT.note(
        "%d evaluators: %s; each distinct sentence reaches the model once"
            .formatted(ids.size(), String.join(", ", ids)));
  }

  @Override
  public Counts run(Run run) {
    Evaluation evaluation = Selected.evaluation(run.config());
    Dataset<Row> covered = Covered.responses(run);
    if (evaluation.evaluators().isEmpty()) {
      long sets = SetScores.store(run, covered);
      Covered.record(run, covered);
      return Counts.of("set evaluators", sets);
    }
    Dataset<Row> pending =
        pending(run, covered, evaluation).persist(StorageLevel.MEMORY_AND_DISK());
    try {
      deleteStale(run.store(), pending);
      long rows =
          new Slices(run.config().pipeline(), FIRST_SLICE)
              .forEachAppended(
                  "evaluate",
                  pending,
                  new Column[] {col("group_id")},
                  slice -> commit(run, evaluation, slice));
      SetScores.store(run, covered);
      Covered.record(run, covered);
      Selected.failOnErrors(run, covered);
      return Counts.of("responses scored", rows);
    } finally {
      pending.unpersist();
    }
  }

  /** Computes a slice once and appends both tables; the scores last, since they mark it as done. */
  private static void commit(Run run, Evaluation evaluation, Dataset<Row> slice) {
    int partitions = 2 * run.spark().sparkContext().defaultParallelism();
    Dataset<Row> scored =
        evaluation.apply(slice, partitions).persist(StorageLevel.MEMORY_AND_DISK());
    try {
      run.store().append(Tables.SENTENCE_SCORES, exploded(scored, "sentences"));
      run.store().append(Tables.SCORES, exploded(scored, "scores"));
    } finally {
      scored.unpersist();
    }
  }

  private static Dataset<Row> exploded(Dataset<Row> scored, String column) {
    return scored
        .select(col("case_id"), col("system"), col("repeat"), explode(col(column)).as("row"))
        .select("case_id", "system", "repeat", "row.*");
  }

  /** Covered responses with the map {@code pending}: evaluator id to fingerprint, where missing. */
  private static Dataset<Row> pending(Run run, Dataset<Row> covered, Evaluation evaluation) {
    Dataset<Row> done =
        run.store()
            .read(Tables.SCORES)
            .groupBy("case_id", "system", "repeat")
            .agg(collect_set("fingerprint").as("done"));
    Column[] wanted =
        evaluation.evaluators().stream()
            .map(evaluator -> wanted(evaluator, evaluation, run.config().evaluate()))
            .toArray(Column[]::new);
    return covered
        .withColumn("input", sha2(to_json(content()), 256))
        .join(done, scala.collection.JavaConverters.asScalaBuffer(KEYS).toSeq(), "left")
        .withColumn("wanted", org.apache.spark.sql.functions.array(wanted))
        .withColumn(
            "pending",
            map_from_entries(
                expr(
                    "filter(wanted, w -> done IS NULL OR NOT array_contains(done, w.fingerprint))")))
        .where(size(col("pending")).gt(0))
        .drop("input", "wanted", "done");
  }

  /** What an evaluator can read of a row: this and nothing else makes its scores stale. */
  private static Column content() {
    return struct(
        col("group_id"),
        col("question"),
        col("expected_answer"),
        col("contexts"),
        col("answer"),
        col("condition"),
        col("relevant_doc_ids"),
        col("facts"),
        col("answerable"),
        col("artifacts"),
        array_sort(map_entries(col("attributes"))).as("attributes"));
  }

  private static Column wanted(
      RowEvaluator evaluator, Evaluation evaluation, EvaluateConfig config) {
    Spec spec = evaluator.spec();
    String provenance =
        Hashes.sha256(
            evaluator.toString(), evaluation.models(spec), Selected.thresholds(spec, config));
    return struct(
        lit(spec.id()).as("evaluator"),
        sha2(concat(col("input"), lit(provenance)), 256).as("fingerprint"));
  }

  /** Rows of an earlier fingerprint go before new ones are appended, sentence rows with them. */
  private static void deleteStale(Store store, Dataset<Row> pending) {
    Dataset<Row> keys =
        pending.select(
            col("case_id"),
            col("system"),
            col("repeat"),
            explode(map_keys(col("pending"))).as("evaluator"));
    for (Table table : List.of(Tables.SENTENCE_SCORES, Tables.SCORES)) {
      if (store.isEmpty(table)) {
        continue;
      }
      Dataset<Row> stale =
          store
              .read(table)
              .withColumn("evaluator", substring_index(col("metric"), ".", 1))
              .join(
                  keys,
                  scala.collection.JavaConverters.asScalaBuffer(
                          List.of("case_id", "system", "repeat", "evaluator"))
                      .toSeq(),
                  "left_semi");
      if (!stale.isEmpty()) {
        store.delete(table, stale, List.of("case_id", "system", "repeat", "metric"));
      }
    }
  }
}
