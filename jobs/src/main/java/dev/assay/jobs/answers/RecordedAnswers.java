package dev.assay.jobs.answers;

import static org.apache.spark.sql.functions.array_sort;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.map;
import static org.apache.spark.sql.functions.map_entries;
import static org.apache.spark.sql.functions.map_filter;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.to_json;
import static org.apache.spark.sql.functions.trim;
import static org.apache.spark.sql.functions.when;

import dev.assay.config.SystemConfig;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Rejections;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.inputs.RecordFile;
import dev.assay.tables.Keys;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.storage.StorageLevel;

/**
 * Recorded questions, contexts and answers of a real system. Answers of one system to one question
 * are its repeats. A record without a question is rejected; one without an answer keeps its row and
 * says so.
 */
public final class RecordedAnswers {
  private RecordedAnswers() {}

  static Answer.Collected collect(Run run, String name, SystemConfig config) {
    Dataset<Row> read =
        RecordFile.read(
            run.spark(), config.path().orElseThrow(), config.format(), "systems." + name);
    Dataset<Row> records = records(read, name, config).persist(StorageLevel.MEMORY_AND_DISK());
    try {
      Column usable = col("question").isNotNull().and(trim(col("question")).notEqual(""));
      long rejected =
          reject(run, config, records.where(coalesce(usable, lit(false)).equalTo(false)));
      Dataset<Row> rows = keyed(records.where(usable)).persist(StorageLevel.MEMORY_AND_DISK());
      try {
        long total = rows.count();
        if (total == 0) {
          throw new StageException(
              "systems.%s: %s holds no record with a question (column '%s')."
                  .formatted(
                      name,
                      config.path().orElseThrow(),
                      config.questionColumn().orElse("question")));
        }
        if (config.idColumn().isPresent()) {
          RepeatedIds.tell(name, rows);
        }
        run.store().insertMissing(Tables.TEST_CASES, cases(run, name, rows));
        long written = store(run, rows);
        Dataset<Row> covered = rows.select("case_id", "system", "repeat").localCheckpoint();
        return new Answer.Collected(
            covered,
            Counts.of("answers", total)
                .and("answers new", written)
                .and("records rejected", rejected));
      } finally {
        rows.unpersist();
      }
    } finally {
      records.unpersist();
    }
  }

  /**
   * The records with a question: {@code case_id}, {@code system}, {@code repeat}, {@code
   * fingerprint} of the answer, {@code scores} that stand beside it, as written, by their names, and
   * the {@code row}.
   */
  public static Dataset<Row> keyed(SparkSession spark, String name, SystemConfig config) {
    Dataset<Row> read =
        RecordFile.read(spark, config.path().orElseThrow(), config.format(), "systems." + name);
    return keyed(records(read, name, config).where(trim(col("question")).notEqual("")));
  }

  private static Dataset<Row> records(Dataset<Row> read, String name, SystemConfig config) {
    RecordFile columns = new RecordFile(read, "systems." + name);
    List<Column> attributes = new ArrayList<>();
    config.idColumn().ifPresent(id -> attribute(attributes, "id", columns.required(id)));
    config
        .metadataColumns()
        .orElse(List.of())
        .forEach(column -> attribute(attributes, column, columns.required(column)));
    List<Column> scores = new ArrayList<>();
    config
        .scoreColumns()
        .orElse(Map.of())
        .forEach(
            (score, given) ->
                attribute(scores, score, columns.required(given.column().orElse(score))));
    return read.select(
        columns.required(config.questionColumn().orElse("question")).cast("string").as("question"),
        columns.required(config.answerColumn().orElse("answer")).cast("string").as("answer"),
        columns.contexts(config.contextsColumn()).as("contexts"),
        columns.text(config.expectedColumn(), "expected_answer").as("expected_answer"),
        columns.text(config.groupColumn(), "group_id").as("group"),
        columns.text(config.queryTypeColumn(), "query_type").as("query_type"),
        coalesce(columns.text(config.systemColumn(), "system"), lit(name)).as("system"),
        lit(config.suite().orElse(name)).as("suite"),
        map_filter(map(attributes.toArray(Column[]::new)), (key, value) -> value.isNotNull())
            .cast("map<string,string>")
            .as("attributes"),
        map(scores.toArray(Column[]::new)).cast("map<string,string>").as("scores"),
        columns.row().as("row"));
  }

  private static void attribute(List<Column> attributes, String name, Column value) {
    attributes.add(lit(name));
    attributes.add(value.cast("string"));
  }

  private static Dataset<Row> keyed(Dataset<Row> records) {
    Column none = lit(null).cast("string");
    Dataset<Row> cases =
        records
            .withColumn(
                "case_id",
                Keys.caseId(col("suite"), col("question"), col("expected_answer"), none, none))
            .withColumn(
                "group_id",
                when(col("group").isNull(), col("case_id"))
                    .otherwise(Keys.hash(col("suite"), col("group"))))
            .withColumn(
                "fingerprint",
                Keys.hash(
                    col("answer"),
                    to_json(col("contexts")),
                    to_json(array_sort(map_entries(col("attributes"))))));
    return cases.withColumn(
        "repeat",
        row_number()
            .over(Window.partitionBy("case_id", "system").orderBy("fingerprint", "row"))
            .minus(1));
  }

  private static Dataset<Row> cases(Run run, String name, Dataset<Row> rows) {
    return rows.groupBy("case_id")
        .agg(
            min("group_id").as("group_id"),
            min("suite").as("suite"),
            min("question").as("question"),
            min("expected_answer").as("expected_answer"),
            min("query_type").as("query_type"))
        .selectExpr(
            "*",
            "CAST(NULL AS STRING) AS parent_case_id",
            "CAST(NULL AS DOUBLE) AS difficulty",
            "CAST(NULL AS INT) AS stratum_id",
            "CAST(array() AS ARRAY<STRING>) AS source_chunk_ids",
            "CAST(array() AS ARRAY<STRING>) AS relevant_doc_ids",
            "CAST(array() AS ARRAY<STRING>) AS facts",
            "CAST(NULL AS STRING) AS condition",
            "CAST(NULL AS STRING) AS perturbation",
            "CAST(NULL AS DOUBLE) AS sampling_weight",
            "CAST(NULL AS BOOLEAN) AS answerable",
            "CAST(map() AS MAP<STRING,STRING>) AS attributes")
        .withColumn("created_at", lit(run.time()))
        .withColumn("provenance", lit("recorded: " + name));
  }

  private static long store(Run run, Dataset<Row> rows) {
    Dataset<Row> known =
        run.store().read(Tables.RESPONSES).select("case_id", "system", "repeat", "fingerprint");
    Dataset<Row> missing =
        Answer.withoutUsage(
                rows.join(
                    known,
                    RunCoverage.on(List.of("case_id", "system", "repeat", "fingerprint")),
                    "left_anti"))
            .withColumn("latency_ms", lit(null).cast("double"))
            .withColumn("status", when(col("answer").isNull(), "no_input").otherwise("ok"))
            .withColumn(
                "error", when(col("answer").isNull(), "the record has no answer").otherwise(null))
            .withColumn("answered_at", lit(run.time()))
            .localCheckpoint();
    run.store().merge(Tables.RESPONSES, missing);
    return missing.count();
  }

  private static long reject(Run run, SystemConfig config, Dataset<Row> rows) {
    return Rejections.record(
        run, rows, config.path().orElseThrow(), lit("the record has no question"), col("row"));
  }
}
