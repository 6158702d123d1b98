package dev.assay.jobs;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.element_at;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.struct;

import dev.assay.calibration.LabelledScore;
import dev.assay.calibration.LevelJudgement;
import dev.assay.calibration.PassMap;
import dev.assay.calibration.ProbabilityMap;
import dev.assay.calibration.Splits;
import dev.assay.calibration.StatedMap;
import dev.assay.config.AutomateConfig;
import dev.assay.config.SetsConfig;
import dev.assay.conformal.Automation;
import dev.assay.conformal.Automation.Tested;
import dev.assay.conformal.Family;
import dev.assay.conformal.Guarantee;
import dev.assay.conformal.JudgedCase;
import dev.assay.conformal.JudgedParts;
import dev.assay.conformal.LevelParts;
import dev.assay.conformal.LevelSets;
import dev.assay.conformal.SetGuarantees;
import dev.assay.conformal.SmallSampleSets;
import dev.assay.stats.Seeds;
import dev.assay.tables.Tables;
import java.io.Serializable;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/**
 * What is promised of every metric's sets and decisions. Labelled rows stay where they are, grouped
 * by metric and dimension; what comes to the driver is a few numbers a cell, which the family-wise
 * test needs together.
 */
final class Promises {
  private final Run run;

  Promises(Run run) {
    this.run = run;
  }

  /** What a guarantee is about. */
  private record Subject(String calibrationId, String metric, String dimension)
      implements Serializable {

    String name() {
      return metric + " " + dimension;
    }
  }

  /**
   * What the executors find out of one metric and dimension.
   *
   * @param decides whether anything can be accepted or rejected: some label passes
   */
  private record Cell(
      Subject subject, List<Row> promises, Tested tested, double trainAuroc, boolean decides)
      implements Serializable {

    String name() {
      return subject.name();
    }
  }

  /** Fits and stores them for the calibrations of this run. */
  Counts store() {
    AutomateConfig automate = run.config().automate();
    List<Cell> cells = cells();
    Map<String, Tested> tested = new TreeMap<>();
    for (Cell cell : cells) {
      if (cell.decides() && cell.trainAuroc() >= run.config().calibrate().minAuroc()) {
        tested.put(cell.name(), cell.tested());
      }
    }
    Family family = Family.of(tested, automation(), automate.familyWise());
    List<Row> rows = new ArrayList<>();
    for (Cell cell : cells) {
      rows.addAll(cell.promises());
      if (cell.decides()) {
        Guarantee decided = family.guarantee(cell.name(), cell.tested());
        rows.add(row(cell.subject(), decided, List.of(), run.time()));
      }
    }
    Dataset<Row> dataset = run.spark().createDataFrame(rows, Tables.GUARANTEES.schema());
    run.store().merge(Tables.GUARANTEES, dataset);
    return Counts.of("guarantees", rows.size());
  }

  private Automation automation() {
    AutomateConfig automate = run.config().automate();
    long seed = Seeds.of(run.config().run().seed(), "automate", "");
    return new Automation(automate.alpha(), automate.delta(), seed);
  }

  private List<Cell> cells() {
    HashMap<String, ProbabilityMap> maps = new HashMap<>();
    HashMap<String, String> ids = calibrationIds();
    List<Calibrated> models = new ArrayList<>();
    for (Calibrated one : Calibrated.fittedAt(run, run.time())) {
      one.rule().ifPresent(rule -> maps.put(one.metric() + " " + one.dimension(), rule.map()));
      one.joint().ifPresent(joint -> models.add(one));
    }
    Automation automation = automation();
    Splits splits = LabelRows.splits(run);
    String method = run.config().sets().method();
    SmallSampleSets small = small(run, method);
    SetGuarantees sets =
        new SetGuarantees(
            run.config().calibrate().alpha(),
            method.equals("weighted"),
            Category.byLabel(run.config().sets()));
    SetsConfig config = run.config().sets();
    Timestamp time = run.time();
    List<Cell> cells =
        new ArrayList<>(
            labelled(models)
                .groupBy("metric", "dimension")
                .agg(
                    collect_list(
                            struct(
                                col("group_id"),
                                col("value"),
                                col("label"),
                                col("weight"),
                                col("category")))
                        .as("rows"))
                .toJavaRDD()
                .filter(row -> maps.containsKey(row.getString(0) + " " + row.getString(1)))
                .map(
                    row -> {
                      ProbabilityMap map = maps.get(row.getString(0) + " " + row.getString(1));
                      JudgedParts parts = JudgedParts.of(splits, cases(row.getList(2), map));
                      Subject subject =
                          new Subject(
                              ids.get(row.getString(0) + " " + row.getString(1)),
                              row.getString(0),
                              row.getString(1));
                      List<Row> promises = new ArrayList<>();
                      boolean decides = true;
                      if (map instanceof PassMap levels) {
                        decides = !levels.scale().passing().isEmpty();
                        LevelSets own = new LevelSets(sets, Category.score(config, levels.scale()));
                        LevelParts divided = LevelParts.of(splits, levels(row.getList(2)));
                        for (Guarantee one : own.of(levels, divided)) {
                          promises.add(row(subject, one, List.of(), time));
                        }
                      } else if (SmallSampleSets.knows(method) && !(map instanceof StatedMap)) {
                        promises.add(row(subject, small.of(parts), small.rows(parts), time));
                      } else {
                        for (Guarantee one : sets.of(parts)) {
                          promises.add(row(subject, one, List.of(), time));
                        }
                      }
                      if (decides) {
                        promises.add(row(subject, automation.risk(parts), List.of(), time));
                      }
                      return new Cell(
                          subject,
                          promises,
                          automation.test(parts),
                          parts.trainAuroc().orElse(0),
                          decides);
                    })
                .collect());
    cells.sort(java.util.Comparator.comparing(Cell::name));
    return cells;
  }

  private HashMap<String, String> calibrationIds() {
    HashMap<String, String> ids = new HashMap<>();
    run.store()
        .read(Tables.CALIBRATIONS)
        .where(col("fitted_at").equalTo(run.time()).and(col("slice").equalTo(Cells.ALL)))
        .select(element_at(col("metrics"), 1), col("dimension"), col("calibration_id"))
        .collectAsList()
        .forEach(row -> ids.put(row.getString(0) + " " + row.getString(1), row.getString(2)));
    return ids;
  }

  private static List<LevelJudgement> levels(List<Row> rows) {
    List<LevelJudgement> levels = new ArrayList<>();
    for (Row row : rows) {
      levels.add(
          new LevelJudgement(
              row.getString(0),
              row.getDouble(1),
              row.getInt(2),
              row.getDouble(3),
              row.getString(4),
              Map.of()));
    }
    return levels;
  }

  /** Of levels, those that pass count as 1 and the others as 0. */
  private static List<JudgedCase> cases(List<Row> rows, ProbabilityMap map) {
    List<JudgedCase> cases = new ArrayList<>();
    for (Row row : rows) {
      int label = row.getInt(2);
      if (map instanceof PassMap levels) {
        label = levels.scale().passing().contains(label) ? 1 : 0;
      }
      cases.add(
          new JudgedCase(
              row.getString(0),
              row.getDouble(1),
              map.probability(row.getDouble(1)),
              label,
              row.getDouble(3),
              row.getString(4)));
    }
    return cases;
  }

  /** metric, dimension, group_id, value, label, weight, category: one row a labelled score. */
  private Dataset<Row> labelled(List<Calibrated> models) {
    LabelledScores scores = new LabelledScores(run);
    Dataset<Row> all =
        Judgements.scales(run.config()).isEmpty()
            ? scores.rows()
            : scores.rows().unionByName(scores.levels());
    for (Calibrated model : models) {
      all = all.unionByName(scores.modelled(model));
    }
    Dataset<Row> judged =
        all.join(
            Covered.responses(run)
                .withColumn("category", Category.of(run.config().sets()))
                .select("case_id", "system", "repeat", "category"),
            Covered.keys());
    if (!run.config().sets().method().equals("weighted")) {
      return judged.withColumn("weight", lit(1.0));
    }
    // A label without a known chance belongs to no design and cannot be weighted.
    return judged.join(scores.weights(), LabelledScores.keys());
  }

  /** Sets for few labels, as this run's configuration has them. */
  static SmallSampleSets small(Run run, String method) {
    return new SmallSampleSets(
        method, run.config().calibrate().alpha(), Seeds.of(run.config().run().seed(), "sets", ""));
  }

  /** The labelled rows that a guarantee keeps. */
  static List<LabelledScore> labelledCases(List<Row> rows) {
    return rows.stream()
        .map(
            row ->
                new LabelledScore(
                    row.getString(0), row.getDouble(1), row.getInt(2), row.getDouble(3)))
        .toList();
  }

  private static Row row(
      Subject subject, Guarantee one, List<LabelledScore> cases, Timestamp time) {
    return RowFactory.create(
        subject.calibrationId(),
        one.slice(),
        one.method(),
        subject.metric(),
        subject.dimension(),
        time,
        one.kind().id(),
        one.alpha(),
        one.delta().orElse(null),
        one.quantile().orElse(null),
        (long) one.groups(),
        one.decided().map(Integer::longValue).orElse(null),
        one.errors().map(Integer::longValue).orElse(null),
        one.pValue().orElse(null),
        one.share().orElse(null),
        one.observed().orElse(null),
        (long) one.observedGroups(),
        one.promise(),
        one.reason().isEmpty() ? null : one.reason(),
        cases.stream()
            .map(c -> RowFactory.create(c.groupId(), c.score(), c.label(), c.weight()))
            .toArray(Row[]::new));
  }
}
