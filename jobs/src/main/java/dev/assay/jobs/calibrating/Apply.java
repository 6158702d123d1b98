package dev.assay.jobs.calibrating;

import dev.assay.config.AssayConfig;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageSpec;
import dev.assay.spark.Kept;
import dev.assay.tables.Concurrently;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Turns scores into probabilities, prediction sets, decisions and a review queue. */
public final class Apply implements Stage {
  private static final StageSpec SPEC =
      StageSpec.of("apply")
          .reads(
              Tables.SCORES,
              Tables.CALIBRATIONS,
              Tables.GUARANTEES,
              Tables.CASE_STRATA,
              Tables.RESPONSES,
              Tables.LABELS,
              Tables.RUN_CASES)
          .writes(Tables.DECISIONS, Tables.REVIEW_QUEUE)
          .keys("calibrate.alpha", "sets", "automate", "review");

  @Override
  public StageSpec spec() {
    return SPEC;
  }

  @Override
  public Plan plan(AssayConfig config) {
    return Plan.NO_MODEL;
  }

  @Override
  public Counts run(Run run) {
    List<StoredCalibration> calibrated =
        run.step("calibrations", () -> StoredCalibration.latest(run));
    if (calibrated.isEmpty()) {
      return Counts.of("decisions", 0);
    }
    Dataset<Row> responses = run.step("coverage", () -> Kept.ifFew(RunCoverage.responses(run)));
    Dataset<Row> covered = responses.select("case_id", "system", "repeat");
    Dataset<Row> decisions =
        run.step(
            "decisions",
            () -> new Decisions(run, calibrated).rows(responses).transform(Kept::apart));
    Dataset<Row> queue =
        run.step(
            "review queue",
            () ->
                new ReviewQueue(run, calibrated).rows(decisions, responses).transform(Kept::apart));
    // The decisions of covered responses are replaced as a whole: a metric may have left.
    Concurrently.run(
        run.spark(),
        List.of(
            () -> put(run, Tables.DECISIONS, covered, decisions),
            () -> put(run, Tables.REVIEW_QUEUE, covered, queue)));
    return run.step("counts", () -> counts(decisions, queue));
  }

  private static Counts counts(Dataset<Row> decisions, Dataset<Row> queue) {
    Counts counts = Counts.of("decisions", decisions.count()).and("to review", queue.count());
    for (Row decision : decisions.groupBy("decision").count().collectAsList()) {
      counts = counts.and("decisions " + decision.getAs("decision"), decision.getAs("count"));
    }
    return counts;
  }

  private static void put(Run run, Table table, Dataset<Row> covered, Dataset<Row> rows) {
    run.store().delete(table, covered, RunCoverage.KEYS);
    run.store().append(table, rows);
  }
}
