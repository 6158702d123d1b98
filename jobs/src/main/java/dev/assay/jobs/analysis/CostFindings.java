package dev.assay.jobs.analysis;

import static org.apache.spark.sql.functions.avg;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.round;

import dev.assay.tables.RowValues;
import java.util.ArrayList;
import java.util.Comparator;
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
                count("latency_ms").as("n_latency"),
                round(avg("cost"), 12).as("cost"),
                count("cost").as("n_cost"))
            .orderBy("system")
            .collectAsList();
    List<Finding> found = new ArrayList<>();
    ends(systems, "latency", "fastest", "slowest", "%.1f ms", found);
    ends(systems, "cost", "cheapest", "dearest", "%.6f in the endpoint's currency", found);
    return found;
  }

  private static void ends(
      List<Row> systems, String mean, String low, String high, String unit, List<Finding> found) {
    List<Row> known =
        systems.stream()
            .filter(row -> !RowValues.isNull(row, mean) && Double.isFinite(row.<Double>getAs(mean)))
            .sorted(Comparator.comparing(row -> row.<Double>getAs(mean)))
            .toList();
    double[] means = known.stream().mapToDouble(row -> row.getAs(mean)).toArray();
    int last = means.length - 1;
    if (last < 1 || means[0] == means[last]) {
      return;
    }
    if (means[0] < means[1]) {
      found.add(finding(known.get(0), mean, low, unit, known.size()));
    }
    if (means[last] > means[last - 1]) {
      found.add(finding(known.get(last), mean, high, unit, known.size()));
    }
  }

  private static Finding finding(Row row, String mean, String end, String unit, int systems) {
    return new Finding(
        Finding.LOW,
        "",
        row.getAs("system"),
        end,
        Finding.say(
            "System '%s' is the %s of %d: " + unit + " an answer, over %d answers.",
            row.getAs("system"),
            end,
            systems,
            row.getAs(mean),
            row.getAs("n_" + mean)),
        "View v_cost has time and cost by system.",
        List.of());
  }
}
