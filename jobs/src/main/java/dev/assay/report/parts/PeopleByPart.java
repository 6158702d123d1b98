package dev.assay.report.parts;

import static org.apache.spark.sql.functions.col;

import dev.assay.report.figures.Shown;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * What people would pass in each part, by its own labels and drawn towards the parts beside it.
 *
 * @param all how many there are, where more are than stand here; empty otherwise
 * @param lines the lowest ones first
 */
public record PeopleByPart(String all, List<Line> lines) {
  private static final int MOST = 100;

  /**
   * @param own by the part's own labels
   * @param shrunk drawn towards the parts beside it
   */
  public record Line(
      String system,
      String dimension,
      String where,
      String own,
      String ownInterval,
      String shrunk,
      String shrunkInterval,
      String n) {}

  /**
   * @param analysis the run that the page is about; empty: none
   * @param topics labels by stratum
   */
  public static PeopleByPart of(
      Store store, Optional<String> analysis, Map<Integer, String> topics) {
    if (analysis.isEmpty() || store.isBlank(Tables.LEADERBOARD)) {
      return new PeopleByPart("", List.of());
    }
    Dataset<Row> rows =
        store
            .read(Tables.LEADERBOARD)
            .where(col("run_id").equalTo(analysis.get()).and(col("human_shrunk").isNotNull()));
    List<Line> lines =
        rows
            .orderBy("human_shrunk", "dimension", "system", "slice")
            .limit(MOST)
            .collectAsList()
            .stream()
            .map(row -> line(row, topics))
            .toList();
    long all = lines.size() < MOST ? lines.size() : rows.count();
    return new PeopleByPart(all > lines.size() ? Shown.count(all) : "", lines);
  }

  private static Line line(Row row, Map<Integer, String> topics) {
    return new Line(
        row.getAs("system"),
        row.getAs("dimension"),
        Places.named(row.getAs("slice"), topics),
        Shown.share(row, "human_estimate"),
        Shown.interval(row, "human_ci_low", "human_ci_high"),
        Shown.share(row, "human_shrunk"),
        Shown.interval(row, "human_shrunk_low", "human_shrunk_high"),
        Shown.count(row.<Long>getAs("n_groups")));
  }
}
