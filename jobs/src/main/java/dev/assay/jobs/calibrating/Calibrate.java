package dev.assay.jobs.calibrating;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.size;
import static org.apache.spark.sql.functions.struct;

import dev.assay.base.Seeds;
import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.LogisticCalibrator;
import dev.assay.calibration.Scale;
import dev.assay.config.AssayConfig;
import dev.assay.config.CalibrateConfig;
import dev.assay.conformal.DoubleCalibration;
import dev.assay.conformal.Fitness;
import dev.assay.conformal.LeastAmbiguous;
import dev.assay.core.Evaluator;
import dev.assay.core.Spec;
import dev.assay.evaluators.Evaluators;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.engine.StageSpec;
import dev.assay.jobs.labels.LabelRows;
import dev.assay.jobs.scores.Cells;
import dev.assay.jobs.scores.EvaluatorSelection;
import dev.assay.spark.Kept;
import dev.assay.stats.Resampling;
import dev.assay.tables.Concurrently;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;

/**
 * Stage 1 (probability), thresholds and stage 2 (conformal sets) for every metric and human
 * dimension.
 */
public final class Calibrate implements Stage {
  private static final StageSpec SPEC =
      StageSpec.of("calibrate")
          .reads(
              Tables.SCORES, Tables.LABELS, Tables.CASE_STRATA, Tables.RESPONSES, Tables.RUN_CASES)
          .writes(Tables.CALIBRATIONS, Tables.THRESHOLDS, Tables.GUARANTEES)
          .keys(
              "calibrate",
              "thresholds",
              "risks",
              "sets",
              "automate",
              "label.dimensions",
              "label.consolidation");

  private static final int BINS = 10;

  @Override
  public StageSpec spec() {
    return SPEC;
  }

  @Override
  public Plan plan(AssayConfig config) {
    scales(config);
    return Plan.NO_MODEL;
  }

  /**
   * Of the metrics of all evaluators: scores of some that are not selected any more may be in the
   * store.
   */
  private static HashMap<String, Scale> scales(AssayConfig config) {
    HashMap<String, Scale> scales = new HashMap<>();
    for (Evaluator evaluator : Evaluators.all()) {
      Spec spec = evaluator.spec();
      spec.metrics().forEach(metric -> scales.put(spec.qualified(metric), Scale.of(metric)));
    }
    EvaluatorSelection.metrics(config)
        .forEach((name, metric) -> scales.put(name, Scale.of(metric)));
    TreeSet<String> unknown = new TreeSet<>(config.calibrate().metrics());
    config.risks().values().forEach(risk -> unknown.add(risk.metric()));
    config.jointModels().values().forEach(model -> unknown.addAll(model.metrics()));
    unknown.removeAll(scales.keySet());
    unknown.removeAll(config.jointModels().keySet());
    if (!unknown.isEmpty()) {
      throw new StageException(
          "calibrate.metrics, calibrate.models or risks name metrics of no evaluator: "
              + String.join(", ", unknown)
              + ". Selected are: "
              + String.join(", ", EvaluatorSelection.metrics(config).keySet()));
    }
    return scales;
  }

  /** Labels of other nights count with what was scored in theirs. */
  @Override
  public boolean readsAllNights(Table table) {
    return table.apart();
  }

  @Override
  public Counts run(Run run) {
    // Kept before they are told off to slices: a row is in several, and the thresholds and the
    // promises want it in one.
    Dataset<Row> labelled =
        run.step(
            "labelled scores",
            () -> Promises.wanted(run, new Judgements(run).rows()).transform(Kept::onDisk));
    try {
      return run(run, labelled);
    } finally {
      labelled.unpersist();
    }
  }

  private static Counts run(Run run, Dataset<Row> labelled) {
    Dataset<Row> sliced = Judgements.sliced(labelled);
    HashMap<String, Scale> scales = scales(run.config());
    CalibrationWork work = work(run, scales);
    Counts[] promises = new Counts[1];
    Counts[] found = new Counts[2];
    // To plan their queries takes as long as few labels do: one runs meanwhile.
    Concurrently.run(
        run.spark(),
        List.of(
            () -> {
              Dataset<Row> fitted =
                  run.step("fits", () -> fitted(sliced, work).transform(Kept::apart));
              run.store().merge(Tables.CALIBRATIONS, fitted);
              promises[0] = run.step("promises", () -> new Promises(run).store(labelled));
              found[0] = run.step("counts", () -> counts(fitted));
            },
            () -> {
              Dataset<Row> thresholds =
                  run.step(
                      "thresholds",
                      () -> new ThresholdRows(run, scales).rows(sliced).transform(Kept::apart));
              run.store().merge(Tables.THRESHOLDS, thresholds);
              found[1] = run.step("counts", () -> Counts.of("thresholds", thresholds.count()));
            }));
    return found[0].plus(found[1]).and("guarantees", promises[0].values().get("guarantees"));
  }

  private static Counts counts(Dataset<Row> fitted) {
    Counts counts = Counts.of("calibrations", 0);
    for (Row status : fitted.groupBy("status").count().collectAsList()) {
      counts =
          counts.and("calibrations " + status.<String>getAs("status"), status.<Long>getAs("count"));
    }
    return counts.and("calibrations", fitted.count());
  }

  private static Dataset<Row> fitted(Dataset<Row> labelled, CalibrationWork work) {
    return labelled
        .groupBy("metric", "dimension", "slice")
        .agg(
            collect_list(struct("group_id", "label", "scores", "answer_length", "copied_share"))
                .as("rows"))
        .map((MapFunction<Row, Row>) work::row, Encoders.row(Tables.CALIBRATIONS.schema()))
        .transform(Calibrate::withParents);
  }

  private static CalibrationWork work(Run run, HashMap<String, Scale> scales) {
    CalibrateConfig config = run.config().calibrate();
    long seed = run.config().run().seed();
    CellCalibrators calibrators =
        CellCalibrators.of(run.config(), scales, Seeds.of(seed, "calibrate-folds", ""));
    DoubleCalibration plan =
        new DoubleCalibration(
            new LogisticCalibrator(),
            new LeastAmbiguous(),
            LabelRows.splits(run),
            config.alpha(),
            config.minGroups(),
            BINS,
            new Fitness(config.minAuroc(), Set.of(LabelledResponse.ANSWER_LENGTH)),
            new Resampling(config.replicates(), .95, Seeds.of(seed, "calibrate", "")));
    return new CalibrationWork(
        plan,
        calibrators,
        run.config().sets(),
        config.sliceMinGroups(),
        new CalibrationRows(run.time(), config, seed, run.store().night()));
  }

  /** Gives slices that were only counted the map, quantile and status of {@code all}. */
  private static Dataset<Row> withParents(Dataset<Row> fitted) {
    Dataset<Row> rows = fitted.transform(Kept::apart);
    Column counted =
        col("slice")
            .notEqual(Cells.ALL)
            .and(size(col("parameters")).equalTo(0))
            .and(col("status").equalTo("too_few"));
    Dataset<Row> parents =
        rows.where(col("slice").equalTo(Cells.ALL))
            .select("metrics", "dimension", "method", "parameters", "quantile", "status", "reason");
    Dataset<Row> children =
        rows.where(counted)
            .withColumnRenamed("reason", "own")
            .drop("method", "parameters", "quantile", "status")
            .join(parents, RunCoverage.on(List.of("metrics", "dimension")))
            .withColumn(
                "reason",
                concat(
                    col("own"),
                    lit(": that of all is used"),
                    coalesce(concat(lit("; "), col("reason")), lit(""))));
    return rows.where(not(counted)).unionByName(children.drop("own"));
  }
}
