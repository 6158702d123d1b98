package dev.assay.jobs.answers;

import static org.apache.spark.sql.functions.array_join;
import static org.apache.spark.sql.functions.array_sort;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_set;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.map;
import static org.apache.spark.sql.functions.map_entries;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.to_json;
import static org.apache.spark.sql.functions.when;

import dev.assay.base.Nearest;
import dev.assay.config.SystemConfig;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.LocalFiles;
import dev.assay.jobs.engine.Rejections;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.inputs.AnswerColumns;
import dev.assay.jobs.inputs.CaseColumns;
import dev.assay.jobs.inputs.ColumnNames;
import dev.assay.jobs.inputs.SourceRows;
import dev.assay.jobs.suites.KnownCases;
import dev.assay.jobs.suites.Lineage;
import dev.assay.spark.Kept;
import dev.assay.tables.Keys;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.types.ArrayType;

/**
 * Recorded questions, contexts and answers of a real system. Answers of one system to one question
 * are its repeats. A record without a question is rejected; one without an answer keeps its row and
 * says so.
 */
public final class RecordedAnswers {
  private RecordedAnswers() {}

  /**
   * Stores the answers of {@code systems}, and the cases that no suite has: what any of the systems
   * says of a case, whichever order they have.
   */
  static List<Answer.Collected> collect(Run run, SortedMap<String, SystemConfig> systems) {
    List<Dataset<Row>> held = new ArrayList<>();
    try {
      List<Recording> all = new ArrayList<>();
      systems.forEach((name, config) -> all.add(recording(run, name, config, held)));
      KnownCases.put(
          run,
          cases(all.stream().map(Recording::unmatched).reduce(Dataset::unionByName).orElseThrow()));
      return all.stream().map(one -> stored(run, one)).toList();
    } finally {
      held.forEach(Dataset::unpersist);
    }
  }

  /**
   * What one system's file holds.
   *
   * @param rows its usable records
   */
  private record Recording(String name, Dataset<Row> rows, Counts counts) {

    Dataset<Row> unmatched() {
      return rows.where("NOT matched").withColumn("recorded", lit(name));
    }
  }

  /** Reads one system's file; what is kept for it is in {@code held}, to be let go. */
  private static Recording recording(
      Run run, String name, SystemConfig config, List<Dataset<Row>> held) {
    Dataset<Row> read = held(read(run, name, config), config, held);
    scoreColumns(name, config, SourceRows.names(read)); // missing ones are told before any work
    Dataset<Row> records =
        kept(SuiteMatches.of(run, name, Lineage.of(records(run, read, name, config))), held);
    Dataset<Row> rows = kept(keyed(records.where(col("reason").isNull())), held);
    long total = UsableRecords.total("systems." + name, rows);
    long rejected = reject(run, records.where(col("reason").isNotNull()));
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
    return new Recording(name, rows, Counts.of("answers", total).and("records rejected", rejected));
  }

  /** The records as read: those of a small file on this machine are few. */
  private static Dataset<Row> held(
      Dataset<Row> rows, SystemConfig config, List<Dataset<Row>> held) {
    held.add(LocalFiles.isSmall(config.path().orElseThrow()) ? Kept.few(rows, 1) : Kept.of(rows));
    return held.get(held.size() - 1);
  }

  private static Dataset<Row> kept(Dataset<Row> rows, List<Dataset<Row>> held) {
    held.add(Kept.of(rows));
    return held.get(held.size() - 1);
  }

  private static Answer.Collected stored(Run run, Recording recording) {
    Dataset<Row> rows = recording.rows();
    Counts counts = recording.counts().and("answers new", store(run, rows));
    return new Answer.Collected(
        Kept.apart(rows.select("case_id", "system", "repeat")),
        run.config().tests().sources().isEmpty()
            ? counts
            : counts.and("answers to suites", rows.where("matched").count()));
  }

  /**
   * The records with a question: {@code case_id}, {@code system}, {@code repeat}, {@code
   * fingerprint} of the answer, {@code scores} that stand beside it, as written, by their names,
   * and the {@code row} with its file and line.
   */
  public static Dataset<Row> scored(Run run, String name, SystemConfig config) {
    Dataset<Row> read = read(run, name, config);
    List<Column> scores = new ArrayList<>();
    scoreColumns(name, config, SourceRows.names(read))
        .forEach(
            (score, column) -> {
              scores.add(lit(score));
              scores.add(col(SourceRows.COLUMNS).getItem(column));
            });
    Dataset<Row> records = SuiteMatches.of(run, name, Lineage.of(records(run, read, name, config)));
    return keyed(records.where(col("reason").isNull()))
        .withColumn("scores", map(scores.toArray(Column[]::new)));
  }

  /** The columns of the scores beside the answers, by their names; all of them must be there. */
  private static Map<String, String> scoreColumns(
      String name, SystemConfig config, ColumnNames there) {
    Map<String, String> columns = new TreeMap<>();
    config
        .scoreColumns()
        .orElse(Map.of())
        .forEach(
            (score, given) -> {
              String column = given.column().orElse(score);
              if (!there.all().contains(column)) {
                throw new StageException(
                    "systems.%s.score-columns: there is no column '%s'.%s Columns: %s."
                        .formatted(name, column, Nearest.hint(column, there.all()), there));
              }
              columns.put(score, column);
            });
    return columns;
  }

  private static Dataset<Row> read(Run run, String name, SystemConfig config) {
    return SourceRows.read(
        run.spark(),
        config.path().orElseThrow(),
        SourceRows.Options.of(config.format(), config.cases().preset()),
        "systems." + name);
  }

  private static Dataset<Row> records(
      Run run, Dataset<Row> read, String name, SystemConfig config) {
    String owner = "systems." + name;
    ColumnNames there = SourceRows.names(read);
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
  private static Dataset<Row> cases(Dataset<Row> rows) {
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
                .agg(
                    min("suite").as("suite"),
                    min("parent_case_id").as("parent_case_id"),
                    concat(lit("recorded: "), array_join(array_sort(collect_set("recorded")), ", "))
                        .as("provenance")),
            RunCoverage.on(List.of("case_id")))
        .selectExpr(
            "*",
            "CAST(NULL AS INT) AS stratum_id",
            "CAST(array() AS ARRAY<STRING>) AS source_chunk_ids",
            "CAST(NULL AS STRING) AS suite_version",
            "CAST(NULL AS STRING) AS intensity",
            "CAST(NULL AS BIGINT) AS edit_distance",
            "CAST(map() AS MAP<STRING,STRING>) AS attributes");
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
            .transform(Kept::apart);
    run.store().merge(Tables.RESPONSES, missing);
    return missing.count();
  }

  private static long reject(Run run, Dataset<Row> rows) {
    return Rejections.record(
        run, rows, col(SourceRows.FILE), col("reason"), col("row"), col(SourceRows.LINE));
  }
}
