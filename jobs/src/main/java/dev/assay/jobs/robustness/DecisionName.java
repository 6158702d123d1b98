package dev.assay.jobs.robustness;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.lit;

import java.util.Optional;
import org.apache.spark.sql.Column;

/**
 * A decision of {@code apply} where a metric is named: {@code decision.DIMENSION by METRIC}. A twin
 * fails it where the machine accepts the answer to its origin and not its own.
 *
 * @param metric evaluator.metric that decides
 */
public record DecisionName(String dimension, String metric) {
  /** Before a dimension: decisions on it, by whichever metric. */
  public static final String PREFIX = "decision.";

  private static final String BY = " by ";

  /** The decision of this name; empty for a metric. */
  public static Optional<DecisionName> parse(String name) {
    int by = name.lastIndexOf(BY);
    return name.startsWith(PREFIX) && by > 0
        ? Optional.of(
            new DecisionName(name.substring(PREFIX.length(), by), name.substring(by + BY.length())))
        : Optional.empty();
  }

  /** Of a row with {@code dimension} and {@code metric}. */
  public static Column column() {
    return concat(lit(PREFIX), col("dimension"), lit(BY), col("metric"));
  }

  @Override
  public String toString() {
    return PREFIX + dimension + BY + metric;
  }
}
