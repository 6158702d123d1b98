package dev.assay.jobs.analysis;

import static org.apache.spark.sql.functions.col;

import dev.assay.base.OneLine;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.scores.EvaluatorSelection;
import dev.assay.tables.RowValues;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.spark.sql.Row;

/**
 * The leaderboard as text: a line a metric, a column a system, estimate and interval in each cell,
 * the best system of a metric marked with a star, and what too much is missing of to rank with a
 * question mark. Only primary metrics with a direction.
 *
 * @param cells text by metric and system
 */
public record Leaderboard(Map<String, Map<String, String>> cells) {
  private static final String UNRANKED = "?";

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
            .where(col("slice").equalTo("all").and(col("dimension").equalTo("")))
            .where(col("estimate").isNotNull())
            .where(col("metric").isin(primaries.toArray()))
            .select("metric", "system", "estimate", "ci_low", "ci_high", "rank")
            .collectAsList();
    Map<String, Map<String, String>> cells = new TreeMap<>();
    for (Row row : rows) {
      cells
          .computeIfAbsent(row.getAs("metric"), metric -> new TreeMap<>())
          .put(row.getAs("system"), cell(row));
    }
    return new Leaderboard(cells);
  }

  private static String cell(Row row) {
    String interval =
        RowValues.isNull(row, "ci_low") || RowValues.isNull(row, "ci_high")
            ? ""
            : String.format(
                Locale.ROOT,
                " [%.3f, %.3f]",
                row.<Double>getAs("ci_low"),
                row.<Double>getAs("ci_high"));
    String mark =
        RowValues.isNull(row, "rank") ? UNRANKED : row.getAs("rank").equals(1) ? "*" : " ";
    return String.format(Locale.ROOT, "%s%.3f%s", mark, row.<Double>getAs("estimate"), interval);
  }

  @Override
  public String toString() {
    TreeSet<String> systems = new TreeSet<>();
    cells.values().forEach(row -> systems.addAll(row.keySet()));
    StringBuilder text = new StringBuilder(String.format("%n%-52s", "metric (* best mean)"));
    systems.forEach(system -> text.append(String.format("%-26s", OneLine.of(system))));
    cells.forEach(
        (metric, row) -> {
          text.append(String.format("%n%-52s", OneLine.of(metric)));
          systems.forEach(
              system -> text.append(String.format("%-26s", row.getOrDefault(system, "–"))));
        });
    boolean unranked =
        cells.values().stream()
            .flatMap(row -> row.values().stream())
            .anyMatch(cell -> cell.startsWith(UNRANKED));
    return text.append(
            unranked
                ? "%n? too much is missing to rank it (analyze.max-missing-share)%n".formatted()
                : "%n".formatted())
        .toString();
  }
}
