package dev.assay.jobs.analysis;

import dev.assay.core.Direction;
import dev.assay.core.Metric;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.spark.sql.Row;

/**
 * What the means of whole systems say.
 *
 * @param cells leaderboard rows of the slice of everything
 * @param metrics declared metrics by qualified name
 * @param primaries the primary metrics
 * @param causes what a metric looks at; metrics that look at the same are one problem
 * @param standings what calibrations found of metrics
 */
public record MeanFindings(
    List<Row> cells,
    Map<String, Metric> metrics,
    List<String> primaries,
    Map<String, String> causes,
    Map<String, Standing> standings) {
  /** The kind of a mean past its threshold. */
  static final String PAST = "threshold";

  /** The kind of a mean that lacks too many values. */
  static final String MISSING = "missing";

  /** The metrics of an evaluator have one cause, and none is calibrated. */
  public MeanFindings(List<Row> cells, Map<String, Metric> metrics, List<String> primaries) {
    this(cells, metrics, primaries, Map.of(), Map.of());
  }

  /** Share of unmeasured rows above which a cell has no rank. */
  public List<Finding> problems(double maxMissingShare) {
    Map<String, List<Past>> past = new TreeMap<>();
    for (Row cell : cells) {
      past(cell)
          .ifPresent(
              one ->
                  past.computeIfAbsent(
                          cell.getAs("system") + "\u0000" + cause(cell.getAs("metric")),
                          cause -> new ArrayList<>())
                      .add(one));
    }
    List<Finding> found = new ArrayList<>();
    past.values().forEach(of -> found.add(problem(of)));
    for (Row cell : cells) {
      String name = cell.getAs("metric");
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
                MISSING,
                Finding.say(
                    "%d of %d answers of system '%s' have no %s: the system has no rank by it.",
                    missing, all, cell.<String>getAs("system"), name),
                "Column reason of table scores says why.",
                List.of()));
      }
    }
    return found;
  }

  /** A mean past its threshold; certain where its whole interval is. */
  private record Past(Row cell, double threshold, boolean certain, boolean primary) {
    String metric() {
      return cell.getAs("metric");
    }
  }

  /** What a metric looks at. */
  String cause(String metric) {
    return causes.getOrDefault(metric, metric.substring(0, metric.indexOf('.')));
  }

  private Optional<Past> past(Row cell) {
    Metric metric = metrics.get(cell.<String>getAs("metric"));
    if (cell.getAs("estimate") == null
        || metric.threshold().isEmpty()
        || metric.direction() == Direction.NONE) {
      return Optional.empty();
    }
    double threshold = metric.threshold().getAsDouble();
    if (metric.direction().passes(cell.<Double>getAs("estimate"), threshold)) {
      return Optional.empty();
    }
    Double goodEnd = cell.getAs(metric.direction() == Direction.UP ? "ci_high" : "ci_low");
    boolean certain = goodEnd != null && !metric.direction().passes(goodEnd, threshold);
    return Optional.of(
        new Past(cell, threshold, certain, primaries.contains(cell.<String>getAs("metric"))));
  }

  private Standing standing(Past past) {
    return standings.getOrDefault(past.metric(), Standing.NONE);
  }

  /**
   * One of all that have one cause: about the most certain, a primary one before others, an unfit
   * one only where all are.
   */
  private Finding problem(List<Past> past) {
    List<Past> ordered =
        past.stream()
            .sorted(
                Comparator.comparing((Past one) -> standing(one).isUnfit())
                    .thenComparing(one -> !one.certain())
                    .thenComparing(one -> !one.primary())
                    .thenComparing(Past::metric))
            .toList();
    Past first = ordered.get(0);
    List<String> others = ordered.stream().skip(1).map(Past::metric).sorted().toList();
    return new Finding(
            first.certain() ? Finding.HIGH : Finding.MEDIUM,
            first.metric(),
            first.cell().getAs("system"),
            PAST,
            Finding.say(
                    "The mean %s of system '%s' is %.3f, past the threshold %.3f%s.",
                    first.metric(),
                    first.cell().<String>getAs("system"),
                    first.cell().<Double>getAs("estimate"),
                    first.threshold(),
                    first.certain()
                        ? ", and so is its whole interval"
                        : "; its interval includes it")
                + (others.isEmpty()
                    ? ""
                    : " Past theirs, and of the same texts: " + String.join(", ", others) + "."),
            "Look at the weakest slices and the worst cases of this metric.",
            List.of())
        .restingOn(standing(first));
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
