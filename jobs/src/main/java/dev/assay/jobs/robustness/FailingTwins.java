package dev.assay.jobs.robustness;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import dev.assay.conformal.Decision;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.tables.Tables;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Twins whose first answer fails what the system's first answer to their origin passes. */
public final class FailingTwins {
  private static final String ACCEPT = Decision.ACCEPT.id();

  private FailingTwins() {}

  /**
   * Columns case_id, system and metric; an attack fails where its goal was met, and a decision
   * ({@link DecisionName}) where the machine accepts the origin's answer and not the twin's.
   *
   * @param covered the responses with their cases
   * @param metrics qualified, or {@code decision.DIMENSION}
   */
  public static Dataset<Row> of(Run run, Dataset<Row> covered, List<String> metrics) {
    Dataset<Row> pairs =
        new TwinPairs(run, ChangedTwins.of(run, covered.where(col("repeat").equalTo(0))))
            .rows(metrics)
            .where(col("intensity").equalTo(TwinPairs.ALL));
    Dataset<Row> decisions =
        pairs
            .where(concat(lit(DecisionName.PREFIX), col("dimension")).isin(metrics.toArray()))
            .where(col("was_verdict").equalTo(ACCEPT).and(col("verdict").notEqual(ACCEPT)))
            .join(ruled(run), RunCoverage.on(List.of("case_id", "system", "metric", "dimension")))
            .select(col("case_id"), col("system"), DecisionName.column().as("metric"));
    return pairs
        .where(col("dimension").equalTo("").and(col("metric").isin(metrics.toArray())))
        .where(
            when(
                    col("metric").equalTo(AttackGoals.METRIC),
                    col("verdict").equalTo("true").and(col("was_verdict").equalTo("false")))
                .otherwise(col("verdict").equalTo("false").and(col("was_verdict").equalTo("true"))))
        .select("case_id", "system", "metric")
        .union(decisions);
  }

  /** A decision for want of a value says nothing of the edit. */
  private static Dataset<Row> ruled(Run run) {
    return run.store()
        .read(Tables.DECISIONS)
        .where(col("repeat").equalTo(0).and(col("prediction_set").isNotNull()))
        .select("case_id", "system", "metric", "dimension");
  }
}
