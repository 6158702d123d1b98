package dev.assay.jobs.robustness;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.concat_ws;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import dev.assay.base.Rounding;
import dev.assay.base.Seeds;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.scores.CellRows;
import dev.assay.stats.Observation;
import dev.assay.stats.Resampling;
import dev.assay.stats.SimultaneousBands;
import dev.assay.tables.NamedRow;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Drops by perturbation, topic and kind of question: one family of cells for each system and
 * metric, with bands that hold together ({@link SimultaneousBands}).
 */
final class RobustnessSurface {
  private RobustnessSurface() {}

  /**
   * Rows of the table.
   *
   * @param pairs of {@link TwinPairs#rows}
   * @param covered the responses with their cases
   * @param scales of the metrics that it is about
   */
  static Dataset<Row> rows(
      Run run, Dataset<Row> pairs, Dataset<Row> covered, HashMap<String, Scale> scales) {
    Column slice =
        concat_ws(
            " & ",
            concat(lit("query_type="), col("query_type")),
            concat(lit("stratum_id="), col("stratum_id").cast("string")));
    Dataset<Row> places =
        covered
            .select(
                col("case_id"),
                when(slice.equalTo(""), lit(TwinPairs.ALL)).otherwise(slice).as("slice"))
            .distinct();
    String runId = run.runId();
    long seed = run.config().run().seed();
    int least = Math.max(2, run.config().analyze().minGroups());
    int replicates = run.config().analyze().replicates();
    double level = run.config().analyze().confidence();
    return CellRows.map(
        pairs
            .where(col("intensity").equalTo(TwinPairs.ALL).and(col("dimension").equalTo("")))
            .where(col("metric").isin(scales.keySet().toArray()))
            .where(col("value").isNotNull().and(col("was").isNotNull()))
            .join(places, "case_id")
            .select(
                "system",
                "metric",
                "perturbation",
                "slice",
                "group_id",
                "case_id",
                "repeat",
                "value",
                "was"),
        List.of("system", "metric"),
        List.of("case_id", "repeat"),
        Tables.ROBUSTNESS_SURFACE.schema(),
        (family, twins) ->
            cells(
                family,
                twins,
                scales.get(family.<String>getAs("metric")),
                least,
                new Resampling(
                    replicates,
                    level,
                    Seeds.of(
                        seed, "surface", family.getAs("system") + "|" + family.getAs("metric"))),
                runId));
  }

  private static Iterator<Row> cells(
      Row family,
      Iterator<Row> twins,
      Scale scale,
      int least,
      Resampling resampling,
      String runId) {
    Map<List<String>, List<Observation>> cells =
        new TreeMap<>(
            Comparator.comparing((List<String> key) -> key.get(0))
                .thenComparing(key -> key.get(1)));
    twins.forEachRemaining(
        row ->
            cells
                .computeIfAbsent(
                    List.of(row.getAs("perturbation"), row.getAs("slice")),
                    key -> new ArrayList<>())
                .add(
                    Observation.unweighted(
                        row.getAs("group_id"),
                        scale.sign() * (row.<Double>getAs("was") - row.<Double>getAs("value")))));
    cells
        .values()
        .removeIf(cell -> cell.stream().map(Observation::groupId).distinct().count() < least);
    if (cells.isEmpty()) {
      return List.<Row>of().iterator();
    }
    List<SimultaneousBands.Band> bands =
        SimultaneousBands.of(
            List.copyOf(cells.values()), scale.range().ofDifferences(), resampling);
    List<Row> rows = new ArrayList<>();
    int at = 0;
    for (Map.Entry<List<String>, List<Observation>> cell : cells.entrySet()) {
      SimultaneousBands.Band band = bands.get(at++);
      if (!Double.isFinite(band.low()) || !Double.isFinite(band.high())) {
        // Questions that all react alike bound nothing where the metric has no end.
        continue;
      }
      rows.add(
          NamedRow.of(Tables.ROBUSTNESS_SURFACE)
              .set("run_id", runId)
              .set("system", family.getAs("system"))
              .set("metric", family.getAs("metric"))
              .set("perturbation", cell.getKey().get(0))
              .set("slice", cell.getKey().get(1))
              .set("n", (long) cell.getValue().size())
              .set("n_groups", (long) band.groups())
              .set("drop", Rounding.toNano(band.mean()))
              .set("band_low", Rounding.toNano(band.low()))
              .set("band_high", Rounding.toNano(band.high()))
              .set("worse", Rounding.toNano(band.low()) > 0)
              .build());
    }
    return rows.iterator();
  }
}
