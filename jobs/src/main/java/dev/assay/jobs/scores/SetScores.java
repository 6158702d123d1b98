package dev.assay.jobs.scores;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import dev.assay.config.AssayConfig;
import dev.assay.core.SetEvaluator;
import dev.assay.jobs.engine.ModelSettings;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.slices.Slices;
import dev.assay.spark.SetEvaluation;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * The selected set evaluators over a run's responses, by system and slice, into set_scores: all of
 * them in one pass, with design weights where every case was sampled, and intervals by groups.
 */
final class SetScores {
  private SetScores() {}

  /** Computes and stores; returns how many set evaluators ran. */
  static long store(Run run, Dataset<Row> covered) {
    List<SetEvaluator<?, ?>> evaluators = new ArrayList<>();
    EvaluatorSelection.all(run.config()).stream()
        .filter(SetEvaluator.class::isInstance)
        .forEach(evaluator -> evaluators.add((SetEvaluator<?, ?>) evaluator));
    if (!evaluators.isEmpty()) {
      AssayConfig config = run.config();
      SetEvaluation evaluation =
          new SetEvaluation(
              evaluators,
              ModelSettings.ids(config.models()),
              ModelSettings.source(config.models()),
              config.analyze().confidence(),
              EvaluatorSelection.limit(config));
      Column own =
          evaluators.stream()
              .map(evaluator -> col("metric").startsWith(evaluator.spec().id() + "."))
              .reduce(Column::or)
              .orElseThrow();
      run.store().deleteWhere(Tables.SET_SCORES, col("run_id").equalTo(run.runId()).and(own));
      run.store()
          .append(
              Tables.SET_SCORES,
              evaluation.apply(
                  weighted(covered).withColumn("slices", Slices.USUAL.column()), run.runId()));
    }
    return evaluators.size();
  }

  /** With sampling weights where every case has one, as in {@link Cells}, else with none. */
  private static Dataset<Row> weighted(Dataset<Row> covered) {
    return covered.where(col("sampling_weight").isNull()).isEmpty()
        ? covered
        : covered.withColumn("sampling_weight", lit(null).cast("double"));
  }
}
