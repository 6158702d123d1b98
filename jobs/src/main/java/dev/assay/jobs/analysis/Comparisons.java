package dev.assay.jobs.analysis;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.struct;

import dev.assay.jobs.engine.Run;
import dev.assay.jobs.scores.Cells;
import dev.assay.stats.Difference;
import dev.assay.stats.Multiplicity;
import dev.assay.stats.Observation;
import dev.assay.stats.PairedDifferences;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;

/** Paired differences between every two systems; Holm-adjusted over the pairs of a cell. */
record Comparisons(Run run, Cells cells) {

  Dataset<Row> rows(Dataset<Row> groups) {
    HashMap<String, Bounds> metrics = Bounds.of(cells.metrics());
    Settings settings = Settings.of(run, "comparisons");
    String runId = run.runId();
    return groups
        .groupBy("slice", "metric")
        .agg(collect_list(struct(col("system"), Cells.group().as("group"))).as("groups"))
        .flatMap(
            (FlatMapFunction<Row, Row>)
                row -> compare(row, metrics.get(row.<String>getAs("metric")), settings, runId),
            Encoders.row(Tables.COMPARISONS.schema()));
  }

  private static Iterator<Row> compare(Row cell, Bounds metric, Settings settings, String runId) {
    String slice = cell.getAs("slice");
    String name = cell.getAs("metric");
    TreeMap<String, List<Row>> groups = new TreeMap<>();
    for (Row row : RowValues.<Row>list(cell, "groups")) {
      groups.computeIfAbsent(row.getAs("system"), s -> new ArrayList<>()).add(row.getAs("group"));
    }
    List<String> systems = List.copyOf(groups.keySet());
    List<String[]> pairs = new ArrayList<>();
    List<Difference> results = new ArrayList<>();
    for (int a = 0; a < systems.size(); a++) {
      for (int b = a + 1; b < systems.size(); b++) {
        String[] pair = {systems.get(a), systems.get(b)};
        List<Observation> left = Cells.observations(groups.get(pair[0]));
        List<Observation> right = Cells.observations(groups.get(pair[1]));
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
    List<Row> rows = new ArrayList<>();
    int tested = 0;
    for (int i = 0; i < results.size(); i++) {
      Difference result = results.get(i);
      boolean test = result.pValue().isPresent();
      rows.add(
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
    return rows.iterator();
  }
}
