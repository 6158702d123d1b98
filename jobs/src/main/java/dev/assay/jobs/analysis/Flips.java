package dev.assay.jobs.analysis;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.format_string;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.map;
import static org.apache.spark.sql.functions.sha2;
import static org.apache.spark.sql.functions.substring_index;
import static org.apache.spark.sql.functions.when;

import dev.assay.jobs.engine.RunCoverage;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Perturbed cases on which a metric crossed its threshold: a problem for each twin, system, repeat
 * and metric on its own, high where the twin fails what its origin passed. A twin is compared with
 * the same system's answer to the case that it was made from; where either has no value there is no
 * flip.
 *
 * <p>Source: 002, "Problems reported by the evaluator".
 */
final class Flips {
  private Flips() {}

  /**
   * Rows of table problems.
   *
   * @param covered the covered responses with {@code parent_case_id} and {@code perturbation}
   * @param scores of any responses
   * @param metrics the metrics that are looked at
   */
  static Dataset<Row> problems(
      Dataset<Row> covered, Dataset<Row> scores, List<String> metrics, String runId) {
    Dataset<Row> passed =
        scores
            .where(col("passed").isNotNull().and(col("metric").isin(metrics.toArray())))
            .select("case_id", "system", "repeat", "metric", "passed", "value", "threshold");
    Dataset<Row> twins =
        covered
            .where(col("parent_case_id").isNotNull())
            .select("case_id", "system", "repeat", "parent_case_id", "perturbation")
            .join(passed, RunCoverage.keys());
    Dataset<Row> origins =
        covered
            .select("case_id", "system", "repeat")
            .join(passed, RunCoverage.keys())
            .select(
                col("case_id").as("parent_case_id"),
                col("system"),
                col("repeat"),
                col("metric"),
                col("passed").as("was_passed"),
                col("value").as("was"));
    Column description =
        format_string(
            "System '%s' %s %s on the perturbed case %s (%s, repeat %d) and %s on the case that it"
                + " was made from: %.3f after %.3f, threshold %.3f.",
            col("system"),
            when(col("passed"), "passes").otherwise("fails"),
            col("metric"),
            col("case_id"),
            coalesce(col("perturbation"), lit("perturbed")),
            col("repeat"),
            when(col("passed"), "not").otherwise("passes"),
            col("value"),
            col("was"),
            col("threshold"));
    return twins
        .join(origins, RunCoverage.on(List.of("parent_case_id", "system", "repeat", "metric")))
        .where(col("passed").notEqual(col("was_passed")))
        .withColumn("description", description)
        .select(
            lit(runId).as("run_id"),
            sha2(col("description"), 256).as("id"),
            when(col("passed"), Finding.MEDIUM).otherwise(Finding.HIGH).as("severity"),
            substring_index(col("metric"), ".", 1).as("evaluator"),
            col("metric"),
            col("system"),
            col("description"),
            lit("Compare the two answers: the wording of the question should not decide.")
                .as("action"),
            array(col("case_id"), col("parent_case_id")).as("case_ids"),
            map(
                    lit("kind"),
                    lit("flip"),
                    lit("perturbation"),
                    coalesce(col("perturbation"), lit("")),
                    lit("parent_case_id"),
                    col("parent_case_id"),
                    lit("value"),
                    col("value").cast("string"),
                    lit("value_before"),
                    col("was").cast("string"))
                .as("attributes"));
  }
}
