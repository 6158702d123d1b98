package dev.assay.report.parts;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;

import dev.assay.report.figures.Shown;
import dev.assay.report.figures.Titles;
import dev.assay.tables.RowValues;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.sql.Timestamp;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** The smallest edits that still fail, of the last search before the analysis that came next. */
public final class LeastEditsTable {
  private static final int MOST = 30;

  private LeastEditsTable() {}

  /**
   * What is left of a twin's edits.
   *
   * @param kept edits that are left, of how many
   * @param sure what is known of anything smaller
   */
  public record Line(
      String system,
      String perturbation,
      String metric,
      String kept,
      String changes,
      String question,
      String sure) {}

  /**
   * The fewest edits first.
   *
   * @param analysis the run that the page is about; empty: none
   */
  public static List<Line> of(Store store, Optional<String> analysis) {
    if (analysis.isEmpty() || store.isBlank(Tables.LEAST_EDITS)) {
      return List.of();
    }
    Dataset<Row> runs = store.read(Tables.RUNS).where(col("status").equalTo("done"));
    List<Row> shown =
        runs.where(col("run_id").equalTo(analysis.get()))
            .select("name", "started_at")
            .collectAsList();
    if (shown.isEmpty()) {
      return List.of();
    }
    Dataset<Row> same = runs.where(col("name").equalTo(shown.get(0).<String>getAs("name")));
    Timestamp next =
        same.where(col("stage").equalTo("analyze"))
            .where(col("started_at").gt(shown.get(0).<Timestamp>getAs("started_at")))
            .agg(min("started_at").as("next"))
            .head()
            .getAs("next");
    List<Row> newest =
        same.where(col("stage").equalTo("shrink"))
            .where(next == null ? lit(true) : col("started_at").lt(next))
            .orderBy(col("ended_at").desc(), col("run_id"))
            .select("run_id")
            .limit(1)
            .collectAsList();
    if (newest.isEmpty()) {
      return List.of();
    }
    return store
        .read(Tables.LEAST_EDITS)
        .where(col("run_id").equalTo(newest.get(0).<String>getAs("run_id")))
        .where(col("status").notEqual("not_applicable"))
        .orderBy("least_edits", "least_distance", "system", "perturbation", "case_id", "metric")
        .limit(MOST)
        .collectAsList()
        .stream()
        .map(LeastEditsTable::line)
        .toList();
  }

  private static Line line(Row row) {
    return new Line(
        row.getAs("system"),
        row.getAs("perturbation"),
        Titles.of(row.getAs("metric")),
        Shown.count(row.<Long>getAs("least_edits"))
            + " of "
            + Shown.count(row.<Long>getAs("edits")),
        String.join("; ", RowValues.<String>list(row, "changes")),
        row.getAs("least_question"),
        row.getAs("status"));
  }
}
