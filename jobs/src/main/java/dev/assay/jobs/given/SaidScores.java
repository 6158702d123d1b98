package dev.assay.jobs.given;

import static org.apache.spark.sql.functions.array_distinct;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.explode_outer;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.filter;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.size;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.transform;
import static org.apache.spark.sql.functions.trim;
import static org.apache.spark.sql.functions.when;

import dev.assay.config.SystemConfig;
import dev.assay.config.scores.ScoreSource;
import dev.assay.jobs.answers.RecordedAnswers;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.inputs.PlacedRows;
import dev.assay.jobs.inputs.RecordFile;
import dev.assay.jobs.inputs.SourceRows;
import dev.assay.jobs.inputs.TextTable;
import dev.assay.tables.Tables;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;

/**
 * What files say of covered responses, not yet read as numbers: case_id, system, repeat, metric
 * (its own name), said, reason (why the row names no response), and the row with its file and line.
 *
 * @param covered of {@link RunCoverage#responses}
 */
record SaidScores(Run run, Dataset<Row> covered) {

  private static final String KEY = "key";

  /** Of the score columns of one system's recorded answers. */
  Dataset<Row> beside(String name, SystemConfig system) {
    Dataset<Row> known =
        run.store()
            .read(Tables.RESPONSES)
            .select("case_id", "system", "repeat", "fingerprint")
            .join(covered.select("case_id", "system", "repeat"), RunCoverage.keys(), "left_semi")
            .withColumn("known", lit(true));
    return RecordedAnswers.scored(run, name, system)
        .join(known, RunCoverage.on(List.of("case_id", "system", "repeat", "fingerprint")), "left")
        .select(
            col("case_id"),
            col("system"),
            col("repeat"),
            explode(col("scores")).as(new String[] {"metric", "said"}),
            when(col("known").isNull(), "the answer is not the stored one: run stage answer again")
                .as("reason"),
            col("row"),
            col(SourceRows.FILE).as(TextTable.FILE),
            col(SourceRows.LINE).as(TextTable.LINE));
  }

  /** Of one file of scores. */
  Dataset<Row> of(ScoreSource source) {
    String owner = "scores.sources";
    Dataset<Row> read =
        PlacedRows.read(run.spark(), source.path(), source.format().orElse("auto"), owner);
    RecordFile columns = new RecordFile(read, owner + " '" + source.path() + "'");
    boolean byCase =
        source.idColumn().isEmpty() && Arrays.asList(read.columns()).contains("case_id");
    Dataset<Row> rows =
        read.select(
            text(columns.required(byCase ? "case_id" : source.idColumn().orElse("id"))).as(KEY),
            system(columns, source).as("system"),
            columns.text(Optional.empty(), "repeat").cast("int").as("repeat"),
            source
                .metric()
                .<Column>map(metric -> lit(metric))
                .orElseGet(() -> text(columns.required(source.metricColumn().orElse("metric"))))
                .as("metric"),
            text(columns.required(source.valueColumn().orElse("value"))).as("said"),
            coalesce(col(TextTable.MALFORMED), columns.row()).as("row"),
            col(TextTable.MALFORMED),
            col(TextTable.PROBLEM),
            col(TextTable.FILE),
            col(TextTable.LINE));
    Column same =
        filter(
            col("found"),
            response ->
                col("system")
                    .equalTo(response.getField("system"))
                    .and(
                        col("repeat")
                            .isNull()
                            .or(col("repeat").equalTo(response.getField("repeat")))));
    return rows.join(answered(byCase), RunCoverage.on(List.of(KEY)), "left")
        .withColumn("met", same)
        .withColumn("reason", reason(byCase))
        .withColumn("response", explode_outer(when(col("reason").isNull(), col("met"))))
        .select(
            col("response.case_id").as("case_id"),
            col("system"),
            col("response.repeat").as("repeat"),
            col("metric"),
            col("said"),
            col("reason"),
            col("row"),
            col(TextTable.FILE),
            col(TextTable.LINE));
  }

  private Dataset<Row> answered(boolean byCase) {
    return covered
        .withColumn(KEY, byCase ? col("case_id") : expr("attributes['id']"))
        .where(col(KEY).isNotNull())
        .groupBy(KEY)
        .agg(collect_list(struct("system", "repeat", "case_id")).as("found"));
  }

  private static Column reason(boolean byCase) {
    String id = byCase ? "case_id" : "id";
    Column cases = size(array_distinct(transform(col("met"), met -> met.getField("case_id"))));
    return when(col(TextTable.MALFORMED).isNotNull(), PlacedRows.malformed())
        .when(col(KEY).isNull(), "the score has no " + id)
        .when(col("found").isNull(), "no covered response has this " + id)
        .when(
            size(col("met")).equalTo(0),
            concat(
                lit("no covered response with this " + id + " is of system '"),
                coalesce(col("system"), lit("")),
                lit("' and this repeat")))
        .when(cases.gt(1), "several questions have this id: name the response by case_id");
  }

  /** The scores' system; where they name none, the only one that there is. */
  private Column system(RecordFile columns, ScoreSource source) {
    String name = source.systemColumn().orElse("system");
    if (source.systemColumn().isPresent() || columns.has(name)) {
      return text(columns.required(name));
    }
    List<String> systems =
        covered.select("system").distinct().orderBy("system").as(Encoders.STRING()).collectAsList();
    if (systems.size() != 1) {
      throw new StageException(
          "%s: there is no column 'system', and the scores may be of any of %s. Add the column."
              .formatted(columns.owner(), String.join(", ", systems)));
    }
    return lit(systems.get(0));
  }

  private static Column text(Column column) {
    Column text = trim(column.cast("string"));
    return when(text.notEqual(""), text);
  }
}
