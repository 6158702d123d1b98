package dev.assay.report.cost;

import static org.apache.spark.sql.functions.avg;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.round;

import dev.assay.stats.Pareto;
import dev.assay.tables.RowValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Quality, cost and time of each system, and who is beaten by whom. Systems are compared where all
 * are judged; a cost or a time that not all have is shown and not compared. Times are compared as
 * they are shown, in whole milliseconds: less is no difference that anybody waits for.
 */
public final class CostTable {
  private static final String ABSENT = "–";

  /** Systems that are better in everything and named; of more it says how many there are. */
  private static final int NAMED = 3;

  private CostTable() {}

  /**
   * One system.
   *
   * @param standing on the front, who beats it, or why nothing is compared
   */
  public record Line(
      String system,
      String quality,
      String cost,
      String time,
      String n,
      boolean front,
      String standing) {}

  /**
   * @param answers rows of table responses, but for twins that stage {@code perturb} made
   * @param quality shares that people would pass, by system; absent where nobody judged
   * @return none for one system, and where neither cost nor time is known of all
   */
  public static List<Line> of(Dataset<Row> answers, Map<String, OptionalDouble> quality) {
    if (quality.size() < 2) {
      return List.of();
    }
    List<Row> rows =
        answers
            .groupBy("system")
            .agg(
                round(avg("cost"), 9).as("cost"),
                round(avg("latency_ms")).as("latency"),
                count("*").as("n"))
            .where(col("system").isin(quality.keySet().toArray()))
            .orderBy("system")
            .collectAsList();
    boolean judged = rows.stream().allMatch(row -> quality.get(name(row)).isPresent());
    boolean costs = rows.stream().allMatch(row -> RowValues.number(row, "cost").isPresent());
    boolean times = rows.stream().allMatch(row -> RowValues.number(row, "latency").isPresent());
    if (rows.size() < 2 || (!costs && !times)) {
      return List.of();
    }
    List<double[]> points = new ArrayList<>();
    for (Row row : rows) {
      points.add(
          new double[] {
            quality.get(name(row)).orElse(0),
            costs ? -RowValues.number(row, "cost").getAsDouble() : 0,
            times ? -RowValues.number(row, "latency").getAsDouble() : 0
          });
    }
    List<List<Integer>> beaten = Pareto.beatenBy(points);
    String without = costs && times ? "" : costs ? "; time left out" : "; cost left out";
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      List<Integer> by = beaten.get(i);
      lines.add(
          new Line(
              name(row),
              shown(quality.get(name(row)), 100, "%.0f\u00a0%%"),
              shown(RowValues.number(row, "cost"), 1, "%.6f"),
              shown(RowValues.number(row, "latency"), 1, "%.0f\u00a0ms"),
              String.format(Locale.ROOT, "%d", row.<Long>getAs("n")),
              judged && by.isEmpty(),
              !judged
                  ? "not compared: not all systems are judged"
                  : (by.isEmpty()
                          ? "on the front"
                          : "beaten by "
                              + by.stream()
                                  .limit(NAMED)
                                  .map(k -> name(rows.get(k)))
                                  .collect(Collectors.joining(", "))
                              + (by.size() > NAMED ? " and " + (by.size() - NAMED) + " more" : ""))
                      + without));
    }
    return lines;
  }

  private static String name(Row row) {
    return row.getAs("system");
  }

  private static String shown(OptionalDouble value, double factor, String format) {
    return value.isPresent()
        ? String.format(Locale.ROOT, format, factor * value.getAsDouble())
        : ABSENT;
  }
}
