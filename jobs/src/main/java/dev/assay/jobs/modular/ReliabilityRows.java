package dev.assay.jobs.modular;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sort_array;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import dev.assay.grammar.modular.MetricReliability;
import dev.assay.grammar.modular.MetricReliability.Cell;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.stats.Interval;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.util.List;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;

/** Rows of grammar_reliability: by system, and over all of them. */
record ReliabilityRows(Run run) {

  private static final String ALL = "all";

  Dataset<Row> rows(Dataset<Row> judged) {
    String runId = run.runId();
    double level = run.config().analyze().confidence();
    Dataset<Row> truth =
        judged
            .where(col("correct").isNotNull())
            .select("case_id", "system", "repeat", "suite", "group_id", "correct");
    return run.store()
        .read(Tables.SCORES)
        .where(
            col("metric")
                .isin(run.config().grammar().modular().referenceFree().toArray())
                .and(col("status").equalTo("ok")))
        .withColumn("passed", coalesce(col("passed"), col("value").geq(0.5)))
        .select("case_id", "system", "repeat", "metric", "passed")
        .join(truth, RunCoverage.keys())
        .withColumn("system", explode(array(col("system"), lit(ALL))))
        .groupBy("system", "suite", "metric", "group_id")
        .agg(
            count(lit(1)).as("n"),
            sum(one(col("correct"))).as("correct"),
            sum(one(col("passed"))).as("passed"),
            sum(one(col("passed").and(col("correct")))).as("both"))
        .groupBy("system", "suite", "metric")
        .agg(
            sort_array(collect_list(struct(col("n"), col("correct"), col("passed"), col("both"))))
                .as("cells"))
        .map(
            (MapFunction<Row, Row>) row -> row(row, runId, level),
            Encoders.row(Tables.GRAMMAR_RELIABILITY.schema()));
  }

  private static Column one(Column condition) {
    return when(condition, 1L).otherwise(0L);
  }

  private static Row row(Row metric, String runId, double level) {
    List<Cell> cells =
        RowValues.<Row>list(metric, "cells").stream()
            .map(
                cell ->
                    new Cell(
                        cell.<Long>getAs("n"),
                        cell.<Long>getAs("correct"),
                        cell.<Long>getAs("passed"),
                        cell.<Long>getAs("both")))
            .toList();
    MetricReliability found = MetricReliability.of(cells, level);
    return NamedRow.of(Tables.GRAMMAR_RELIABILITY)
        .copy(metric, "system", "suite", "metric")
        .set("run_id", runId)
        .set("n", found.n())
        .set("n_correct", found.correct())
        .set("n_passed", found.passed())
        .set("n_both", found.both())
        .set("precision", found.precision().map(Interval::estimate))
        .set("precision_low", found.precision().map(Interval::low))
        .set("precision_high", found.precision().map(Interval::high))
        .set("recall", found.recall().map(Interval::estimate))
        .set("recall_low", found.recall().map(Interval::low))
        .set("recall_high", found.recall().map(Interval::high))
        .set("ci_method", MetricReliability.METHOD)
        .build();
  }
}
