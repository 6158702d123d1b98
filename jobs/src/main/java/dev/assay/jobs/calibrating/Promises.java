package dev.assay.jobs.calibrating;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;

import dev.assay.base.Seeds;
import dev.assay.config.AutomateConfig;
import dev.assay.conformal.Automation;
import dev.assay.conformal.Automation.Terms;
import dev.assay.conformal.Automation.Tested;
import dev.assay.conformal.Family;
import dev.assay.conformal.Guarantee;
import dev.assay.conformal.SetGuarantees;
import dev.assay.jobs.calibrating.LabelRounds.Round;
import dev.assay.jobs.calibrating.PromiseWork.Cell;
import dev.assay.jobs.calibrating.PromiseWork.Fitted;
import dev.assay.jobs.calibrating.PromiseWork.Subject;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.labels.LabelRows;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;

/**
 * What is promised of every metric's sets and decisions. Labelled rows stay where they are, grouped
 * by metric and dimension; what comes to the driver is a few numbers a cell, which the family-wise
 * test needs together.
 */
record Promises(Run run) {

  /** Of labelled rows, as {@link Judgements#rows} has them, what a calibration reads. */
  static Dataset<Row> wanted(Run run, Dataset<Row> labelled) {
    // Only what is weighted has to be found again in the review queue.
    return weighted(run) ? labelled : labelled.drop("case_id", "system", "repeat");
  }

  private static boolean weighted(Run run) {
    return run.config().sets().method().equals("weighted");
  }

  /**
   * Fits and stores them for the calibrations of this run.
   *
   * @param labelled what is {@link #wanted}
   */
  Counts store(Dataset<Row> labelled) {
    List<Cell> cells = cells(labelled);
    Automation automation = automation();
    Map<String, Round> rounds = LabelRounds.of(run, run.config().automate().familyWise());
    Map<String, Family> families = families(cells, automation, rounds);
    List<Row> rows = new ArrayList<>();
    for (Cell cell : cells) {
      rows.addAll(cell.promises());
      if (cell.decides()) {
        String dimension = cell.subject().dimension();
        for (Guarantee one : families.get(dimension).guarantees(cell.name(), cell.tested())) {
          rows.add(PromiseWork.row(cell.subject(), one, rounds.get(dimension), run.time()));
        }
      }
    }
    Dataset<Row> dataset = run.spark().createDataFrame(rows, Tables.GUARANTEES.schema());
    run.store().merge(Tables.GUARANTEES, dataset);
    return Counts.of("guarantees", rows.size());
  }

  /** One a dimension: dimensions share δ evenly, and each spends its share over its own rounds. */
  private Map<String, Family> families(
      List<Cell> cells, Automation automation, Map<String, Round> rounds) {
    Map<String, Map<String, Tested>> tested = new TreeMap<>();
    for (Cell cell : cells) {
      if (cell.decides()) {
        Map<String, Tested> own =
            tested.computeIfAbsent(cell.subject().dimension(), name -> new TreeMap<>());
        if (cell.trainAuroc() >= run.config().calibrate().minAuroc()) {
          own.put(cell.name(), cell.tested());
        }
      }
    }
    boolean together = run.config().automate().familyWise();
    long sharing = tested.values().stream().filter(own -> !own.isEmpty()).count();
    double delta = automation.delta() / (together ? Math.max(1, sharing) : 1);
    Map<String, Family> families = new TreeMap<>();
    tested.forEach(
        (dimension, own) ->
            families.put(
                dimension,
                Family.of(own, automation, delta, rounds.get(dimension).number(), together)));
    return families;
  }

  private Automation automation() {
    AutomateConfig automate = run.config().automate();
    return new Automation(
        terms(automate, automate.alphaAccept()),
        terms(automate, automate.alphaReject()),
        terms(automate, Optional.empty()),
        automate.delta(),
        automate.maxMissed().orElse(1.0),
        Seeds.of(run.config().run().seed(), "automate", ""));
  }

  private static Terms terms(AutomateConfig automate, Optional<Double> own) {
    double alpha = own.orElse(automate.alpha());
    return automate
        .minConfidence()
        .map(least -> new Terms(alpha, least))
        .orElseGet(() -> Terms.of(alpha));
  }

  private List<Cell> cells(Dataset<Row> labelled) {
    HashMap<String, Fitted> fitted = new HashMap<>();
    SetLearners learners = new SetLearners(run);
    List<StoredCalibration> all = new ArrayList<>(StoredCalibration.fittedAt(run, run.time()));
    all.addAll(StoredCalibration.slices(run, run.time()));
    for (StoredCalibration one : all) {
      one.map()
          .ifPresent(
              map ->
                  fitted.put(
                      one.name(),
                      new Fitted(
                          new Subject(one.id(), one.metric(), one.dimension(), one.slice()),
                          map,
                          !one.inputs().isEmpty(),
                          learners.sets(one, map))));
    }
    PromiseWork work =
        new PromiseWork(
            fitted,
            LabelRows.splits(run),
            automation(),
            new SetGuarantees(
                run.config().calibrate().alpha(),
                weighted(run),
                Category.byLabel(run.config().sets())),
            run.config().sets(),
            run.time());
    List<Cell> cells =
        new ArrayList<>(
            counted(labelled)
                .groupBy("metric", "dimension", "slice")
                .agg(
                    collect_list(
                            struct(
                                "group_id",
                                "label",
                                "weight",
                                "category",
                                "scores",
                                "group_rows",
                                "group_all"))
                        .as("rows"))
                .toJavaRDD()
                .filter(row -> work.fitted().containsKey(name(row)))
                .map(row -> work.cell(work.fitted().get(name(row)), RowValues.list(row, "rows")))
                .collect());
    cells.sort(Comparator.comparing(Cell::name));
    return cells;
  }

  private static String name(Row cell) {
    return String.join(
        " ",
        cell.<String>getAs("metric"),
        cell.<String>getAs("dimension"),
        cell.<String>getAs("slice"));
  }

  /**
   * metric, dimension, slice, group_id, label, scores, weight, category, group_rows (how many
   * scored responses of the category the group has, where labels count 1/π; else 1), group_all (how
   * many of all categories; else 0): one row a labelled score for {@code all}, and one for the
   * slice that may decide it.
   */
  private Dataset<Row> counted(Dataset<Row> rows) {
    Dataset<Row> labelled =
        rows.where(col("scores").isNotNull()).withColumn("slice", explode(col("deciders")));
    if (!weighted(run)) {
      return labelled
          .withColumn("weight", lit(1.0))
          .withColumn("group_rows", lit(1L))
          .withColumn("group_all", lit(0L));
    }
    AllNights nights = AllNights.of(run);
    Dataset<Row> responses =
        nights
            .responses()
            .withColumn("category", Category.of(run.config().sets()))
            .withColumn("slice", explode(Category.deciders(run.config().automate().by())))
            .select("case_id", "system", "repeat", "group_id", "category", "slice");
    List<String> cell = List.of("metric", "group_id", "slice", "category");
    Dataset<Row> sizes =
        Judgements.scores(nights)
            .where(col("scores").isNotNull())
            .join(responses, RunCoverage.keys())
            .groupBy(cell.stream().map(name -> col(name)).toArray(Column[]::new))
            .agg(count(lit(1)).as("group_rows"))
            .withColumn(
                "group_all",
                sum("group_rows").over(Window.partitionBy("metric", "group_id", "slice")));
    // A label without a known chance belongs to no design and cannot be weighted.
    return labelled
        .join(new LabelWeights(run).weights(nights), LabelWeights.keys())
        .join(sizes, RunCoverage.on(cell));
  }
}
