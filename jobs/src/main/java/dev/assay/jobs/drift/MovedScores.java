package dev.assay.jobs.drift;

import static org.apache.spark.sql.functions.avg;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.map_from_entries;
import static org.apache.spark.sql.functions.round;
import static org.apache.spark.sql.functions.struct;

import dev.assay.tables.RowValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Whether the scores of a system, all metrics together, come from the distribution that they came
 * from before. Questions that both analyses ask are on both sides, which makes the tests cautious.
 *
 * @param metrics those that make up the scores; one that a side lacks anywhere is left out
 */
record MovedScores(Moved moved, List<String> metrics) {

  List<Row> rows(Dataset<Row> then, Dataset<Row> now) {
    Map<String, List<Map<String, Double>>> before = scores(then);
    Map<String, List<Map<String, Double>>> after = scores(now);
    List<Row> rows = new ArrayList<>();
    after.forEach(
        (system, later) -> {
          List<Map<String, Double>> earlier = before.getOrDefault(system, List.of());
          if (!earlier.isEmpty() && !earlier.equals(later)) {
            rows.addAll(rows("scores of " + system, earlier, later));
          }
        });
    return rows;
  }

  private List<Row> rows(
      String subject, List<Map<String, Double>> earlier, List<Map<String, Double>> later) {
    TreeSet<String> shared = new TreeSet<>(metrics);
    earlier.forEach(of -> shared.retainAll(of.keySet()));
    later.forEach(of -> shared.retainAll(of.keySet()));
    boolean few = earlier.size() < Moved.LEAST_GROUPS || later.size() < Moved.LEAST_GROUPS;
    if (few || shared.isEmpty()) {
      return List.of(
          moved.row(
              subject,
              "drift.mmd",
              null,
              null,
              earlier.size(),
              later.size(),
              few ? "too_few" : "no_input"));
    }
    double[][][] sides = Moved.scaled(vectors(earlier, shared), vectors(later, shared));
    if (sides[0][0].length == 0) {
      return List.of();
    }
    return List.of(
        moved.mmd(subject, sides[0], sides[1]), moved.classifier(subject, sides[0], sides[1]));
  }

  private static double[][] vectors(List<Map<String, Double>> groups, TreeSet<String> metrics) {
    return groups.stream()
        .map(of -> metrics.stream().mapToDouble(of::get).toArray())
        .toArray(double[][]::new);
  }

  private Map<String, List<Map<String, Double>>> scores(Dataset<Row> covered) {
    Dataset<Row> groups =
        covered
            .where(col("scores").isNotNull())
            .select(
                col("system"),
                col("group_id"),
                explode(col("scores")).as(new String[] {"metric", "score"}))
            .where(col("metric").isin(metrics.toArray()))
            .groupBy("system", "group_id", "metric")
            .agg(round(avg("score.value"), 9).as("value"))
            .groupBy("system", "group_id")
            .agg(map_from_entries(collect_list(struct("metric", "value"))).as("values"));
    Map<String, List<Map<String, Double>>> scores = new TreeMap<>();
    DriftBetween.limited(groups, "system", "group_id")
        .orderBy("system", "group_id")
        .collectAsList()
        .forEach(
            row ->
                scores
                    .computeIfAbsent(row.getAs("system"), s -> new ArrayList<>())
                    .add(new TreeMap<>(RowValues.<String, Double>map(row, "values"))));
    return scores;
  }
}
