package dev.assay.report;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.sum;

import dev.assay.config.RiskConfig;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** The configured risks with their thresholds and the labelled scores of their metrics. */
record RiskRows(Scope scope) {

  private static final int MOST_SCORES = 5000;

  List<Risk> risks() {
    List<Risk> risks = new ArrayList<>();
    for (Map.Entry<String, RiskConfig> entry : scope.config().risks().entrySet()) {
      RiskConfig risk = entry.getValue();
      risks.add(
          new Risk(
              entry.getKey(),
              risk.rating(),
              risk.metric(),
              risk.dimension(),
              risk.appetite(),
              scope.config().thresholds().confidence().get(risk.appetite()),
              cost(risk),
              thresholds(risk),
              scores(risk, "0"),
              scores(risk, "1")));
    }
    return risks;
  }

  private Risk.Cost cost(RiskConfig risk) {
    Row calls =
        scope
            .read(Tables.LLM_CALLS)
            .where(col("purpose").equalTo("judge " + risk.metric().split("\\.", 2)[0]))
            .agg(
                count(lit(1)).as("calls"),
                coalesce(
                        sum(
                            coalesce(col("input_tokens"), lit(0L))
                                .plus(coalesce(col("output_tokens"), lit(0L)))),
                        lit(0L))
                    .as("tokens"),
                coalesce(sum("cost"), lit(0.0)).as("cost"))
            .head();
    return new Risk.Cost(
        scope.values(Set.of(risk.metric())).count(),
        scope.labels().where(col("dimension").equalTo(risk.dimension())).count(),
        calls.getAs("calls"),
        calls.getAs("tokens"),
        calls.getAs("cost"));
  }

  private List<Risk.Chosen> thresholds(RiskConfig risk) {
    return scope
        .read(Tables.THRESHOLDS)
        .where(
            col("metric")
                .equalTo(risk.metric())
                .and(col("dimension").equalTo(risk.dimension()))
                .and(col("slice").equalTo(Slice.ALL))
                .and(col("appetite").equalTo(risk.appetite())))
        .orderBy("method")
        .collectAsList()
        .stream()
        .map(
            row ->
                new Risk.Chosen(
                    Values.text(row, "method"),
                    Values.number(row, "threshold"),
                    RowValues.list(row, "fold_thresholds"),
                    Values.number(row, "type_i"),
                    Values.number(row, "type_ii"),
                    Values.whole(row, "n"),
                    Values.text(row, "reason")))
        .toList();
  }

  private List<Double> scores(RiskConfig risk, String label) {
    Dataset<Row> labelled =
        scope
            .scored(
                scope
                    .labels()
                    .where(
                        col("dimension")
                            .equalTo(risk.dimension())
                            .and(col("label").equalTo(label))),
                Set.of(risk.metric()))
            .groupBy("case_id", "system", "repeat")
            .agg(max("value").as("value"));
    return Scope.sample(labelled, MOST_SCORES, col("case_id"), col("system"), col("repeat"))
        .select("value")
        .collectAsList()
        .stream()
        .map(row -> row.<Double>getAs("value"))
        .toList();
  }
}
