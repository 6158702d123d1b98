package dev.assay.jobs.analysis;

import dev.assay.jobs.scores.Cells;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;

/**
 * Table drift, from what questions_drift wrote into set_scores: for every slice its measures with
 * their permutation p-values, as far as they could be computed.
 */
final class DriftRows {
  /** The value's metric, and that of its p-value. */
  private static final Map<String, String> P_VALUES =
      Map.of(
          "questions_drift.questions_drift", "questions_drift.questions_drift_p",
          "questions_drift.mmd", "questions_drift.mmd_p");

  private DriftRows() {}

  /**
   * Rows of {@link Tables#DRIFT}.
   *
   * @param scores rows of set_scores of one run
   */
  static List<Row> of(List<Row> scores, String runId) {
    Map<String, Double> values = new HashMap<>();
    scores.forEach(row -> values.put(key(row, row.getAs("metric")), row.getAs("value")));
    List<Row> drift = new ArrayList<>();
    for (Row row : scores) {
      String p = P_VALUES.get(row.<String>getAs("metric"));
      if (p != null) {
        Map<String, Double> detail = RowValues.map(row, "detail");
        drift.add(
            NamedRow.of(Tables.DRIFT)
                .copy(row, "metric", "value", "status")
                .set("run_id", runId)
                .set("subject", subject(row))
                .set("p_value", values.get(key(row, p)))
                .set("n_before", count(detail, "n_before"))
                .set("n_after", count(detail, "n_after"))
                .build());
      }
    }
    return drift;
  }

  /** {@code questions}, or those of a slice. */
  static String subject(Row row) {
    String slice = row.getAs("slice");
    return slice.equals(Cells.ALL) ? "questions" : "questions & " + slice;
  }

  private static String key(Row row, String metric) {
    return row.<String>getAs("slice") + "\u0000" + metric;
  }

  private static Long count(Map<String, Double> detail, String name) {
    Double number = detail.get(name);
    return number == null ? null : (Long) Math.round(number);
  }
}
