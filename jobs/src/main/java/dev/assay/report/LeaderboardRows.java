package dev.assay.report;

import static org.apache.spark.sql.functions.col;

import dev.assay.report.Findings.Cell;
import dev.assay.report.Findings.Difference;
import dev.assay.report.Findings.Weakness;
import dev.assay.tables.RowValues;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

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

  List<Weakness> weaknesses() {
    if (analysis.isEmpty()) {
      return List.of();
    }
    Dataset<Row> rows =
        scope
            .read(Tables.WEAKNESSES)
            .where(col("run_id").equalTo(analysis.get()))
            .orderBy(
                col("p_adjusted").asc_nulls_last(), col("system"), col("metric"), col("conditions"))
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
                    RowValues.list(row, "exemplar_case_ids")))
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
