package dev.assay.jobs.analysis;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.when;

import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.perturb.TwinAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;

/** The cases behind a mean that is past its threshold: those whose answers fail it furthest. */
final class WorstAnswers {
  /** Cases that a problem names at most. */
  private static final int CASES = 5;

  private WorstAnswers() {}

  /**
   * The same findings, of which those about a mean name its worst cases, the worst first; of equal
   * ones that with the smaller id.
   *
   * @param covered the covered responses with {@code attributes}; twins are in no mean
   * @param scores of any responses
   * @param down metrics where lower is better
   */
  static List<Finding> named(
      List<Finding> findings, Dataset<Row> covered, Dataset<Row> scores, List<String> down) {
    List<String> metrics =
        findings.stream()
            .filter(one -> one.kind().equals(MeanFindings.PAST))
            .map(Finding::metric)
            .distinct()
            .toList();
    if (metrics.isEmpty()) {
      return findings;
    }
    Column badness =
        when(col("metric").isin(down.toArray()), col("value")).otherwise(col("value").multiply(-1));
    Map<String, List<String>> worst = new HashMap<>();
    scores
        .where(col("metric").isin(metrics.toArray()).and(not(col("passed"))))
        .join(
            covered.where(not(TwinAttributes.made())).select("case_id", "system", "repeat"),
            RunCoverage.keys(),
            "left_semi")
        .groupBy("system", "metric", "case_id")
        .agg(max(badness).as("badness"))
        .withColumn(
            "place",
            row_number()
                .over(
                    Window.partitionBy("system", "metric")
                        .orderBy(col("badness").desc(), col("case_id"))))
        .where(col("place").leq(CASES))
        .orderBy("system", "metric", "place")
        .collectAsList()
        .forEach(
            row ->
                worst
                    .computeIfAbsent(
                        row.getAs("system") + "|" + row.getAs("metric"), key -> new ArrayList<>())
                    .add(row.getAs("case_id")));
    return findings.stream()
        .map(
            one ->
                one.kind().equals(MeanFindings.PAST)
                    ? one.about(worst.getOrDefault(one.system() + "|" + one.metric(), List.of()))
                    : one)
        .toList();
  }
}
