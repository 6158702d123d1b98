package dev.assay.jobs.analysis;

import dev.assay.base.Rounding;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.scores.CellRows;
import dev.assay.stats.Interval;
import dev.assay.stats.Multiplicity;
import dev.assay.stats.Range;
import dev.assay.stats.ppi.HumanEquivalent;
import dev.assay.stats.ppi.PredictionPowered;
import dev.assay.stats.ppi.PredictionPowered.Sums;
import dev.assay.tables.NamedRow;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

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
    return CellRows.map(
        sums.select(HumanEstimates.GROUP.stream().map(functions::col).toArray(Column[]::new)),
        List.of("slice", "metric", "dimension"),
        List.of("system", "group_id"),
        Tables.COMPARISONS.schema(),
        (cell, rows) -> compare(cell, rows, confidence, runId));
  }

  /** A pair of systems with what was found. */
  private record Pair(String first, String second, HumanEquivalent difference) {}

  /** A group of a system. */
  private record Group(String stratum, Sums sums) {}

  private static Iterator<Row> compare(
      Row cell, Iterator<Row> rows, double confidence, String runId) {
    TreeMap<String, TreeMap<String, Group>> groups = new TreeMap<>();
    HumanEstimates.Basis basis = new HumanEstimates.Basis();
    rows.forEachRemaining(
        row -> {
          groups
              .computeIfAbsent(row.getAs("system"), system -> new TreeMap<>())
              .put(
                  row.getAs("group_id"), new Group(row.getAs("stratum"), HumanEstimates.sums(row)));
          basis.add(row);
        });
    List<String> systems = List.copyOf(groups.keySet());
    String by = basis.by();
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
    List<Row> compared = new ArrayList<>();
    int tested = 0;
    for (Pair pair : pairs) {
      Interval interval = pair.difference().estimate();
      boolean test = pair.difference().pValue().isPresent();
      compared.add(
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
              .set("test", interval.method() + basis.words())
              .set("n_groups", (long) interval.nGroups())
              .build());
    }
    return compared.iterator();
  }

  /** A group that one system alone has speaks for that one. */
  private static PredictionPowered state(Map<String, Group> first, Map<String, Group> second) {
    PredictionPowered state = PredictionPowered.difference(Range.SHARE);
    TreeMap<String, Group> all = new TreeMap<>(first);
    second.forEach(all::putIfAbsent);
    all.forEach(
        (group, any) -> state.add(any.stratum(), sums(first.get(group)), sums(second.get(group))));
    return state;
  }

  private static Sums sums(Group group) {
    return group == null ? Sums.NONE : group.sums();
  }
}
