package dev.assay.report.parts;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import dev.assay.jobs.engine.RunCoverage;
import dev.assay.perturb.Meaning;
import dev.assay.report.figures.Shown;
import dev.assay.report.figures.Titles;
import dev.assay.tables.RowValues;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * What perturbations did in each topic and kind of question.
 *
 * @param cells how many were looked at
 * @param worse how many of those whose twins keep the origin's answer have a band above 0
 * @param lines those whose twins keep it first, the highest lower ends of their bands first
 */
public record Surface(String cells, String worse, List<Line> lines) {
  private static final int MOST = 40;

  /** What twins mean whose origin's answer is right for them too. */
  private static final Object[] KEPT =
      Arrays.stream(Meaning.values()).filter(Meaning::keepsAnswer).map(Meaning::id).toArray();

  /**
   * A perturbation in a part.
   *
   * @param meaning what becomes of the question's; a dash where it is not known
   */
  public record Line(
      String system,
      String perturbation,
      String meaning,
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
    Dataset<Row> meanings =
        store
            .read(Tables.ROBUSTNESS)
            .where(col("run_id").equalTo(analysis.get()))
            .where(col("intensity").equalTo("all").and(col("dimension").equalTo("")))
            .select("system", "metric", "perturbation", "meaning");
    Dataset<Row> rows =
        store
            .read(Tables.ROBUSTNESS_SURFACE)
            .where(col("run_id").equalTo(analysis.get()))
            .join(meanings, RunCoverage.on(List.of("system", "metric", "perturbation")), "left")
            .withColumn("kept", coalesce(col("meaning").isin(KEPT), lit(false)))
            .withColumn("worse", col("worse").and(col("kept")));
    Row counts =
        rows.agg(count(lit(1)).as("cells"), count(when(col("worse"), 1)).as("worse")).head();
    List<Line> lines =
        rows
            .orderBy(
                col("kept").desc(),
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
        RowValues.<String>optional(row, "meaning").orElse("–"),
        Places.named(row.getAs("slice"), topics),
        Titles.of(row.getAs("metric")),
        Shown.share(row, "drop"),
        Shown.interval(row, "band_low", "band_high"),
        Shown.count(row.<Long>getAs("n_groups")),
        row.<Boolean>getAs("worse"));
  }
}
