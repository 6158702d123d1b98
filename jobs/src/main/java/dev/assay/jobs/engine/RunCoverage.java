package dev.assay.jobs.engine;

import static org.apache.spark.sql.functions.lit;

import dev.assay.tables.Tables;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import scala.collection.JavaConverters;
import scala.collection.Seq;

/** The responses that a run covers: what the last {@code answer} of this run's name covers. */
public final class RunCoverage {
  /** The key of a response. */
  public static final List<String> KEYS = List.of("case_id", "system", "repeat");

  private RunCoverage() {}

  /** {@link #KEYS} as Spark's joins want them. */
  public static Seq<String> keys() {
    return on(KEYS);
  }

  /** Column names as Spark's joins want them. */
  public static Seq<String> on(List<String> columns) {
    return JavaConverters.asScalaBuffer(columns).toSeq();
  }

  /** Covered responses joined with their placed test cases; the response's attributes win. */
  public static Dataset<Row> responses(Run run) {
    return responses(run, run.covered("answer"));
  }

  /** The same of {@code keys} (case_id, system, repeat) instead. */
  public static Dataset<Row> responses(Run run, Dataset<Row> keys) {
    return responses(run, keys, run.store().read(Tables.RESPONSES));
  }

  /** The same of {@code answers}, rows as table {@code responses} has them. */
  public static Dataset<Row> responses(Run run, Dataset<Row> keys, Dataset<Row> answers) {
    Dataset<Row> responses =
        answers
            .withColumnRenamed("attributes", "response_attributes")
            .drop("fingerprint", "status", "error", "answered_at");
    Dataset<Row> cases =
        PlacedCases.of(run.store())
            .withColumnRenamed("attributes", "case_attributes")
            .drop("created_at", "provenance");
    return keys.join(responses, keys())
        .join(cases, "case_id")
        .withColumn(
            "attributes",
            org.apache.spark.sql.functions.expr(
                "map_concat(map_filter(case_attributes, (k, v) -> NOT"
                    + " map_contains_key(response_attributes, k)), response_attributes)"))
        .drop("case_attributes", "response_attributes");
  }

  /** Records that this run covers {@code rows}. */
  public static void record(Run run, Dataset<Row> rows) {
    keep(
        run,
        rows.select("case_id", "system", "repeat")
            .withColumn("scores", absent("scores"))
            .withColumn("judged", absent("judged"))
            .withColumn("slices", absent("slices")));
  }

  private static Column absent(String column) {
    return lit(null).cast(Tables.RUN_CASES.schema().apply(column).dataType());
  }

  /** The same with what was found of each row. */
  public static void keep(Run run, Dataset<Row> rows) {
    Dataset<Row> covered = rows.withColumn("run_id", lit(run.runId()));
    run.store()
        .deleteWhere(
            Tables.RUN_CASES, org.apache.spark.sql.functions.col("run_id").equalTo(run.runId()));
    run.store().append(Tables.RUN_CASES, covered);
  }
}
