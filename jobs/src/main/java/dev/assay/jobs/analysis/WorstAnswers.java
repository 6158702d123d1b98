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

/**
 * The cases behind what is said of a mean: those whose answers fail it furthest, and those that it
 * lacks.
 */
final class WorstAnswers {
  /** Cases that a problem names at most. */
  private static final int CASES = 5;

  private WorstAnswers() {}

  /**
   * The same findings, of which those about a mean name cases: the worst first, of equal ones and
   * of those without a value that with the smaller id.
   *
   * @param covered the covered responses with {@code attributes}; twins are in no mean
   * @param scores of any responses
   * @param down metrics where lower is better
   */
  static List<Finding> named(
      List<Finding> findings, Dataset<Row> covered, Dataset<Row> scores, List<String> down) {
    Column past =
        metrics(findings, MeanFindings.PAST).and(col("value").isNotNull()).and(not(col("passed")));
    Column missing = metrics(findings, MeanFindings.MISSING).and(col("value").isNull());
    if (findings.stream().noneMatch(WorstAnswers::isOfCases)) {
      return findings;
    }
    Column badness =
        when(col("metric").isin(down.toArray()), col("value")).otherwise(col("value").multiply(-1));
    Map<String, List<String>> worst = new HashMap<>();
    scores
        .withColumn(
            "kind", when(past, MeanFindings.PAST).otherwise(when(missing, MeanFindings.MISSING)))
        .where(col("kind").isNotNull())
        .join(
            covered.where(not(TwinAttributes.made())).select("case_id", "system", "repeat"),
            RunCoverage.keys(),
            "left_semi")
        .groupBy("kind", "system", "metric", "case_id")
        .agg(max(badness).as("badness"))
        .withColumn(
            "place",
            row_number()
                .over(
                    Window.partitionBy("kind", "system", "metric")
                        .orderBy(col("badness").desc(), col("case_id"))))
        .where(col("place").leq(CASES))
        .orderBy("kind", "system", "metric", "place")
        .collectAsList()
        .forEach(
            row ->
                worst
                    .computeIfAbsent(
                        key(row.getAs("kind"), row.getAs("system"), row.getAs("metric")),
                        key -> new ArrayList<>())
                    .add(row.getAs("case_id")));
    return findings.stream()
        .map(
            one ->
                isOfCases(one)
                    ? one.about(
                        worst.getOrDefault(key(one.kind(), one.system(), one.metric()), List.of()))
                    : one)
        .toList();
  }

  private static boolean isOfCases(Finding finding) {
    return finding.kind().equals(MeanFindings.PAST) || finding.kind().equals(MeanFindings.MISSING);
  }

  private static Column metrics(List<Finding> findings, String kind) {
    return col("metric")
        .isin(
            findings.stream()
                .filter(one -> one.kind().equals(kind))
                .map(Finding::metric)
                .distinct()
                .toArray());
  }

  private static String key(String kind, String system, String metric) {
    return kind + "|" + system + "|" + metric;
  }
}
