package dev.assay.report;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.max;

import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import scala.collection.JavaConverters;

/** The newest guarantees by metric and dimension. */
final class PromiseRows {
  private PromiseRows() {}

  static Map<List<String>, List<Promise>> of(Scope scope) {
    Dataset<Row> rows = scope.read(Tables.GUARANTEES);
    Dataset<Row> newest = rows.groupBy("metric", "dimension").agg(max("fitted_at").as("newest"));
    Map<List<String>, List<Promise>> promises = new HashMap<>();
    rows.join(newest, JavaConverters.asScalaBuffer(List.of("metric", "dimension")).toSeq(), "inner")
        .where(col("fitted_at").equalTo(col("newest")))
        .orderBy("metric", "dimension", "kind", "slice", "method")
        .collectAsList()
        .forEach(
            row ->
                promises
                    .computeIfAbsent(
                        List.of(Values.text(row, "metric"), Values.text(row, "dimension")),
                        key -> new ArrayList<>())
                    .add(promise(row)));
    return promises;
  }

  private static Promise promise(Row row) {
    return new Promise(
        Values.text(row, "kind"),
        Values.text(row, "slice"),
        Values.number(row, "share"),
        Values.number(row, "observed"),
        Values.whole(row, "n_observed"),
        Values.text(row, "decision"),
        seen(row, "missed"),
        RowValues.<Long>optional(row, "n_failed").orElse(0L),
        seen(row, "least_sure"),
        Values.text(row, "promise"),
        Values.text(row, "reason"));
  }

  private static Promise.Seen seen(Row row, String column) {
    return new Promise.Seen(
        Values.number(row, column),
        Values.number(row, column + "_low"),
        Values.number(row, column + "_high"));
  }
}
