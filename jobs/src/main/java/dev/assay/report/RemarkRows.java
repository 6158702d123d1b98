package dev.assay.report;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.size;
import static org.apache.spark.sql.functions.slice;
import static org.apache.spark.sql.functions.when;

import dev.assay.report.Findings.Remark;
import dev.assay.report.Findings.Remarks;
import dev.assay.tables.RowValues;
import dev.assay.tables.Table;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Reads the problems or insights of the last analysis: the gravest first, and those about a metric
 * before those about none.
 *
 * @param scope the runs that the page is about
 */
record RemarkRows(Scope scope) {
  /** Rows that the page shows; the table has them all. */
  static final int MOST = 50;

  /** Cases named with a row. */
  static final int MOST_CASES = 5;

  private static final Column GRAVITY =
      when(col("severity").equalTo("high"), 0)
          .when(col("severity").equalTo("medium"), 1)
          .otherwise(2);

  Remarks of(Table table) {
    Optional<String> analysis = scope.run("analyze");
    if (analysis.isEmpty()) {
      return new Remarks(List.of(), 0);
    }
    Dataset<Row> rows = scope.read(table).where(col("run_id").equalTo(analysis.get()));
    return new Remarks(
        rows
            .orderBy(
                GRAVITY,
                col("metric").asc_nulls_last(),
                col("system").asc_nulls_last(),
                col("description"),
                col("id"))
            .limit(MOST)
            .withColumn("n_cases", size(col("case_ids")))
            .withColumn("case_ids", slice(col("case_ids"), 1, MOST_CASES))
            .collectAsList()
            .stream()
            .map(RemarkRows::remark)
            .toList(),
        rows.count());
  }

  private static Remark remark(Row row) {
    return new Remark(
        Values.text(row, "severity"),
        Values.text(row, "evaluator"),
        Values.text(row, "metric"),
        Values.text(row, "system"),
        Values.text(row, "description"),
        Values.text(row, "action"),
        RowValues.list(row, "case_ids"),
        Values.whole(row, "n_cases"));
  }
}
