package dev.assay.jobs.analysis;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.struct;

import dev.assay.base.Rounding;
import dev.assay.jobs.engine.Run;
import dev.assay.stats.Interval;
import dev.assay.stats.Multiplicity;
import dev.assay.stats.Range;
import dev.assay.stats.ppi.HumanEquivalent;
import dev.assay.stats.ppi.PredictionPowered;
import dev.assay.stats.ppi.PredictionPowered.Sums;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;

/**
 * By how much the shares of responses that humans would pass differ between every two systems:
 * prediction-powered, paired by group, with a metric's cross-fitted probability as the prediction.
 * Rows of {@code comparisons} whose metric is {@code human.DIMENSION:METRIC}, or {@code
 * human.DIMENSION} for the estimate that leads; Holm-adjusted over the pairs of a cell.
 */
record HumanDifferences(Run run) {

  /**
   * One row a pair, slice, metric and labelled dimension, where both systems have labels.
   *
   * @param sums of {@link HumanEstimates#sums(Dataset)} with those of {@link LeadingEstimates}
   */
  Dataset<Row> rows(Dataset<Row> sums) {
    double confidence = run.config().analyze().confidence();
    String runId = run.runId();
    return sums.groupBy("slice", "metric", "dimension")
        .agg(
            collect_list(struct(col("system"), HumanEstimates.group().as("group"))).as("groups"),
            min("weighted").as("weighted"),
            min(LeadingEstimates.BY).as(LeadingEstimates.BY))
        .flatMap(
            (FlatMapFunction<Row, Row>) cell -> compare(cell, confidence, runId),
            Encoders.row(Tables.COMPARISONS.schema()));
  }

  /** A pair of systems with what was found. */
  private record Pair(String first, String second, HumanEquivalent difference) {}

  private static Iterator<Row> compare(Row cell, double confidence, String runId) {
    TreeMap<String, TreeMap<String, Row>> groups = new TreeMap<>();
    for (Row row : RowValues.<Row>list(cell, "groups")) {
      Row group = row.getAs("group");
      groups
          .computeIfAbsent(row.getAs("system"), system -> new TreeMap<>())
          .put(group.getAs("group_id"), group);
    }
    List<String> systems = List.copyOf(groups.keySet());
    String by = cell.getAs(LeadingEstimates.BY);
    List<Pair> pairs = new ArrayList<>();
    for (int a = 0; a < systems.size(); a++) {
      for (int b = a + 1; b < systems.size(); b++) {
        String first = systems.get(a);
        String second = systems.get(b);
        state(groups.get(first), groups.get(second))
            .estimate(confidence)
            .map(found -> LeadingEstimates.shown(found, by))
            .ifPresent(found -> pairs.add(new Pair(first, second, found)));
      }
    }
    double[] adjusted =
        Multiplicity.holm(
            pairs.stream().flatMapToDouble(pair -> pair.difference().pValue().stream()).toArray());
    String metric =
        "human." + cell.getAs("dimension") + (by == null ? ":" + cell.getAs("metric") : "");
    List<Row> rows = new ArrayList<>();
    int tested = 0;
    for (Pair pair : pairs) {
      Interval interval = pair.difference().estimate();
      boolean test = pair.difference().pValue().isPresent();
      rows.add(
          NamedRow.of(Tables.COMPARISONS)
              .copy(cell, "slice")
              .set("run_id", runId)
              .set("system_a", pair.first())
              .set("system_b", pair.second())
              .set("metric", metric)
              .set("difference", Rounding.toNano(interval.estimate()))
              .set("ci_low", interval.low().stream().map(Rounding::toNano).findFirst())
              .set("ci_high", interval.high().stream().map(Rounding::toNano).findFirst())
              .set("p_value", pair.difference().pValue())
              .set("p_adjusted", test ? (Double) adjusted[tested++] : null)
              .set(
                  "test",
                  interval.method()
                      + HumanEstimates.drawn(cell.getAs("weighted"))
                      + LeadingEstimates.words(by))
              .set("n_groups", (long) interval.nGroups())
              .build());
    }
    return rows.iterator();
  }

  /** A group that one system alone has speaks for that one. */
  private static PredictionPowered state(Map<String, Row> first, Map<String, Row> second) {
    PredictionPowered state = PredictionPowered.difference(Range.SHARE);
    TreeMap<String, Row> all = new TreeMap<>(first);
    second.forEach(all::putIfAbsent);
    all.forEach(
        (group, any) ->
            state.add(any.getAs("stratum"), sums(first.get(group)), sums(second.get(group))));
    return state;
  }

  private static Sums sums(Row group) {
    return group == null ? Sums.NONE : HumanEstimates.sums(group);
  }
}
