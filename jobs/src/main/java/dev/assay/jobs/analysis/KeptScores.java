package dev.assay.jobs.analysis;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.map_from_entries;
import static org.apache.spark.sql.functions.sort_array;
import static org.apache.spark.sql.functions.struct;

import dev.assay.core.Direction;
import dev.assay.core.Metric;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.tables.Tables;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * What an analysis found of each covered response, beside its key in {@code run_cases}: table
 * {@code scores} is about the newest answer alone, so a later run could not be compared with this
 * one.
 */
final class KeptScores {
  private KeptScores() {}

  /**
   * case_id, system, repeat, scores, judged, slices.
   *
   * @param covered with the slices of each response
   * @param judged of {@link LeadingEstimates#judged}
   */
  static Dataset<Row> rows(
      Run run, Map<String, Metric> metrics, Dataset<Row> covered, Dataset<Row> judged) {
    Object[] directed =
        metrics.entrySet().stream()
            .filter(metric -> metric.getValue().direction() != Direction.NONE)
            .map(Map.Entry::getKey)
            .toArray();
    Dataset<Row> keys = covered.select("case_id", "system", "repeat", "slices");
    Dataset<Row> scores =
        run.store()
            .read(Tables.SCORES)
            .where(col("metric").isin(directed).and(col("status").equalTo("ok")))
            .join(keys, RunCoverage.keys(), "left_semi")
            .groupBy("case_id", "system", "repeat")
            .agg(
                map_from_entries(
                        sort_array(
                            collect_list(
                                struct(col("metric"), struct(col("value"), col("passed"))))))
                    .as("scores"));
    return keys.join(scores, RunCoverage.keys(), "left")
        .join(judged, RunCoverage.keys(), "left")
        .withColumn("scores", declared("scores"))
        .withColumn("judged", declared("judged"));
  }

  private static Column declared(String column) {
    return col(column).cast(Tables.RUN_CASES.schema().apply(column).dataType());
  }
}
