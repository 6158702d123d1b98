package dev.assay.jobs.analysis;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;

import dev.assay.config.AnalyzeConfig;
import dev.assay.core.Direction;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.scores.Cells;
import dev.assay.jobs.scores.EvaluatorSelection;
import dev.assay.jobs.slices.SliceAttributes;
import dev.assay.slices.SliceName;
import dev.assay.slices.search.SearchRules;
import dev.assay.slices.search.SliceSearch;
import dev.assay.slices.search.Unit;
import dev.assay.slices.search.WeakSlice;
import dev.assay.spark.Kept;
import dev.assay.stats.Interval;
import dev.assay.stats.Intervals;
import dev.assay.stats.Observation;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.functions;
import scala.collection.Seq;

/** The search for weak slices (HCAT 6.2, bivariate analysis and beyond), a system at a time. */
record WeakSlices(Run run, Cells cells) {

  /** Groups of a system that the search looks at; of more, those with the smallest hashes. */
  static final int MOST_GROUPS = 20_000;

  /**
   * Rows of the table.
   *
   * @param groups of {@link Cells#groups}
   * @param asked the responses, with their cases
   */
  Dataset<Row> rows(Dataset<Row> groups, Dataset<Row> asked) {
    AnalyzeConfig config = run.config().analyze();
    HashMap<String, Bounds> metrics = Bounds.of(cells.metrics());
    metrics.keySet().retainAll(EvaluatorSelection.primaries(run.config()));
    metrics.values().removeIf(metric -> metric.direction() == Direction.NONE);
    if (config.searchConditions() == 0 || metrics.isEmpty()) {
      return run.spark().createDataFrame(List.of(), Tables.WEAKNESSES.schema());
    }
    SearchRules rules =
        new SearchRules(
            config.searchConditions(),
            config.searchMinGroups(),
            config.searchMaxSlices(),
            config.sliceBins());
    Settings settings = Settings.of(run, "weak slices");
    String runId = run.runId();
    Dataset<Row> values =
        groups
            .where(col("slice").equalTo(Cells.ALL))
            .where(col("metric").isin(metrics.keySet().toArray()))
            .groupBy("system", "group_id")
            .agg(
                collect_list(struct(col("metric"), col("n"), Cells.group().as("group")))
                    .as("measured"),
                sum("n").as("n"))
            .withColumn(
                "place",
                row_number()
                    .over(
                        Window.partitionBy("system")
                            .orderBy(
                                functions.xxhash64(lit(settings.seed()), col("group_id")),
                                col("group_id"))))
            .where(col("place").leq(MOST_GROUPS))
            .transform(Kept::apart);
    Seq<String> unit = RunCoverage.on(List.of("system", "group_id"));
    Dataset<Row> units =
        SliceAttributes.of(
                asked.join(values.select("system", "group_id"), unit, "left_semi"),
                config.searchExcept())
            .join(values, unit);
    Dataset<Row> systems =
        units
            .groupBy("system")
            .agg(
                collect_list(struct(col("group_id"), col("attributes"), col("measured")))
                    .as("units"));
    int families = Math.max(1, (int) asked.select("system").distinct().count());
    if (!SliceSearch.mayFind(families, 1 - config.confidence())) {
      System.err.println(
          "analyze: The search for weak slices can find nothing at analyze.confidence "
              + config.confidence()
              + " over "
              + families
              + " systems: the least p-value that it can have is above the error rate.");
    }
    return systems.flatMap(
        (FlatMapFunction<Row, Row>) row -> found(row, metrics, rules, settings, families, runId),
        Encoders.row(Tables.WEAKNESSES.schema()));
  }

  private static Iterator<Row> found(
      Row row,
      Map<String, Bounds> metrics,
      SearchRules rules,
      Settings settings,
      int families,
      String runId) {
    String system = row.getAs("system");
    List<Row> groups = RowValues.list(row, "units");
    Set<String> numbers = SliceAttributes.numbers(groups, rules.bins());
    List<Unit> units = new ArrayList<>();
    Map<String, List<Row>> measured = new HashMap<>();
    Map<String, Map<String, Long>> counts = new HashMap<>();
    for (Row group : groups) {
      units.add(unit(group, metrics, numbers));
      for (Row one : RowValues.<Row>list(group, "measured")) {
        String metric = one.getAs("metric");
        measured.computeIfAbsent(metric, m -> new ArrayList<>()).add(one.getAs("group"));
        counts
            .computeIfAbsent(metric, m -> new HashMap<>())
            .put(group.getAs("group_id"), one.getAs("n"));
      }
    }
    SliceSearch search =
        SliceSearch.of(units, metrics.keySet(), rules, families, settings.resampling(system));
    List<Row> rows = new ArrayList<>();
    for (WeakSlice slice : search.found()) {
      Bounds metric = metrics.get(slice.metric());
      Set<String> ids = new HashSet<>(slice.members());
      List<Observation> inside = new ArrayList<>();
      List<Observation> outside = new ArrayList<>();
      for (Observation one : Cells.observations(measured.get(slice.metric()))) {
        (ids.contains(one.groupId()) ? inside : outside).add(one);
      }
      String conditions = String.join(SliceName.JOINED, slice.conditions());
      Interval interval =
          settings
              .interval(
                  inside, metric.range(), String.join("|", system, conditions, slice.metric()))
              .orElseThrow();
      Map<String, Long> n = counts.get(slice.metric());
      rows.add(
          NamedRow.of(Tables.WEAKNESSES)
              .set("run_id", runId)
              .set("system", system)
              .set("metric", slice.metric())
              .set("conditions", conditions)
              .set("estimate", interval.estimate())
              .set("ci_low", interval.low())
              .set("ci_high", interval.high())
              .set("n", ids.stream().mapToLong(id -> n.getOrDefault(id, 0L)).sum())
              .set("difference", interval.estimate() - Intervals.estimate(outside).orElseThrow())
              .set("p_adjusted", slice.p())
              .set("exemplar_case_ids", Weaknesses.worst(inside, metric))
              .set("found_by", "search")
              .set("n_groups", (long) inside.size())
              .set("alike", (long) slice.alike())
              .build());
    }
    return rows.iterator();
  }

  private static Unit unit(Row group, Map<String, Bounds> metrics, Set<String> numeric) {
    Map<String, String> labels = new HashMap<>();
    Map<String, Double> numbers = new HashMap<>();
    for (Row attribute : RowValues.<Row>list(group, "attributes")) {
      String key = attribute.getAs("key");
      if (numeric.contains(key)) {
        numbers.put(key, attribute.getAs("number"));
      } else if (attribute.getAs("least").equals(attribute.getAs("greatest"))) {
        labels.put(key, attribute.getAs("least"));
      }
    }
    Map<String, Unit.Measured> measured = new HashMap<>();
    for (Row one : RowValues.<Row>list(group, "measured")) {
      String metric = one.getAs("metric");
      Row sums = one.getAs("group");
      double weight = sums.getAs("weight");
      if (weight > 0) {
        double sign = metrics.get(metric).direction() == Direction.UP ? 1 : -1;
        measured.put(
            metric, new Unit.Measured(sign * sums.<Double>getAs("total") / weight, weight));
      }
    }
    return new Unit(group.getAs("group_id"), labels, numbers, measured);
  }
}
