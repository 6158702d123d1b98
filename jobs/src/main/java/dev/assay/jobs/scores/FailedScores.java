package dev.assay.jobs.scores;

import static org.apache.spark.sql.functions.avg;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import dev.assay.config.AssayConfig;
import dev.assay.core.RowEvaluator;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.engine.StageException;
import dev.assay.tables.Tables;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Scores that evaluators owe, since they failed or took too long. */
final class FailedScores {
  private FailedScores() {}

  /**
   * Tells of evaluators that took too long for a response, and returns how many are owed for that:
   * the next {@code evaluate} tries them again.
   *
   * @throws StageException where more than the configured share of an evaluator's scores failed
   */
  static long tell(Run run, Dataset<Row> covered) {
    Dataset<Row> scores = run.store().read(Tables.SCORES);
    // Files tell for themselves where they have none of these, which is the rule: all scores are
    // read for the few metrics alone that have some.
    Dataset<Row> failed = scores.where(col("status").isin("model_error", "timeout"));
    if (failed.isEmpty()) {
      return 0;
    }
    Dataset<Row> keys = covered.select("case_id", "system", "repeat");
    Object[] failing =
        failed
            .join(keys, RunCoverage.keys(), "left_semi")
            .select("metric")
            .distinct()
            .collectAsList()
            .stream()
            .map(row -> row.getAs("metric"))
            .toArray();
    if (failing.length == 0) {
      return 0;
    }
    List<Row> metrics =
        scores
            .where(col("metric").isin(failing))
            .join(keys, RunCoverage.keys(), "left_semi")
            .withColumn("late", when(late(run.config()), 1L).otherwise(0L))
            .withColumn(
                "failed",
                when(col("status").equalTo("model_error"), 1.0)
                    .otherwise(col("late").cast("double")))
            .groupBy("metric")
            .agg(avg("failed").as("share"), sum("late").as("late"))
            .where(col("share").gt(0))
            .collectAsList();
    Map<String, Long> late = new TreeMap<>();
    for (Row metric : metrics) {
      String evaluator = metric.<String>getAs("metric").split("\\.", 2)[0];
      late.merge(evaluator, metric.<Long>getAs("late"), Math::max);
    }
    late.values().removeIf(number -> number == 0);
    late.forEach(
        (evaluator, number) ->
            System.err.printf(
                Locale.ROOT,
                "evaluate: %s took longer than evaluate.row-timeout-seconds = %d for %d responses;"
                    + " the next evaluate tries them again%n",
                evaluator,
                run.config().evaluate().rowTimeoutSeconds(),
                number));
    metrics.stream()
        .max(
            Comparator.comparing((Row metric) -> metric.<Double>getAs("share"))
                .thenComparing(metric -> metric.<String>getAs("metric"), Comparator.reverseOrder()))
        .ifPresent(worst -> require(worst, run.config().evaluate().maxErrorShare()));
    return late.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Of evaluators that compute: what is owed of those that ask is told where they ask. */
  private static Column late(AssayConfig config) {
    Object[] computing =
        EvaluatorSelection.evaluators(config).stream()
            .map(RowEvaluator::spec)
            .flatMap(spec -> spec.metrics().stream().map(spec::qualified))
            .toArray();
    return col("status").equalTo("timeout").and(col("metric").isin(computing));
  }

  private static void require(Row worst, double limit) {
    double share = worst.<Double>getAs("share");
    if (share > limit) {
      throw new StageException(
          String.format(
                  Locale.ROOT,
                  "%.1f %% of the scores of %s are model errors%s, more than"
                      + " evaluate.max-error-share = %s.",
                  100 * share,
                  worst.getAs("metric"),
                  worst.<Long>getAs("late") > 0 ? " or took too long" : "",
                  limit)
              + " The scores are stored; column 'reason' of table scores says what failed.");
    }
  }
}
