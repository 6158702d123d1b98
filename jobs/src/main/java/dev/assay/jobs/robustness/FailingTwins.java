package dev.assay.jobs.robustness;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.when;

import dev.assay.jobs.engine.Run;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Twins whose first answer fails what the system's first answer to their origin passes. */
public final class FailingTwins {
  private FailingTwins() {}

  /**
   * Columns case_id, system and metric; an attack fails where its goal was met.
   *
   * @param covered the responses with their cases
   * @param metrics qualified
   */
  public static Dataset<Row> of(Run run, Dataset<Row> covered, List<String> metrics) {
    return new TwinPairs(run, ChangedTwins.of(run, covered.where(col("repeat").equalTo(0))))
        .rows(metrics)
        .where(col("intensity").equalTo(TwinPairs.ALL).and(col("dimension").equalTo("")))
        .where(col("metric").isin(metrics.toArray()))
        .where(
            when(
                    col("metric").equalTo(AttackGoals.METRIC),
                    col("verdict").equalTo("true").and(col("was_verdict").equalTo("false")))
                .otherwise(col("verdict").equalTo("false").and(col("was_verdict").equalTo("true"))))
        .select("case_id", "system", "metric");
  }
}
