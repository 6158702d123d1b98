package dev.assay.jobs.analysis;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import dev.assay.jobs.drift.DriftBetween;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.tables.Tables;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Decisions on the answers that an analysis covers, and what changed since the analysis before, as
 * numbers of answers: dashboards ask for these each time, and counting them each time would take
 * longer the more answers there are.
 */
final class AnswerCounts {

  /** What an analysis found of an answer, people's labels as metrics: as in {@code v_changes}. */
  private static final Column SAID =
      expr(
          "map_concat(coalesce(scores, map()), coalesce(map_from_entries(transform(map_entries("
              + "judged), e -> struct(concat('human.', e.key) AS metric, struct(CAST(e.value.label"
              + " AS DOUBLE) AS value, e.value.label = 1 AS passed) AS said))), map()))");

  private AnswerCounts() {}

  /** Writes the rows of {@code run}, whose rows of {@code run_cases} are there. */
  static void store(Run run) {
    Dataset<Row> counts = decisions(run);
    Optional<String> baseline = DriftBetween.before(run);
    if (baseline.isPresent()) {
      counts = counts.unionByName(changes(run, baseline.get()));
    }
    List<Row> rows =
        counts
            .withColumn("run_id", lit(run.runId()))
            .select(Tables.ANSWER_COUNTS.columns())
            .collectAsList();
    run.store().deleteWhere(Tables.ANSWER_COUNTS, col("run_id").equalTo(run.runId()));
    if (!rows.isEmpty()) {
      run.store()
          .append(
              Tables.ANSWER_COUNTS,
              run.spark().createDataFrame(rows, Tables.ANSWER_COUNTS.schema()));
    }
  }

  private static Dataset<Row> decisions(Run run) {
    Dataset<Row> covered =
        run.store()
            .read(Tables.RUN_CASES)
            .where(col("run_id").equalTo(run.runId()))
            .select("case_id", "system", "repeat");
    return run.store()
        .read(Tables.DECISIONS)
        .join(covered, RunCoverage.keys(), "left_semi")
        .groupBy(col("system"), col("metric"), col("dimension"), col("decision").as("outcome"))
        .agg(count(lit(1)).as("answers"))
        .withColumn("baseline_run_id", lit(null).cast("string"));
  }

  private static Dataset<Row> changes(Run run, String baseline) {
    Column before = col("earlier").apply(col("metric")).getField("passed");
    Column after = col("later").getField("passed");
    Column outcome =
        when(before.equalTo(after), "same").when(after, "fixed").otherwise("broken").as("outcome");
    return said(run, run.runId())
        .join(said(run, baseline).withColumnRenamed("said", "earlier"), RunCoverage.keys())
        .select(
            col("system"),
            col("earlier"),
            explode(col("said")).as(new String[] {"metric", "later"}))
        .where(before.isNotNull().and(after.isNotNull()))
        .groupBy(col("system"), col("metric"), lit("").as("dimension"), outcome)
        .agg(count(lit(1)).as("answers"))
        .withColumn("baseline_run_id", lit(baseline));
  }

  private static Dataset<Row> said(Run run, String id) {
    return run.store()
        .read(Tables.RUN_CASES.ofAllNights())
        .where(
            col("run_id").equalTo(id).and(col("scores").isNotNull().or(col("judged").isNotNull())))
        .select(col("case_id"), col("system"), col("repeat"), SAID.as("said"));
  }
}
