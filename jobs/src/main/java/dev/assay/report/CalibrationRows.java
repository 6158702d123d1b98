package dev.assay.report;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat_ws;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.xxhash64;

import dev.assay.calibration.ProbabilityMap;
import dev.assay.calibration.ProbabilityMaps;
import dev.assay.report.CalibrationSummary.Bin;
import dev.assay.report.CalibrationSummary.Divisions;
import dev.assay.report.CalibrationSummary.Knot;
import dev.assay.report.CalibrationSummary.LabelledCase;
import dev.assay.report.Findings.Agreed;
import dev.assay.report.Findings.Labels;
import dev.assay.spark.Kept;
import dev.assay.tables.RowValues;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.expressions.WindowSpec;

/** The newest calibrations, with the curve and the labelled cases that the figures draw. */
record CalibrationRows(Scope scope) {
  private static final int MOST_CALIBRATIONS = 24;
  private static final int STEPS = 200;
  private static final int MOST_CASES = 1500;
  private static final String AGREEMENT = "agreement.";

  List<Labels> labels() {
    return scope
        .labels()
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

  /** Agreement of annotators, as the last import measured it. */
  List<Agreed> agreement() {
    return scope
        .read(Tables.SET_SCORES)
        .where(col("run_id").equalTo(scope.run("label").orElse("")))
        .where(col("metric").startsWith(AGREEMENT))
        .orderBy("slice", "metric")
        .collectAsList()
        .stream()
        .map(
            row -> {
              Map<String, Double> detail = Values.map(row, "detail");
              return new Agreed(
                  Values.text(row, "slice").replace("dimension=", ""),
                  Values.text(row, "metric").substring(AGREEMENT.length()).replace('_', ' '),
                  Values.number(row, "value"),
                  optional(detail.get("ci_low")),
                  optional(detail.get("ci_high")),
                  Values.whole(row, "n"),
                  Values.text(row, "reason"));
            })
        .toList();
  }

  private static OptionalDouble optional(Double value) {
    return value == null ? OptionalDouble.empty() : Values.finite(value);
  }

  /** Over all cases first, fit ones first, then by AUROC's lower end. */
  List<CalibrationSummary> calibrations() {
    List<Row> rows = newest();
    Set<String> metrics = new TreeSet<>();
    rows.forEach(row -> metrics.add(Values.text(row, "metric")));
    return summaries(rows, true, labelled(metrics), ranges());
  }

  List<CalibrationSummary> plain() {
    return summaries(newest(), false, Map.of(), Map.of());
  }

  private List<CalibrationSummary> summaries(
      List<Row> rows,
      boolean drawn,
      Map<List<String>, Labelled> labelled,
      Map<String, Range> ranges) {
    Map<List<String>, List<Promise>> promises = PromiseRows.of(scope);
    List<CalibrationSummary> summaries = new ArrayList<>();
    for (Row row : rows) {
      List<String> key = List.of(Values.text(row, "metric"), Values.text(row, "dimension"));
      summaries.add(
          calibrated(
              row,
              drawn,
              labelled.getOrDefault(key, Labelled.NONE),
              Optional.ofNullable(ranges.get(key.get(0))),
              promises.getOrDefault(key, List.of())));
    }
    return summaries;
  }

  /** Of each metric, dimension and slice, this night's before those of others. */
  private List<Row> newest() {
    return scope
        .read(Tables.CALIBRATIONS.ofAllNights())
        .withColumn("metric", concat_ws(" + ", col("metrics")))
        .withColumn(
            "__place",
            row_number()
                .over(
                    Window.partitionBy("metric", "dimension", "slice")
                        .orderBy(
                            col(Table.NIGHT).equalTo(scope.night()).desc(),
                            col("fitted_at").desc(),
                            col("calibration_id"))))
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
        .collectAsList();
  }

  /** Cases that have a score and a label: how many, and those that are drawn. */
  private record Labelled(long total, List<LabelledCase> cases) {
    static final Labelled NONE = new Labelled(0, List.of());
  }

  private record Range(double low, double high) {}

  private CalibrationSummary calibrated(
      Row row, boolean figures, Labelled labelled, Optional<Range> range, List<Promise> promises) {
    String metric = Values.text(row, "metric");
    String dimension = Values.text(row, "dimension");
    String slice = Values.text(row, "slice");
    boolean overall = Slice.ALL.equals(slice);
    return new CalibrationSummary(
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
        new Divisions(
            Values.number(row, "coverage_mean"),
            Values.number(row, "coverage_low"),
            Values.number(row, "coverage_high")),
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
        overall && figures ? curve(row, metric, dimension, range) : List.of(),
        overall ? labelled.cases() : List.of(),
        overall ? labelled.total() : 0,
        bins(row),
        overall ? promises : List.of());
  }

  /** The curve over the scores in scope: the stored map, else score and probability as decided. */
  private List<Knot> curve(
      Row calibration, String metric, String dimension, Optional<Range> range) {
    Map<String, Double> parameters = Values.map(calibration, "parameters");
    String method = Values.text(calibration, "method");
    if (parameters.isEmpty()
        || ProbabilityMaps.ofLevels(method)
        || calibration.<Object>getAs("inputs") != null) {
      return decidedCurve(metric, dimension);
    }
    if (range.isEmpty()) {
      return List.of();
    }
    ProbabilityMap map = ProbabilityMaps.of(method, parameters);
    double low = range.get().low();
    double width = range.get().high() - low;
    List<Knot> knots = new ArrayList<>();
    for (int i = 0; i <= STEPS; i++) {
      double score = low + width * i / STEPS;
      knots.add(new Knot(score, map.probability(score)));
    }
    return knots;
  }

  private List<Knot> decidedCurve(String metric, String dimension) {
    var decided = col("metric").equalTo(metric).and(col("dimension").equalTo(dimension));
    Dataset<Row> pairs =
        scope
            .covered(Tables.DECISIONS, decided.and(col("probability").isNotNull()))
            .join(scope.values(Set.of(metric)).drop("metric"), Scope.columns(), "inner")
            .select("value", "probability")
            .distinct()
            .transform(Kept::of);
    Map<Double, Double> byScore = new TreeMap<>();
    // Both ends are kept, so that the regions span every decided score.
    List<Row> chosen = new ArrayList<>(pairs.orderBy("value").limit(1).collectAsList());
    chosen.addAll(pairs.orderBy(col("value").desc()).limit(1).collectAsList());
    chosen.addAll(Scope.sample(pairs, STEPS, col("value")).collectAsList());
    pairs.unpersist();
    chosen.forEach(row -> byScore.put(row.getAs("value"), row.getAs("probability")));
    return byScore.entrySet().stream().map(e -> new Knot(e.getKey(), e.getValue())).toList();
  }

  /** Labelled scores by metric and dimension, the drawn ones chosen by a hash of the label. */
  private Map<List<String>, Labelled> labelled(Set<String> metrics) {
    WindowSpec cell = Window.partitionBy("metric", "dimension");
    Map<List<String>, Long> totals = new HashMap<>();
    Map<List<String>, List<LabelledCase>> cases = new HashMap<>();
    scope
        .scored(scope.labels().where(col("label").isin("0", "1")), metrics)
        .withColumn("__total", count(lit(1)).over(cell))
        .withColumn("__hash", xxhash64(col("label_id")))
        .withColumn("__place", row_number().over(cell.orderBy("__hash", "label_id")))
        .where(col("__place").leq(lit(MOST_CASES)))
        .orderBy("metric", "dimension", "__place")
        .select("metric", "dimension", "__total", "value", "label", "system", "split")
        .collectAsList()
        .forEach(
            row -> {
              List<String> key = List.of(row.getAs("metric"), row.getAs("dimension"));
              totals.put(key, row.getAs("__total"));
              cases
                  .computeIfAbsent(key, k -> new ArrayList<>())
                  .add(
                      new LabelledCase(
                          row.getAs("value"),
                          Integer.parseInt(row.getAs("label")),
                          row.getAs("system"),
                          Values.text(row, "split")));
            });
    Map<List<String>, Labelled> labelled = new HashMap<>();
    cases.forEach((key, list) -> labelled.put(key, new Labelled(totals.get(key), list)));
    return labelled;
  }

  /** Least and greatest score of each metric. */
  private Map<String, Range> ranges() {
    Map<String, Range> ranges = new HashMap<>();
    Dataset<Row> said =
        scope
            .said()
            .where(col("least").isNotNull())
            .groupBy("metric")
            .agg(min("least").as("least"), max("greatest").as("greatest"));
    for (Row row : said.collectAsList()) {
      ranges.put(row.getAs("metric"), new Range(row.getAs("least"), row.getAs("greatest")));
    }
    return ranges;
  }

  private static List<Bin> bins(Row row) {
    return RowValues.<Row>list(row, "curve").stream()
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
                    RowValues.isNull(bin, "n") ? 0 : Values.whole(bin, "n")))
        .toList();
  }
}
