package dev.assay.report;

import static org.apache.spark.sql.functions.array_distinct;
import static org.apache.spark.sql.functions.array_sort;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.concat_ws;
import static org.apache.spark.sql.functions.flatten;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.size;
import static org.apache.spark.sql.functions.slice;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.when;

import dev.assay.report.Findings.Also;
import dev.assay.report.Findings.Remark;
import dev.assay.report.Findings.Remarks;
import dev.assay.tables.RowValues;
import dev.assay.tables.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Reads the problems or insights of the last analysis: the gravest first, and those about a metric
 * before those about none. What one rule found of one metric and cause is one line, however many
 * systems have it; what one perturbation turned is one line, however many metrics show it.
 *
 * @param scope the runs that the page is about
 */
record RemarkRows(Scope scope) {
  /** Lines that the page shows; the table has them all. */
  static final int MOST = 50;

  /** Cases named with a row. */
  static final int MOST_CASES = 5;

  private static final String FLIP = "flip";

  /** Rules that say the same of several systems, and what else than their metric is its cause. */
  private static final Object[] BY_SYSTEM = {
    "threshold", "set_threshold", "missing", FLIP, "leak", "weakest_sentence"
  };

  private static final List<String> CAUSE = List.of("perturbation", "category", "side");

  private static final Column GRAVITY =
      when(col("severity").equalTo("high"), 0)
          .when(col("severity").equalTo("medium"), 1)
          .otherwise(2);

  Remarks of(Table table) {
    Optional<String> analysis = scope.run("analyze");
    if (analysis.isEmpty()) {
      return new Remarks(List.of(), 0);
    }
    Column flips = col("attributes").getItem("flips").cast("int");
    Dataset<Row> lines =
        scope
            .read(table)
            .where(col("run_id").equalTo(analysis.get()))
            .groupBy(cause())
            .agg(
                array_sort(
                        collect_list(
                            struct(
                                GRAVITY.as("gravity"),
                                coalesce(flips.multiply(-1), lit(0)).as("often"),
                                col("system"),
                                col("description"),
                                col("id"),
                                col("severity"),
                                col("evaluator"),
                                col("metric"),
                                col("action"),
                                slice(col("case_ids"), 1, MOST_CASES).as("case_ids"))))
                    .as("all"),
                size(array_distinct(flatten(collect_list("case_ids")))).as("n_cases"))
            .select(col("all"), col("n_cases"), col("all").getItem(0).as("first"));
    return new Remarks(
        lines
            .orderBy(
                col("first.gravity"),
                col("first.metric").asc_nulls_last(),
                col("first.system").asc_nulls_last(),
                col("first.description"),
                col("first.id"))
            .limit(MOST)
            .collectAsList()
            .stream()
            .map(RemarkRows::remark)
            .toList(),
        lines.count());
  }

  private static Column cause() {
    Column kind = col("attributes").getItem("kind");
    List<Column> parts =
        new ArrayList<>(List.of(kind, when(kind.equalTo(FLIP), lit("")).otherwise(col("metric"))));
    CAUSE.forEach(key -> parts.add(coalesce(col("attributes").getItem(key), lit(""))));
    return when(
            kind.isin(BY_SYSTEM).and(col("system").isNotNull()),
            concat_ws("\u0000", parts.toArray(Column[]::new)))
        .otherwise(col("id"));
  }

  private static Remark remark(Row line) {
    Row row = line.getAs("first");
    return new Remark(
        Values.text(row, "severity"),
        Values.text(row, "evaluator"),
        Values.text(row, "metric"),
        Values.text(row, "system"),
        Values.text(row, "description"),
        Values.text(row, "action"),
        RowValues.list(row, "case_ids"),
        Values.whole(line, "n_cases"),
        RowValues.<Row>list(line, "all").stream()
            .skip(1)
            .map(
                one ->
                    new Also(
                        Values.text(one, "system"),
                        Values.text(one, "metric"),
                        Values.text(one, "description")))
            .toList());
  }
}
