package dev.assay.jobs.answers;

import static org.apache.spark.sql.functions.array_sort;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.map_entries;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.to_json;
import static org.apache.spark.sql.functions.when;

import dev.assay.config.SystemConfig;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Rejections;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.inputs.AnswerColumns;
import dev.assay.jobs.inputs.CaseColumns;
import dev.assay.jobs.inputs.SourceRows;
import dev.assay.jobs.suites.KnownCases;
import dev.assay.jobs.suites.Lineage;
import dev.assay.tables.Keys;
import dev.assay.tables.Tables;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.storage.StorageLevel;

/**
 * Recorded questions, contexts and answers of a real system. Answers of one system to one question
 * are its repeats. A record without a question is rejected; one without an answer keeps its row and
 * says so.
 */
final class RecordedAnswers {
  private RecordedAnswers() {}

  static Answer.Collected collect(Run run, String name, SystemConfig config) {
    Dataset<Row> read =
        SourceRows.read(
                run.spark(),
                config.path().orElseThrow(),
                SourceRows.Options.of(config.format(), config.cases().preset()),
                "systems." + name)
            .persist(StorageLevel.MEMORY_AND_DISK());
    Dataset<Row> records =
        SuiteMatches.of(run, name, Lineage.of(records(run, read, name, config)))
            .persist(StorageLevel.MEMORY_AND_DISK());
    try {
      long rejected = reject(run, records.where(col("reason").isNotNull()));
      Dataset<Row> rows =
          keyed(records.where(col("reason").isNull())).persist(StorageLevel.MEMORY_AND_DISK());
      try {
        long total = rows.count();
        if (total == 0) {
          throw new StageException(
              "systems.%s: %s holds no record with a question (column '%s')."
                  .formatted(
                      name,
                      config.path().orElseThrow(),
                      config.cases().questionColumn().orElse("question")));
        }
        if (config.cases().idColumn().isPresent()) {
          RepeatedIds.tell(name, rows);
        }
        KnownCases.put(run, cases(name, rows.where("NOT matched")));
        long written = store(run, rows);
        Dataset<Row> covered = rows.select("case_id", "system", "repeat").localCheckpoint();
        Counts counts =
            Counts.of("answers", total)
                .and("answers new", written)
                .and("records rejected", rejected);
        return new Answer.Collected(
            covered,
            run.config().tests().sources().isEmpty()
                ? counts
                : counts.and("answers to suites", rows.where("matched").count()));
      } finally {
        rows.unpersist();
      }
    } finally {
      records.unpersist();
      read.unpersist();
    }
  }

  private static Dataset<Row> records(
      Run run, Dataset<Row> read, String name, SystemConfig config) {
    String owner = "systems." + name;
    Set<String> there = SourceRows.names(read);
    AnswerColumns answers =
        new AnswerColumns(config.answers(), config.cases().preset(), there, owner);
    CaseColumns cases =
        new CaseColumns(
            config.cases(),
            there,
            answers.taken(),
            config.metadataColumns().orElse(List.of()),
            false,
            !run.config().tests().sources().isEmpty(),
            owner);
    return answers
        .over(cases.over(read))
        .withColumn("system", coalesce(col("system"), lit(name)))
        .withColumn("suite", lit(config.suite().orElse(name)));
  }

  private static Dataset<Row> keyed(Dataset<Row> records) {
    Column usage =
        to_json(
            struct(
                col("latency_ms"),
                col("input_tokens"),
                col("output_tokens"),
                col("cost"),
                col("artifacts")));
    return records
        .withColumn(
            "fingerprint",
            Keys.hash(
                col("answer"),
                to_json(col("contexts")),
                concat(
                    to_json(array_sort(map_entries(col("attributes")))),
                    when(usage.notEqual("{}"), usage).otherwise(""))))
        .withColumn(
            "repeat",
            row_number()
                .over(Window.partitionBy("case_id", "system").orderBy("fingerprint", "row"))
                .minus(1));
  }

  /** Of several records of a case, whichever order they have, what any of them says. */
  private static Dataset<Row> cases(String name, Dataset<Row> rows) {
    Column[] said =
        Arrays.stream(CaseColumns.stored())
            .filter(column -> !column.equals("attributes"))
            .map(
                column ->
                    (Tables.TEST_CASES.schema().apply(column).dataType() instanceof ArrayType
                            ? max(col(column))
                            : min(col(column)))
                        .as(column))
            .toArray(Column[]::new);
    return rows.groupBy("case_id")
        .agg(min("group_id").as("group_id"), said)
        .join(
            rows.groupBy("case_id")
                .agg(min("suite").as("suite"), min("parent_case_id").as("parent_case_id")),
            RunCoverage.on(List.of("case_id")))
        .selectExpr(
            "*",
            "CAST(NULL AS INT) AS stratum_id",
            "CAST(array() AS ARRAY<STRING>) AS source_chunk_ids",
            "CAST(NULL AS STRING) AS suite_version",
            "CAST(map() AS MAP<STRING,STRING>) AS attributes")
        .withColumn("provenance", lit("recorded: " + name));
  }

  private static long store(Run run, Dataset<Row> rows) {
    Dataset<Row> known =
        run.store().read(Tables.RESPONSES).select("case_id", "system", "repeat", "fingerprint");
    Dataset<Row> missing =
        rows.join(
                known,
                RunCoverage.on(List.of("case_id", "system", "repeat", "fingerprint")),
                "left_anti")
            .withColumn("status", when(col("answer").isNull(), "no_input").otherwise("ok"))
            .withColumn(
                "error", when(col("answer").isNull(), "the record has no answer").otherwise(null))
            .withColumn("answered_at", lit(run.time()))
            .localCheckpoint();
    run.store().merge(Tables.RESPONSES, missing);
    return missing.count();
  }

  private static long reject(Run run, Dataset<Row> rows) {
    return Rejections.record(
        run, rows, col(SourceRows.FILE), col("reason"), col("row"), col(SourceRows.LINE));
  }
}
