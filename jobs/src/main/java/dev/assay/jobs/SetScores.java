package dev.assay.jobs;

import static org.apache.spark.sql.functions.col;

import dev.assay.config.AssayConfig;
import dev.assay.core.Evaluator;
import dev.assay.core.SetEvaluator;
import dev.assay.spark.SetEvaluation;
import dev.assay.tables.Tables;
import java.io.Serializable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** The selected set evaluators over a run's responses, by system and slice, into set_scores. */
final class SetScores {
  private SetScores() {}

  /** Computes and stores; returns how many set evaluators ran. */
  static long store(Run run, Dataset<Row> covered) {
    Dataset<Row> examples = covered.withColumn("slices", Cells.slices());
    long ran = 0;
    for (Evaluator evaluator : Selected.all(run.config())) {
      if (evaluator instanceof SetEvaluator<?, ?> set) {
        String own = evaluator.spec().id() + ".";
        run.store()
            .deleteWhere(
                Tables.SET_SCORES,
                col("run_id").equalTo(run.runId()).and(col("metric").startsWith(own)));
        run.store().append(Tables.SET_SCORES, rows(set, run, examples));
        ran++;
      }
    }
    return ran;
  }

  private static <O extends Serializable, S extends Serializable> Dataset<Row> rows(
      SetEvaluator<O, S> evaluator, Run run, Dataset<Row> examples) {
    AssayConfig config = run.config();
    return new SetEvaluation<>(
            evaluator, ModelSettings.ids(config.models()), ModelSettings.source(config.models()))
        .apply(examples, run.runId(), Tables.SET_SCORES.schema());
  }
}
