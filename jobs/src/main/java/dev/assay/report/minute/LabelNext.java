package dev.assay.report.minute;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.when;

import dev.assay.jobs.calibrating.ReviewQueue;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.report.figures.Shown;
import dev.assay.spark.Kept;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** What of each system's answers waits for labels, a line a dimension; twins are left out. */
final class LabelNext {
  /** Priorities from here on are of the round of labels that was drawn. */
  private static final double DRAWN = 0.5;

  private static final List<String> ENTRY = List.of("case_id", "system", "repeat", "dimension");

  private LabelNext() {}

  /**
   * By system.
   *
   * @param waiting rows of the review queue about the page's answers that wait for a label, but for
   *     twins that stage {@code perturb} made
   * @param labels of these answers
   */
  static Map<String, List<String>> of(Store store, Dataset<Row> waiting, Dataset<Row> labels) {
    Column drawn = col("priority").geq(DRAWN);
    Dataset<Row> cases = store.read(Tables.TEST_CASES);
    Map<String, List<String>> next = new TreeMap<>();
    waiting
        .join(labels, RunCoverage.on(ENTRY), "left_anti")
        .groupBy("system", "dimension")
        .agg(
            count(lit(1)).as("waiting"),
            count(when(drawn, 1)).as("drawn"),
            count(when(ReviewQueue.isCheck(), 1)).as("checks"),
            max(struct(col("priority"), col("case_id"))).getField("case_id").as("case_id"))
        .transform(Kept::apart)
        .join(cases.select(col("case_id"), col("question").as("first")), "case_id")
        .orderBy("system", "dimension")
        .collectAsList()
        .forEach(
            row ->
                next.computeIfAbsent(row.getAs("system"), s -> new ArrayList<>()).add(line(row)));
    return next;
  }

  private static String line(Row row) {
    long waiting = row.<Long>getAs("waiting");
    long drawn = row.<Long>getAs("drawn");
    long checks = row.<Long>getAs("checks");
    return Shown.count(waiting)
        + (waiting == 1 ? " of its answers waits" : " of its answers wait")
        + " for a label of “"
        + row.getAs("dimension")
        + "”"
        + (checks == 0
            ? ""
            : ", " + Shown.count(checks) + " of them to check what the machine decided")
        + "."
        + (drawn == 0 || drawn == waiting
            ? ""
            : " Begin with the " + Shown.count(drawn) + " that were drawn for this round.")
        + " The first: “"
        + Minute.cut(row.getAs("first"))
        + "”";
  }
}
