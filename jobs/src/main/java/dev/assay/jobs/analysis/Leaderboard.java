package dev.assay.jobs.analysis;

import static org.apache.spark.sql.functions.col;

import dev.assay.base.OneLine;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.scores.Cells;
import dev.assay.jobs.scores.EvaluatorSelection;
import dev.assay.tables.RowValues;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;

/**
 * The leaderboard as text: a line a metric, a column a system, estimate and interval in each cell,
 * the best system of a metric marked with a star, and what too much is missing of to rank with a
 * question mark. What people would pass leads, then what is calibrated and fit; behind every other
 * metric stands why no decision rests on it. Only primary metrics with a direction.
 */
public record Leaderboard(List<Line> lines) {
  private static final String UNRANKED = "?";

  /**
   * One metric.
   *
   * @param standing what may rest on it, in words
   * @param cells text by system
   */
  record Line(String name, String standing, Map<String, String> cells) {}

  /** The leaderboard of the last {@code analyze} under this run's name. */
  public static Leaderboard of(Session session) {
    Store store = session.runner().store();
    Run demo =
        new Run(session.spark(), session.loaded().config(), store, "demo", "", Instant.now());
    List<String> primaries = EvaluatorSelection.primaries(session.loaded().config());
    List<Row> rows =
        store
            .read(Tables.LEADERBOARD)
            .where(col("run_id").equalTo(demo.latest("analyze")))
            .where(col("slice").equalTo(Cells.ALL))
            .where(
                col("metric")
                    .equalTo(LeadingEstimates.METRIC)
                    .and(col("human_estimate").isNotNull())
                    .or(
                        col("metric")
                            .isin(primaries.toArray())
                            .and(col("dimension").equalTo(""))
                            .and(col("estimate").isNotNull())))
            .select(
                "metric",
                "dimension",
                "system",
                "estimate",
                "ci_low",
                "ci_high",
                "human_estimate",
                "human_ci_low",
                "human_ci_high",
                "n_groups",
                "rank")
            .collectAsList();
    return of(rows, Standing.of(store));
  }

  /** Of cells over all cases, and what is known of their metrics. */
  static Leaderboard of(List<Row> rows, Map<String, Standing> known) {
    List<Line> lines = new ArrayList<>(people(rows));
    TreeMap<String, Map<String, String>> cells = new TreeMap<>();
    for (Row row : rows) {
      if (!isHuman(row)) {
        cells
            .computeIfAbsent(row.getAs("metric"), metric -> new TreeMap<>())
            .put(row.getAs("system"), mark(row) + cell(row, ""));
      }
    }
    cells.entrySet().stream()
        .sorted(
            Comparator.comparing(line -> !known.getOrDefault(line.getKey(), Standing.NONE).isFit()))
        .forEach(
            line ->
                lines.add(
                    new Line(
                        line.getKey(),
                        known.getOrDefault(line.getKey(), Standing.NONE).words(),
                        line.getValue())));
    return new Leaderboard(lines);
  }

  /** What people would pass: the dimension with most labelled questions first. */
  private static List<Line> people(List<Row> rows) {
    TreeMap<String, List<Row>> byDimension =
        rows.stream()
            .filter(Leaderboard::isHuman)
            .collect(
                Collectors.groupingBy(
                    row -> row.<String>getAs("dimension"), TreeMap::new, Collectors.toList()));
    return byDimension.entrySet().stream()
        .sorted(
            Comparator.comparingLong(
                said -> -said.getValue().stream().mapToLong(r -> r.<Long>getAs("n_groups")).sum()))
        .map(
            said -> {
              Map<String, String> cells = new TreeMap<>();
              said.getValue()
                  .forEach(row -> cells.put(row.getAs("system"), " " + cell(row, "human_")));
              return new Line("people would pass: " + said.getKey(), "What people said", cells);
            })
        .toList();
  }

  private static boolean isHuman(Row row) {
    return LeadingEstimates.METRIC.equals(row.getAs("metric"));
  }

  private static String mark(Row row) {
    return RowValues.isNull(row, "rank") ? UNRANKED : row.getAs("rank").equals(1) ? "*" : " ";
  }

  private static String cell(Row row, String of) {
    String low = of + "ci_low";
    String high = of + "ci_high";
    String interval =
        RowValues.isNull(row, low) || RowValues.isNull(row, high)
            ? ""
            : String.format(
                Locale.ROOT, " [%.3f, %.3f]", row.<Double>getAs(low), row.<Double>getAs(high));
    return String.format(Locale.ROOT, "%.3f%s", row.<Double>getAs(of + "estimate"), interval);
  }

  @Override
  public String toString() {
    TreeSet<String> systems = new TreeSet<>();
    lines.forEach(line -> systems.addAll(line.cells().keySet()));
    StringBuilder text = new StringBuilder(String.format("%n%-52s", "metric (* best mean)"));
    systems.forEach(system -> text.append(String.format("%-26s", OneLine.of(system))));
    for (Line line : lines) {
      text.append(String.format("%n%-52s", OneLine.of(line.name())));
      systems.forEach(
          system -> text.append(String.format("%-26s", line.cells().getOrDefault(system, "–"))));
      text.append(OneLine.of(line.standing()));
    }
    boolean unranked =
        lines.stream()
            .flatMap(line -> line.cells().values().stream())
            .anyMatch(cell -> cell.startsWith(UNRANKED));
    return text.append(
            unranked
                ? "%n? too much is missing to rank it (analyze.max-missing-share)%n".formatted()
                : "%n".formatted())
        .toString();
  }
}
