package dev.assay.report;

import static org.apache.spark.sql.functions.array_sort;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_set;
import static org.apache.spark.sql.functions.row_number;

import dev.assay.report.Findings.Cell;
import dev.assay.report.Findings.Difference;
import dev.assay.report.Findings.Weakness;
import dev.assay.tables.RowValues;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.expressions.WindowSpec;

/** What the last analysis wrote; nothing when there was none. */
final class LeaderboardRows {
  private static final int MOST_WEAKNESSES = 200;

  private final Scope scope;
  private final Optional<String> analysis;

  LeaderboardRows(Scope scope) {
    this.scope = scope;
    this.analysis = scope.run("analyze");
  }

  List<Cell> cells() {
    return rows(Tables.LEADERBOARD, List.of("metric", "slice", "dimension", "system")).stream()
        .map(
            row ->
                new Cell(
                    Values.text(row, "system"),
                    Values.text(row, "slice"),
                    Values.text(row, "metric"),
                    Values.text(row, "dimension"),
                    Values.number(row, "estimate"),
                    Values.number(row, "ci_low"),
                    Values.number(row, "ci_high"),
                    Values.whole(row, "n"),
                    Values.whole(row, "n_groups"),
                    Values.whole(row, "n_missing"),
                    Values.number(row, "human_estimate"),
                    Values.number(row, "human_ci_low"),
                    Values.number(row, "human_ci_high"),
                    Values.number(row, "rank")))
        .toList();
  }

  /** Over all cases. */
  List<Difference> differences() {
    return rows(Tables.COMPARISONS, List.of("metric", "slice", "system_a", "system_b")).stream()
        .filter(row -> Slice.ALL.equals(Values.text(row, "slice")))
        .map(
            row ->
                new Difference(
                    Values.text(row, "system_a"),
                    Values.text(row, "system_b"),
                    Values.text(row, "metric"),
                    row.<Double>getAs("difference"),
                    Values.number(row, "ci_low"),
                    Values.number(row, "ci_high"),
                    Values.number(row, "p_adjusted")))
        .toList();
  }

  /** The validation dimension of each metric. */
  Map<String, String> areas() {
    Map<String, String> areas = new TreeMap<>();
    if (analysis.isPresent()) {
      scope
          .read(Tables.LEADERBOARD)
          .where(col("run_id").equalTo(analysis.get()).and(col("slice").equalTo(Slice.ALL)))
          .select("metric", "validation_dimension")
          .distinct()
          .orderBy("metric", "validation_dimension")
          .collectAsList()
          .forEach(row -> areas.put(row.getAs("metric"), row.getAs("validation_dimension")));
    }
    return areas;
  }

  /** What chance does not explain, one row for each system and conditions. */
  List<Weakness> weaknesses() {
    if (analysis.isEmpty()) {
      return List.of();
    }
    WindowSpec cause = Window.partitionBy("system", "conditions");
    Dataset<Row> rows =
        scope
            .read(Tables.WEAKNESSES)
            .where(col("run_id").equalTo(analysis.get()))
            .where(col("p_adjusted").leq(1 - scope.config().analyze().confidence()))
            .withColumn("also", array_sort(collect_set("metric").over(cause)))
            .withColumn("__place", row_number().over(cause.orderBy("p_adjusted", "metric")))
            .where(col("__place").equalTo(1))
            .orderBy("p_adjusted", "system", "metric", "conditions")
            .limit(MOST_WEAKNESSES);
    return rows.collectAsList().stream()
        .map(
            row ->
                new Weakness(
                    Values.text(row, "system"),
                    Values.text(row, "metric"),
                    Values.text(row, "conditions"),
                    row.<Double>getAs("estimate"),
                    Values.number(row, "ci_low"),
                    Values.number(row, "ci_high"),
                    Values.whole(row, "n"),
                    row.<Double>getAs("difference"),
                    Values.number(row, "p_adjusted"),
                    RowValues.list(row, "exemplar_case_ids"),
                    RowValues.<String>list(row, "also").stream()
                        .filter(metric -> !metric.equals(row.getAs("metric")))
                        .toList()))
        .toList();
  }

  private List<Row> rows(Table table, List<String> order) {
    if (analysis.isEmpty()) {
      return List.of();
    }
    org.apache.spark.sql.Column[] by =
        order.stream()
            .map(org.apache.spark.sql.functions::col)
            .toArray(org.apache.spark.sql.Column[]::new);
    return scope
        .read(table)
        .where(col("run_id").equalTo(analysis.get()))
        .orderBy(by)
        .collectAsList();
  }
}
