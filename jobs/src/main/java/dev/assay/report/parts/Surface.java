package dev.assay.report.parts;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import dev.assay.report.figures.Shown;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * What perturbations did in each topic and kind of question.
 *
 * @param cells how many were looked at
 * @param worse how many of them have a band above 0
 * @param lines those with the highest lower ends of their bands
 */
public record Surface(String cells, String worse, List<Line> lines) {
  private static final int MOST = 40;

  /** A perturbation in a part. */
  public record Line(
      String system,
      String perturbation,
      String where,
      String metric,
      String drop,
      String band,
      String n,
      boolean worse) {}

  /**
   * @param analysis the run that the page is about; empty: none
   * @param topics labels by stratum
   */
  public static Surface of(Store store, Optional<String> analysis, Map<Integer, String> topics) {
    if (analysis.isEmpty() || store.isBlank(Tables.ROBUSTNESS_SURFACE)) {
      return new Surface("0", "0", List.of());
    }
    Dataset<Row> rows =
        store.read(Tables.ROBUSTNESS_SURFACE).where(col("run_id").equalTo(analysis.get()));
    Row counts =
        rows.agg(count(lit(1)).as("cells"), count(when(col("worse"), 1)).as("worse")).head();
    List<Line> lines =
        rows
            .orderBy(
                col("band_low").desc(),
                col("system"),
                col("metric"),
                col("perturbation"),
                col("slice"))
            .limit(MOST)
            .collectAsList()
            .stream()
            .map(row -> line(row, topics))
            .toList();
    return new Surface(
        Shown.count(counts.<Long>getAs("cells")), Shown.count(counts.<Long>getAs("worse")), lines);
  }

  private static Line line(Row row, Map<Integer, String> topics) {
    return new Line(
        row.getAs("system"),
        row.getAs("perturbation"),
        Places.named(row.getAs("slice"), topics),
        row.getAs("metric"),
        Shown.share(row, "drop"),
        Shown.interval(row, "band_low", "band_high"),
        Shown.count(row.<Long>getAs("n_groups")),
        row.<Boolean>getAs("worse"));
  }
}
