package dev.assay.jobs.analysis;

import static org.apache.spark.sql.functions.col;

import dev.assay.base.Rounding;
import dev.assay.core.Direction;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.scores.CellRows;
import dev.assay.jobs.scores.Cells;
import dev.assay.stats.Interval;
import dev.assay.stats.Intervals;
import dev.assay.stats.Multiplicity;
import dev.assay.stats.Observation;
import dev.assay.stats.UnpairedDifferences;
import dev.assay.tables.NamedRow;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Marginal weaknesses (HCAT 6.2): slices in which a system's mean is worse than on its other
 * groups, with Benjamini–Hochberg adjusted p-values over the slices of a system and metric that
 * have groups enough on either side.
 */
record Weaknesses(Run run, Cells cells) {

  private static final int EXEMPLARS = 3;

  Dataset<Row> rows(Dataset<Row> groups) {
    HashMap<String, Bounds> metrics = Bounds.of(cells.metrics());
    metrics.values().removeIf(metric -> metric.direction() == Direction.NONE);
    Settings settings = Settings.of(run, "weaknesses");
    int minGroups = run.config().analyze().minGroups();
    String runId = run.runId();
    return CellRows.map(
        groups
            .where(col("metric").isin(metrics.keySet().toArray()))
            .select(
                "system",
                "metric",
                "slice",
                "group_id",
                "stratum",
                "weight",
                "total",
                "fraction",
                "n"),
        List.of("system", "metric"),
        List.of("slice", "group_id"),
        Tables.WEAKNESSES.schema(),
        (cell, rows) ->
            weaknesses(
                cell, rows, metrics.get(cell.<String>getAs("metric")), settings, minGroups, runId));
  }

  private static Iterator<Row> weaknesses(
      Row cell,
      Iterator<Row> groups,
      Bounds metric,
      Settings settings,
      int minGroups,
      String runId) {
    String system = cell.getAs("system");
    String name = cell.getAs("metric");
    TreeMap<String, List<Observation>> slices = new TreeMap<>();
    Map<String, Long> rowsOf = new HashMap<>();
    Map<String, String> names = new HashMap<>();
    groups.forEachRemaining(
        row -> {
          String slice = row.getAs("slice");
          List<Observation> own = slices.computeIfAbsent(slice, s -> new ArrayList<>());
          Cells.observation(row, names).ifPresent(own::add);
          rowsOf.merge(slice, row.getAs("n"), Long::sum);
        });
    List<Observation> all = slices.getOrDefault(Cells.ALL, List.of());
    List<Found> found = new ArrayList<>();
    for (Map.Entry<String, List<Observation>> slice : slices.entrySet()) {
      List<Observation> inside = slice.getValue();
      Set<String> ids = new HashSet<>();
      inside.forEach(observation -> ids.add(observation.groupId()));
      List<Observation> outside =
          all.stream().filter(observation -> !ids.contains(observation.groupId())).toList();
      if (slice.getKey().equals(Cells.ALL) || inside.size() < minGroups || outside.size() < 2) {
        continue;
      }
      String id = String.join("|", system, slice.getKey(), name);
      Interval interval = settings.interval(inside, metric.range(), id).orElseThrow();
      double elsewhere = Intervals.estimate(outside).orElseThrow();
      found.add(
          new Found(
              slice.getKey(),
              inside,
              interval,
              interval.estimate() - elsewhere,
              UnpairedDifferences.compare(inside, outside, settings.resampling(id))));
    }
    double[] adjusted =
        Multiplicity.benjaminiHochberg(
            found.stream().flatMapToDouble(one -> one.p.stream()).toArray());
    int tested = 0;
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      Found one = found.get(i);
      OptionalDouble p =
          one.p.isPresent() ? OptionalDouble.of(adjusted[tested++]) : OptionalDouble.empty();
      double harm = metric.direction() == Direction.UP ? -one.difference : one.difference;
      if (Rounding.toNano(harm) > 0) {
        rows.add(one.row(runId, system, name, metric, rowsOf.get(one.slice), p));
      }
    }
    return rows.iterator();
  }

  /** The groups with the worst values, worst first. */
  static List<String> worst(List<Observation> inside, Bounds metric) {
    double sign = metric.direction() == Direction.UP ? 1 : -1;
    return inside.stream()
        .sorted(
            Comparator.<Observation>comparingDouble(o -> Rounding.toNano(sign * o.value()))
                .thenComparing(Observation::groupId))
        .limit(EXEMPLARS)
        .map(Observation::groupId)
        .toList();
  }

  private record Found(
      String slice,
      List<Observation> inside,
      Interval interval,
      double difference,
      OptionalDouble p) {

    Row row(
        String runId, String system, String name, Bounds metric, long n, OptionalDouble adjusted) {
      return NamedRow.of(Tables.WEAKNESSES)
          .set("run_id", runId)
          .set("system", system)
          .set("metric", name)
          .set("conditions", slice)
          .set("estimate", interval.estimate())
          .set("ci_low", interval.low())
          .set("ci_high", interval.high())
          .set("n", n)
          .set("difference", difference)
          .set("p_adjusted", adjusted)
          .set("exemplar_case_ids", worst(inside, metric))
          .set("found_by", "slices")
          .set("n_groups", (long) inside.size())
          .build();
    }
  }
}
