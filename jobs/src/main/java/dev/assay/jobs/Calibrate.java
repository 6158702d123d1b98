package dev.assay.jobs;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.size;
import static org.apache.spark.sql.functions.struct;

import dev.assay.calibration.Calibration;
import dev.assay.calibration.Calibrators;
import dev.assay.calibration.DoubleCalibration;
import dev.assay.calibration.Fitness;
import dev.assay.calibration.JointCalibration;
import dev.assay.calibration.JointJudgement;
import dev.assay.calibration.Judgement;
import dev.assay.calibration.LevelJudgement;
import dev.assay.calibration.LevelScale;
import dev.assay.calibration.Scale;
import dev.assay.config.AssayConfig;
import dev.assay.config.CalibrateConfig;
import dev.assay.config.JointModelConfig;
import dev.assay.config.SetsConfig;
import dev.assay.conformal.LevelCalibration;
import dev.assay.core.Direction;
import dev.assay.core.Evaluator;
import dev.assay.core.Spec;
import dev.assay.evaluators.Evaluators;
import dev.assay.stats.Resampling;
import dev.assay.stats.Seeds;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;

/**
 * Stage 1 (probability), thresholds and stage 2 (conformal sets) for every metric and human
 * dimension.
 */
public final class Calibrate implements Stage {
  private static final int BINS = 10;

  @Override
  public String name() {
    return "calibrate";
  }

  @Override
  public String meaning() {
    return "Fits, for every metric and labelled dimension, a map (calibrate.method) from scores to the"
        + " probability that a human says 1, or each level of an ordinal or nominal dimension, and split conformal prediction sets, on disjoint"
        + " groups; measures AUROC, calibration error and coverage on groups that neither has"
        + " seen, and says which metrics are unfit for decisions and why. Learn-then-Test finds the"
        + " largest share of cases that each metric may decide with few enough errors. Chooses"
        + " thresholds for every risk appetite by the methods that conf/reference.conf lists.";
  }

  @Override
  public List<Table> reads() {
    return List.of(Tables.SCORES, Tables.LABELS, Tables.RESPONSES, Tables.RUN_CASES);
  }

  @Override
  public List<Table> writes() {
    return List.of(Tables.CALIBRATIONS, Tables.THRESHOLDS, Tables.GUARANTEES);
  }

  @Override
  public List<String> keys() {
    return List.of(
        "calibrate",
        "thresholds",
        "risks",
        "sets",
        "automate",
        "label.dimensions",
        "label.consolidation");
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
    Selected.metrics(config).forEach((name, metric) -> scales.put(name, Scale.of(metric)));
    TreeSet<String> unknown = new TreeSet<>(config.calibrate().metrics());
    config.risks().values().forEach(risk -> unknown.add(risk.metric()));
    config.calibrate().models().values().forEach(model -> unknown.addAll(model.metrics()));
    unknown.removeAll(scales.keySet());
    unknown.removeAll(config.calibrate().models().keySet());
    if (!unknown.isEmpty()) {
      throw new StageException(
          "calibrate.metrics, calibrate.models or risks name metrics of no evaluator: "
              + String.join(", ", unknown)
              + ". Selected are: "
              + String.join(", ", Selected.metrics(config).keySet()));
    }
    return scales;
  }

  @Override
  public Counts run(Run run) {
    Dataset<Row> judged = new Judgements(run).sliced().persist(StorageLevel.MEMORY_AND_DISK());
    try {
      return run(run, judged);
    } finally {
      judged.unpersist();
    }
  }

  private static Counts run(Run run, Dataset<Row> judged) {
    HashMap<String, Scale> scales = scales(run.config());
    CalibrateConfig config = run.config().calibrate();
    long seed = run.config().run().seed();
    CalibrationRows rows = new CalibrationRows(run.time(), config, seed);
    DoubleCalibration calibration =
        new DoubleCalibration(
            Calibrators.of(
                config.method(),
                config.candidates(),
                config.folds(),
                Seeds.of(seed, "calibrate-folds", "")),
            LabelRows.splits(run),
            config.alpha(),
            config.minGroups(),
            BINS,
            new Fitness(config.minAuroc(), Set.of(Judgement.ANSWER_LENGTH)),
            new Resampling(config.replicates(), .95, Seeds.of(seed, "calibrate", "")));
    int few = config.sliceMinGroups();
    Dataset<Row> binary =
        cells(judged)
            .map(
                (MapFunction<Row, Row>)
                    cell -> {
                      List<Judgement> labelled = Judgements.of(cell.getList(3));
                      Scale scale = scales.get(cell.getString(0));
                      return rows.row(cell, labelled, fit(calibration, cell, labelled, scale, few));
                    },
                Encoders.row(Tables.CALIBRATIONS.schema()));
    Dataset<Row> fitted =
        withModels(
                run, withLevels(run, binary, scales, rows, calibration), scales, rows, calibration)
            .transform(Calibrate::withParents)
            .localCheckpoint();
    run.store().merge(Tables.CALIBRATIONS, fitted);
    Dataset<Row> thresholds = new ThresholdRows(run, scales).rows(judged).localCheckpoint();
    run.store().merge(Tables.THRESHOLDS, thresholds);
    Counts counts = Counts.of("calibrations", 0);
    for (Row status : fitted.groupBy("status").count().collectAsList()) {
      counts = counts.and("calibrations " + status.getString(0), status.getLong(1));
    }
    return counts
        .and("calibrations", fitted.count())
        .and("thresholds", thresholds.count())
        .and("guarantees", new Promises(run).store().values().get("guarantees"));
  }

  private static Dataset<Row> cells(Dataset<Row> judged) {
    return judged
        .groupBy("metric", "dimension", "slice")
        .agg(
            collect_list(
                    struct(
                        col("group_id"),
                        col("value"),
                        col("label"),
                        col("answer_length"),
                        col("copied_share")))
                .as("rows"));
  }

  /** Adds the calibrations of dimensions with levels, where any is declared. */
  private static Dataset<Row> withLevels(
      Run run,
      Dataset<Row> binary,
      HashMap<String, Scale> metrics,
      CalibrationRows rows,
      DoubleCalibration as) {
    TreeMap<String, LevelScale> scales = Judgements.scales(run.config());
    if (scales.isEmpty()) {
      return binary;
    }
    int few = run.config().calibrate().sliceMinGroups();
    SetsConfig sets = run.config().sets();
    return binary.unionByName(
        cells(new Judgements(run).slicedLevels())
            .map(
                (MapFunction<Row, Row>)
                    cell -> {
                      List<LevelJudgement> labelled = Judgements.ofLevels(cell.getList(3));
                      LevelScale levels = scales.get(cell.getString(1));
                      LevelCalibration calibration =
                          LevelCalibration.as(as, Category.score(sets, levels));
                      Scale metric = metrics.get(cell.getString(0));
                      boolean whole = cell.getString(2).equals(Cells.ALL);
                      int groups = LevelJudgement.groups(labelled);
                      return rows.row(
                          cell,
                          labelled,
                          whole || groups >= few
                              ? calibration.calibrate(labelled, levels, metric)
                              : calibration.counted(labelled, ofItsOwn(groups, few)),
                          levels);
                    },
                Encoders.row(Tables.CALIBRATIONS.schema())));
  }

  /** Adds the calibrations of models of several metrics. */
  private static Dataset<Row> withModels(
      Run run,
      Dataset<Row> others,
      HashMap<String, Scale> metrics,
      CalibrationRows rows,
      DoubleCalibration as) {
    int few = run.config().calibrate().sliceMinGroups();
    Dataset<Row> all = others;
    for (Map.Entry<String, JointModelConfig> entry : run.config().calibrate().models().entrySet()) {
      JointModelConfig model = entry.getValue();
      List<Direction> directions =
          model.metrics().stream()
              .map(input -> metrics.getOrDefault(input, Scale.of(Direction.NONE)).direction())
              .toList();
      JointCalibration calibration = new JointCalibration(as, model.method());
      all =
          all.unionByName(
              cells(new Judgements(run).joint(entry.getKey(), model))
                  .map(
                      (MapFunction<Row, Row>)
                          cell -> {
                            List<JointJudgement> labelled =
                                JointScores.judgements(cell.getList(3), model.metrics());
                            boolean whole = cell.getString(2).equals(Cells.ALL);
                            int groups = JointJudgement.groups(labelled);
                            return rows.row(
                                cell,
                                labelled,
                                whole || groups >= few
                                    ? calibration.calibrate(labelled, directions)
                                    : calibration.counted(labelled, ofItsOwn(groups, few)),
                                model);
                          },
                      Encoders.row(Tables.CALIBRATIONS.schema())));
    }
    return all;
  }

  private static String ofItsOwn(int groups, int few) {
    return "%d labelled groups of the %d of a slice of its own".formatted(groups, few);
  }

  /** A slice with too few groups is only counted: it takes its parent's calibration. */
  private static Calibration fit(
      DoubleCalibration calibration, Row cell, List<Judgement> rows, Scale scale, int few) {
    boolean whole = cell.getString(2).equals(Cells.ALL);
    return whole || Judgement.groups(rows) >= few
        ? calibration.calibrate(rows, scale)
        : calibration.counted(rows, ofItsOwn(Judgement.groups(rows), few));
  }

  /** Gives slices that were only counted the map, quantile and status of {@code all}. */
  private static Dataset<Row> withParents(Dataset<Row> fitted) {
    Dataset<Row> rows = fitted.localCheckpoint();
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
            .join(parents, Covered.on(List.of("metrics", "dimension")))
            .withColumn(
                "reason",
                concat(
                    col("own"),
                    lit(": that of all is used"),
                    coalesce(concat(lit("; "), col("reason")), lit(""))));
    return rows.where(not(counted)).unionByName(children.drop("own"));
  }
}
