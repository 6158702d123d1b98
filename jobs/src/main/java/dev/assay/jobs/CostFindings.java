package dev.assay.jobs;

import static org.apache.spark.sql.functions.avg;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.round;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * The fastest, slowest, cheapest and dearest system by the mean of what its answers say; only where
 * there is more than one system that says it and they differ.
 */
final class CostFindings {
  private CostFindings() {}

  static List<Finding> insights(Dataset<Row> covered) {
    List<Row> systems =
        covered
            .groupBy("system")
            .agg(
                round(avg("latency_ms"), 9).as("latency"),
                count("latency_ms").as("timed"),
                round(avg("cost"), 12).as("cost"),
                count("cost").as("priced"))
            .orderBy("system")
            .collectAsList();
    List<Finding> found = new ArrayList<>();
    ends(systems, 1, "fastest", "slowest", "%.1f ms", found);
    ends(systems, 3, "cheapest", "dearest", "%.6f in the endpoint's currency", found);
    return found;
  }

  private static void ends(
      List<Row> systems, int at, String low, String high, String unit, List<Finding> found) {
    List<Row> known =
        systems.stream()
            .filter(row -> !row.isNullAt(at) && Double.isFinite(row.getDouble(at)))
            .sorted((a, b) -> Double.compare(a.getDouble(at), b.getDouble(at)))
            .toList();
    int last = known.size() - 1;
    if (known.size() < 2 || known.get(0).getDouble(at) == known.get(last).getDouble(at)) {
      return;
    }
    if (known.get(0).getDouble(at) < known.get(1).getDouble(at)) {
      found.add(finding(known.get(0), at, low, unit, known.size()));
    }
    if (known.get(last).getDouble(at) > known.get(last - 1).getDouble(at)) {
      found.add(finding(known.get(last), at, high, unit, known.size()));
    }
  }

  private static Finding finding(Row row, int at, String end, String unit, int systems) {
    return new Finding(
        Finding.LOW,
        "",
        row.getString(0),
        end,
        Finding.say(
            "System '%s' is the %s of %d: " + unit + " an answer, over %d answers.",
            row.getString(0),
            end,
            systems,
            row.getDouble(at),
            row.getLong(at + 1)),
        "View v_cost has time and cost by system.",
        List.of());
  }
}
