package dev.assay.report;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat_ws;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.row_number;

import dev.assay.calibration.LogisticMap;
import dev.assay.report.Calibrated.Bin;
import dev.assay.report.Calibrated.Knot;
import dev.assay.report.Calibrated.LabelledCase;
import dev.assay.report.Findings.Labels;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;

/** The newest calibrations, with the curve and the labelled cases that the figures draw. */
final class CalibrationRows {
  private static final int MOST_CALIBRATIONS = 24;
  private static final int STEPS = 200;
  private static final int MOST_CASES = 1500;

  private final Scope scope;

  CalibrationRows(Scope scope) {
    this.scope = scope;
  }

  List<Labels> labels() {
    return scope
        .covered(Tables.LABELS)
        .groupBy("annotator", "dimension")
        .count()
        .orderBy("annotator", "dimension")
        .collectAsList()
        .stream()
        .map(
            row ->
                new Labels(
                    Values.text(row, "annotator"),
                    Values.text(row, "dimension"),
                    Values.whole(row, "count")))
        .toList();
  }

  /** Over all cases first, fit ones first, then by AUROC's lower end. */
  List<Calibrated> calibrations() {
    Dataset<Row> named =
        scope.read(Tables.CALIBRATIONS).withColumn("metric", concat_ws(" + ", col("metrics")));
    return named
        .withColumn(
            "__place",
            row_number()
                .over(
                    Window.partitionBy("metric", "dimension", "slice", "method")
                        .orderBy(col("fitted_at").desc(), col("calibration_id"))))
        .where(col("__place").equalTo(lit(1)))
        .orderBy(
            col("slice").equalTo(Slice.ALL).desc(),
            col("status").equalTo("ok").desc(),
            col("auroc_low").desc_nulls_last(),
            col("metric"),
            col("dimension"),
            col("slice"),
            col("method"))
        .limit(MOST_CALIBRATIONS)
        .collectAsList()
        .stream()
        .map(this::calibrated)
        .toList();
  }

  private Calibrated calibrated(Row row) {
    String metric = Values.text(row, "metric");
    String dimension = Values.text(row, "dimension");
    String slice = Values.text(row, "slice");
    boolean overall = Slice.ALL.equals(slice);
    Dataset<Row> labelled = labelled(metric, dimension);
    long total = overall ? labelled.count() : 0;
    return new Calibrated(
        metric,
        dimension,
        slice,
        Values.text(row, "method"),
        Values.whole(row, "n_train"),
        Values.whole(row, "n_conformal"),
        Values.whole(row, "n_groups"),
        row.<Double>getAs("alpha"),
        Values.number(row, "quantile"),
        Values.number(row, "coverage"),
        Values.map(row, "set_sizes"),
        Values.number(row, "ece"),
        Values.number(row, "brier"),
        Values.number(row, "log_loss"),
        Values.number(row, "auroc"),
        Values.number(row, "auroc_low"),
        Values.number(row, "auroc_high"),
        Values.map(row, "baseline_aurocs"),
        Values.text(row, "status"),
        Values.text(row, "reason"),
        overall ? curve(row, metric, dimension) : List.of(),
        overall ? cases(labelled) : List.of(),
        total,
        bins(row));
  }

  /**
   * The curve over the scores in scope: the logistic function where its parameters are stored, else
   * score and probability as decided.
   */
  private List<Knot> curve(Row calibration, String metric, String dimension) {
    Map<String, Double> parameters = Values.map(calibration, "parameters");
    if (!LogisticMap.METHOD.equals(Values.text(calibration, "method"))
        || !parameters.keySet().containsAll(Set.of("intercept", "slope"))) {
      return decidedCurve(metric, dimension);
    }
    Row range =
        values(metric)
            .join(scope.responses(), Scope.columns(), "left_semi")
            .agg(min("value").as("low"), max("value").as("high"))
            .head();
    if (range.isNullAt(0)) {
      return List.of();
    }
    LogisticMap map = LogisticMap.of(parameters);
    double low = range.getDouble(0);
    double width = range.getDouble(1) - low;
    List<Knot> knots = new ArrayList<>();
    for (int i = 0; i <= STEPS; i++) {
      double score = low + width * i / STEPS;
      knots.add(new Knot(score, map.probability(score)));
    }
    return knots;
  }

  private List<Knot> decidedCurve(String metric, String dimension) {
    Dataset<Row> pairs =
        scope
            .covered(Tables.DECISIONS)
            .where(
                col("metric")
                    .equalTo(metric)
                    .and(col("dimension").equalTo(dimension))
                    .and(col("probability").isNotNull()))
            .join(values(metric), Scope.columns(), "inner")
            .select("value", "probability")
            .distinct();
    Map<Double, Double> byScore = new TreeMap<>();
    // Both ends are kept, so that the regions span every decided score.
    List<Row> chosen = new ArrayList<>(pairs.orderBy("value").limit(1).collectAsList());
    chosen.addAll(pairs.orderBy(col("value").desc()).limit(1).collectAsList());
    chosen.addAll(Scope.sample(pairs, STEPS, col("value")).collectAsList());
    chosen.forEach(row -> byScore.put(row.getDouble(0), row.getDouble(1)));
    return byScore.entrySet().stream().map(e -> new Knot(e.getKey(), e.getValue())).toList();
  }

  private Dataset<Row> labelled(String metric, String dimension) {
    return scope
        .covered(Tables.LABELS)
        .where(col("dimension").equalTo(dimension).and(col("label").isin("0", "1")))
        .join(values(metric), Scope.columns(), "inner");
  }

  private List<LabelledCase> cases(Dataset<Row> labelled) {
    return Scope.sample(labelled, MOST_CASES, col("label_id")).collectAsList().stream()
        .map(
            row ->
                new LabelledCase(
                    row.<Double>getAs("value"),
                    Integer.parseInt(Values.text(row, "label")),
                    Values.text(row, "system"),
                    Values.text(row, "split")))
        .toList();
  }

  private Dataset<Row> values(String metric) {
    return scope
        .read(Tables.SCORES)
        .where(col("metric").equalTo(metric).and(col("status").equalTo("ok")))
        .select("case_id", "system", "repeat", "value");
  }

  private static List<Bin> bins(Row row) {
    return row.<Row>getList(row.fieldIndex("curve")).stream()
        .filter(
            bin ->
                Values.number(bin, "score").isPresent()
                    && Values.number(bin, "probability").isPresent())
        .map(
            bin ->
                new Bin(
                    bin.<Double>getAs("score"),
                    bin.<Double>getAs("probability"),
                    Values.number(bin, "ci_low"),
                    Values.number(bin, "ci_high"),
                    bin.isNullAt(bin.fieldIndex("n")) ? 0 : Values.whole(bin, "n")))
        .toList();
  }
}
