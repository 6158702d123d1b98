package dev.assay.jobs.analysis;

import dev.assay.core.Direction;
import dev.assay.core.Metric;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.spark.sql.Row;

/**
 * What the means of whole systems say.
 *
 * @param cells leaderboard rows of the slice of everything
 * @param metrics declared metrics by qualified name
 * @param primaries the primary metrics
 */
public record MeanFindings(List<Row> cells, Map<String, Metric> metrics, List<String> primaries) {

  /** Share of unmeasured rows above which a cell has no rank. */
  public List<Finding> problems(double maxMissingShare) {
    List<Finding> found = new ArrayList<>();
    for (Row cell : cells) {
      String name = cell.getAs("metric");
      Metric metric = metrics.get(name);
      pastThreshold(cell, metric, found);
      long missing = cell.getAs("n_missing");
      long all = cell.<Long>getAs("n") + missing;
      if (primaries.contains(name)
          && cell.<Long>getAs("n") > 0
          && missing > maxMissingShare * all) {
        found.add(
            new Finding(
                Finding.MEDIUM,
                name,
                cell.getAs("system"),
                "missing",
                Finding.say(
                    "%d of %d answers of system '%s' have no %s: the system has no rank by it.",
                    missing, all, cell.<String>getAs("system"), name),
                "Column reason of table scores says why.",
                List.of()));
      }
    }
    return found;
  }

  /** High where the whole interval is past the threshold. */
  private static void pastThreshold(Row cell, Metric metric, List<Finding> found) {
    if (cell.getAs("estimate") == null
        || metric.threshold().isEmpty()
        || metric.direction() == Direction.NONE) {
      return;
    }
    double threshold = metric.threshold().getAsDouble();
    double estimate = cell.getAs("estimate");
    if (metric.direction().passes(estimate, threshold)) {
      return;
    }
    Double goodEnd = cell.getAs(metric.direction() == Direction.UP ? "ci_high" : "ci_low");
    boolean certain = goodEnd != null && !metric.direction().passes(goodEnd, threshold);
    found.add(
        new Finding(
            certain ? Finding.HIGH : Finding.MEDIUM,
            cell.getAs("metric"),
            cell.getAs("system"),
            "threshold",
            Finding.say(
                "The mean %s of system '%s' is %.3f, past the threshold %.3f%s.",
                cell.<String>getAs("metric"),
                cell.<String>getAs("system"),
                estimate,
                threshold,
                certain ? ", and so is its whole interval" : "; its interval includes it"),
            "Look at the weakest slices and the worst cases of this metric.",
            List.of()));
  }

  /** The best and the worst system of each primary metric, where one is alone. */
  List<Finding> insights() {
    List<Finding> found = new ArrayList<>();
    for (String primary : primaries) {
      ends(
          primary,
          "best",
          "worst",
          cell -> Finding.say("mean %s, %.3f,", primary, cell.<Double>getAs("estimate")),
          found);
    }
    for (String metric : metrics.keySet()) {
      if (metric.endsWith(".retrieval_failures")) {
        ends(
            metric,
            "best_retrieval",
            "worst_retrieval",
            cell ->
                Finding.say(
                    "retrieval by %s, %.1f %% failures,",
                    metric.substring(0, metric.indexOf('.')), 100 * cell.<Double>getAs("estimate")),
            found);
      }
    }
    return found;
  }

  private void ends(
      String metric, String best, String worst, Function<Row, String> what, List<Finding> found) {
    List<Row> ranked =
        cells.stream()
            .filter(cell -> cell.<String>getAs("metric").equals(metric))
            .filter(cell -> cell.getAs("rank") != null)
            .sorted(Comparator.comparingInt(cell -> cell.<Integer>getAs("rank")))
            .toList();
    if (ranked.size() < 2) {
      return;
    }
    alone(ranked, ranked.get(0), "best", best, what, found);
    alone(ranked, ranked.get(ranked.size() - 1), "worst", worst, what, found);
  }

  private static void alone(
      List<Row> ranked,
      Row cell,
      String end,
      String kind,
      Function<Row, String> what,
      List<Finding> found) {
    long same =
        ranked.stream()
            .filter(other -> other.<Integer>getAs("rank").equals(cell.<Integer>getAs("rank")))
            .count();
    if (same == 1) {
      found.add(
          new Finding(
              Finding.LOW,
              cell.getAs("metric"),
              cell.getAs("system"),
              kind,
              Finding.say(
                  "System '%s' has the %s %s of %d systems.",
                  cell.<String>getAs("system"), end, what.apply(cell), ranked.size()),
              "See comparisons for whether the difference is significant.",
              List.of()));
    }
  }
}
