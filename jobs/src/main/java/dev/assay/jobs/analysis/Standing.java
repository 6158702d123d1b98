package dev.assay.jobs.analysis;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.element_at;
import static org.apache.spark.sql.functions.max_by;
import static org.apache.spark.sql.functions.size;
import static org.apache.spark.sql.functions.struct;

import dev.assay.conformal.CalibrationStatus;
import dev.assay.jobs.scores.Cells;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;

/**
 * What may rest on a metric: how its newest calibration over all cases came out, by what people
 * judged.
 */
public record Standing(Map<String, CalibrationStatus> byDimension) {
  /** Of a metric that was never calibrated. */
  public static final Standing NONE = new Standing(Map.of());

  /** By metric; models of several metrics are none. */
  public static Map<String, Standing> of(Store store) {
    Map<String, Map<String, CalibrationStatus>> found = new TreeMap<>();
    for (Row row :
        store
            .read(Tables.CALIBRATIONS)
            .where(col("slice").equalTo(Cells.ALL).and(size(col("metrics")).equalTo(1)))
            .groupBy(element_at(col("metrics"), 1).as("metric"), col("dimension"))
            .agg(
                max_by(col("status"), struct(col("fitted_at"), col("calibration_id"))).as("status"))
            .collectAsList()) {
      found
          .computeIfAbsent(row.getAs("metric"), metric -> new TreeMap<>())
          .put(row.getAs("dimension"), CalibrationStatus.of(row.getAs("status")));
    }
    Map<String, Standing> standings = new TreeMap<>();
    found.forEach((metric, statuses) -> standings.put(metric, new Standing(statuses)));
    return standings;
  }

  /** Whether decisions about any dimension may rest on it. */
  public boolean isFit() {
    return byDimension.containsValue(CalibrationStatus.OK);
  }

  /** Whether people judged in a way that it does not follow, and in none that it follows. */
  public boolean isUnfit() {
    return !isFit() && byDimension.containsValue(CalibrationStatus.UNFIT);
  }

  /** What people judged and it does not follow, sorted. */
  String unfitFor() {
    return new TreeMap<>(byDimension)
        .entrySet().stream()
            .filter(said -> said.getValue() == CalibrationStatus.UNFIT)
            .map(said -> "'" + said.getKey() + "'")
            .collect(Collectors.joining(", "));
  }

  /** In the words of the page; where dimensions differ, each says for itself. */
  public String words() {
    if (byDimension.isEmpty()) {
      return "Not calibrated: no decision rests on it";
    }
    if (new TreeSet<>(byDimension.values()).size() == 1) {
      return byDimension.values().iterator().next().words();
    }
    return new TreeMap<>(byDimension)
        .entrySet().stream()
            .map(said -> said.getKey() + ": " + said.getValue().words())
            .collect(Collectors.joining("; "));
  }
}
