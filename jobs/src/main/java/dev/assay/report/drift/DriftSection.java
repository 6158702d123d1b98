package dev.assay.report.drift;

import static org.apache.spark.sql.functions.col;

import dev.assay.report.figures.Shown;
import dev.assay.tables.RowValues;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Row;

/** What {@code drift.peb} shows: table drift of one analysis, what surely moved first. */
public final class DriftSection {
  private static final int MOST = 100;
  private static final Map<String, String> MEASURES =
      Map.of(
          "drift.mmd", "discrepancy (MMD²)",
          "drift.classifier", "told apart (AUROC)",
          "questions_drift.questions_drift", "distance of centroids",
          "questions_drift.mmd", "discrepancy (MMD²)");

  private DriftSection() {}

  /**
   * One comparison.
   *
   * @param against the analysis before, the first day, or earlier questions
   * @param order what sorting by p goes by
   */
  public record Line(
      String subject,
      String measure,
      String against,
      String value,
      String p,
      String before,
      String after,
      boolean moved,
      String order) {}

  /**
   * @param analysis the run that the page is about; empty: none
   * @param alpha the p-value above which a move may be chance
   */
  public static List<Line> of(Store store, Optional<String> analysis, double alpha) {
    if (analysis.isEmpty() || store.isBlank(Tables.DRIFT)) {
      return List.of();
    }
    return store
        .read(Tables.DRIFT)
        .where(col("run_id").equalTo(analysis.get()))
        .orderBy(col("p_value").asc_nulls_last(), col("subject"), col("metric"))
        .limit(MOST)
        .collectAsList()
        .stream()
        .map(row -> line(row, alpha))
        .toList();
  }

  private static Line line(Row row, double alpha) {
    String metric = row.getAs("metric");
    String subject = row.getAs("subject");
    boolean ok = row.getAs("status").equals("ok");
    return new Line(
        subject,
        MEASURES.getOrDefault(metric, metric + " (e-value)"),
        row.getAs("baseline_run") != null
            ? "the analysis before"
            : subject.endsWith(" from day to day") ? "the first day" : "earlier questions",
        ok ? Shown.share(row, "value") : row.<String>getAs("status").replace('_', ' '),
        Shown.p(row, "p_value"),
        count(row, "n_before"),
        count(row, "n_after"),
        RowValues.number(row, "p_value").orElse(1) <= alpha,
        RowValues.number(row, "p_value").isPresent()
            ? Double.toString(RowValues.number(row, "p_value").getAsDouble())
            : "");
  }

  private static String count(Row row, String column) {
    return row.getAs(column) == null ? "–" : Shown.count(row.<Long>getAs(column));
  }
}
