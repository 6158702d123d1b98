package dev.assay.jobs.analysis;

import dev.assay.jobs.engine.Run;
import dev.assay.jobs.scores.CellRows;
import dev.assay.jobs.scores.Cells;
import dev.assay.stats.Difference;
import dev.assay.stats.Multiplicity;
import dev.assay.stats.Observation;
import dev.assay.stats.PairedDifferences;
import dev.assay.tables.NamedRow;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Paired differences between every two systems; Holm-adjusted over the pairs of a cell. */
record Comparisons(Run run, Cells cells) {

  Dataset<Row> rows(Dataset<Row> groups) {
    HashMap<String, Bounds> metrics = Bounds.of(cells.metrics());
    Settings settings = Settings.of(run, "comparisons");
    String runId = run.runId();
    return CellRows.map(
        groups.select(
            "slice", "metric", "system", "group_id", "stratum", "weight", "total", "fraction"),
        List.of("slice", "metric"),
        List.of("system", "group_id"),
        Tables.COMPARISONS.schema(),
        (cell, rows) ->
            compare(cell, rows, metrics.get(cell.<String>getAs("metric")), settings, runId));
  }

  private static Iterator<Row> compare(
      Row cell, Iterator<Row> rows, Bounds metric, Settings settings, String runId) {
    String slice = cell.getAs("slice");
    String name = cell.getAs("metric");
    TreeMap<String, List<Observation>> groups = new TreeMap<>();
    Map<String, String> names = new HashMap<>();
    rows.forEachRemaining(
        row -> {
          List<Observation> own =
              groups.computeIfAbsent(row.getAs("system"), s -> new ArrayList<>());
          Cells.observation(row, names).ifPresent(own::add);
        });
    List<String> systems = List.copyOf(groups.keySet());
    List<String[]> pairs = new ArrayList<>();
    List<Difference> results = new ArrayList<>();
    for (int a = 0; a < systems.size(); a++) {
      for (int b = a + 1; b < systems.size(); b++) {
        String[] pair = {systems.get(a), systems.get(b)};
        List<Observation> left = groups.get(pair[0]);
        List<Observation> right = groups.get(pair[1]);
        Optional<Difference> result =
            PairedDifferences.compare(
                left,
                right,
                metric.range(),
                settings.resampling(String.join("|", pair[0], pair[1], slice, name)),
                settings.method());
        result.ifPresent(
            comparison -> {
              pairs.add(pair);
              results.add(comparison);
            });
      }
    }
    double[] adjusted =
        Multiplicity.holm(
            results.stream()
                .filter(result -> result.pValue().isPresent())
                .mapToDouble(result -> result.pValue().getAsDouble())
                .toArray());
    List<Row> compared = new ArrayList<>();
    int tested = 0;
    for (int i = 0; i < results.size(); i++) {
      Difference result = results.get(i);
      boolean test = result.pValue().isPresent();
      compared.add(
          NamedRow.of(Tables.COMPARISONS)
              .set("run_id", runId)
              .set("system_a", pairs.get(i)[0])
              .set("system_b", pairs.get(i)[1])
              .set("slice", slice)
              .set("metric", name)
              .set("difference", result.difference().estimate())
              .set("ci_low", result.difference().low())
              .set("ci_high", result.difference().high())
              .set("p_value", result.pValue())
              .set("p_adjusted", test ? (Double) adjusted[tested++] : null)
              .set("test", result.test())
              .set("n_groups", (long) result.difference().nGroups())
              .build());
    }
    return compared.iterator();
  }
}
