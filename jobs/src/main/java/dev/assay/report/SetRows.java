package dev.assay.report;

import static org.apache.spark.sql.functions.col;

import dev.assay.core.Direction;
import dev.assay.report.Findings.SetScore;
import dev.assay.tables.Tables;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Reads what the newest evaluation says of whole sets.
 *
 * @param scope the runs that the page is about
 * @param declared what evaluators say of their metrics, by qualified name
 */
record SetRows(Scope scope, Map<String, MetricFacts> declared) {
  /** Rows that the page shows; the view has them all. */
  private static final int MOST = 500;

  List<SetScore> scores() {
    return scope
        .read(Tables.SET_SCORES)
        .where(col("run_id").equalTo(scope.run("evaluate").orElse("")))
        .orderBy(col("slice").equalTo(Slice.ALL).desc(), col("metric"), col("slice"), col("system"))
        .limit(MOST)
        .collectAsList()
        .stream()
        .map(
            row ->
                new SetScore(
                    facts(Values.text(row, "metric")),
                    Values.text(row, "system"),
                    Values.text(row, "slice"),
                    Values.number(row, "value"),
                    Values.number(row, "ci_low"),
                    Values.number(row, "ci_high"),
                    Values.whole(row, "n"),
                    Values.whole(row, "n_missing"),
                    Values.map(row, "detail"),
                    Values.text(row, "status"),
                    Values.text(row, "reason")))
        .toList();
  }

  private MetricFacts facts(String metric) {
    MetricFacts facts = declared.get(metric);
    return facts == null
        ? MetricFacts.undeclared(metric, Direction.NONE, OptionalDouble.empty())
        : facts;
  }
}
