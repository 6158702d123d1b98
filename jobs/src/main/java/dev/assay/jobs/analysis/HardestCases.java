package dev.assay.jobs.analysis;

import static org.apache.spark.sql.functions.avg;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.round;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import dev.assay.jobs.engine.RunCoverage;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * The case that most answers fail: one for each primary metric and one over all of them. Of cases
 * that fail as often, the one with the worse mean, then the smaller id.
 */
final class HardestCases {
  private static final String EVERYTHING = "";

  private HardestCases() {}

  /**
   * Insights.
   *
   * @param primaries qualified metrics
   * @param down those of them where lower is better
   */
  static List<Finding> insights(
      Dataset<Row> covered, Dataset<Row> scores, List<String> primaries, List<String> down) {
    Column badness =
        when(col("metric").isin(down.toArray()), col("value")).otherwise(col("value").multiply(-1));
    Dataset<Row> judged =
        scores
            .where(col("passed").isNotNull().and(col("metric").isin(primaries.toArray())))
            .join(covered.select("case_id", "system", "repeat", "question"), RunCoverage.keys())
            .select(
                col("case_id"),
                col("metric"),
                col("question"),
                when(col("passed"), 0L).otherwise(1L).as("failed"),
                badness.as("badness"));
    Dataset<Row> all = judged.withColumn("metric", lit(EVERYTHING)).withColumn("badness", lit(0.0));
    Dataset<Row> cases =
        judged
            .unionByName(all)
            .groupBy("metric", "case_id")
            .agg(
                max("question").as("question"),
                sum("failed").as("failed"),
                count(lit(1)).as("n"),
                round(avg("badness"), 9).as("badness"))
            .where(col("failed").gt(0))
            .withColumn("share", round(col("failed").divide(col("n")), 9));
    List<Row> hardest =
        cases
            .groupBy("metric")
            .agg(
                min(struct(
                        col("share").multiply(-1),
                        col("failed").multiply(-1),
                        col("badness").multiply(-1),
                        col("case_id"),
                        col("question"),
                        col("failed"),
                        col("n")))
                    .as("first"))
            .orderBy("metric")
            .selectExpr("metric", "first.case_id", "first.question", "first.failed", "first.n")
            .collectAsList();
    List<Finding> found = new ArrayList<>();
    for (Row row : hardest) {
      String metric = row.getAs("metric");
      boolean everything = metric.equals(EVERYTHING);
      found.add(
          new Finding(
              Finding.LOW,
              metric,
              "",
              everything ? "hardest_case_of_all" : "hardest_case",
              Finding.say(
                  "The hardest case%s is %s: %d of %d %s fail%s. Case %s.",
                  everything ? "" : " for " + metric,
                  Finding.quote(row.getAs("question")),
                  row.getAs("failed"),
                  row.getAs("n"),
                  everything ? "checks of its answers" : "answers",
                  everything ? "" : " it",
                  row.getAs("case_id")),
              "Read the answers to this case: what all systems fail may be the case's own fault.",
              List.of(row.<String>getAs("case_id"))));
    }
    return found;
  }
}
