package dev.assay.jobs.gate;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.format_number;
import static org.apache.spark.sql.functions.length;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.substring;
import static org.apache.spark.sql.functions.when;

import dev.assay.jobs.engine.RunCoverage;
import dev.assay.report.compare.ComparePage;
import dev.assay.report.compare.ComparePage.Analysis;
import dev.assay.report.compare.ComparePage.Changed;
import dev.assay.report.compare.ComparePage.Line;
import dev.assay.report.figures.Shown;
import dev.assay.tables.Tables;
import java.sql.Timestamp;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;

/** What {@code changes} found, as a page. */
final class ChangesPage {
  private static final int MOST_CHARACTERS = 2000;
  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private ChangesPage() {}

  /**
   * @param counts by metric and system, in the order of the page
   * @param changes a row a case, metric and system, with question
   */
  static String html(Analyses analyses, List<Row> counts, Dataset<Row> changes, int limit) {
    return new ComparePage(
            analyses.run().config().report().title(),
            analyses.run().config().run().name(),
            analysis(analyses, analyses.baseline()),
            analysis(analyses, analyses.current()),
            counts.stream().map(ChangesPage::line).toList(),
            cases(analyses, changes, limit),
            limit)
        .html();
  }

  private static Analysis analysis(Analyses analyses, String id) {
    Row row = analyses.run().store().read(Tables.RUNS).where(col("run_id").equalTo(id)).head();
    return new Analysis(
        id, row.getAs("name"), MINUTE.format(row.<Timestamp>getAs("ended_at").toInstant()));
  }

  private static Line line(Row row) {
    return new Line(
        row.getAs("metric"),
        row.getAs("system"),
        row.<Long>getAs("fixed"),
        row.<Long>getAs("broken"),
        row.<Long>getAs("passed"),
        row.<Long>getAs("failed"));
  }

  /** The first ones of each line by case, broken ones first. */
  private static List<Changed> cases(Analyses analyses, Dataset<Row> changes, int limit) {
    Dataset<Row> first =
        changes
            .where(col("change").notEqual("same"))
            .withColumn(
                "place",
                row_number()
                    .over(
                        Window.partitionBy("metric", "system", "change")
                            .orderBy("case_id", "repeat")))
            .where(col("place").leq(limit));
    Dataset<Row> answers =
        analyses
            .run()
            .store()
            .read(Tables.RESPONSES)
            .select("case_id", "system", "repeat", "answer");
    return first
        .join(answers, RunCoverage.on(List.of("case_id", "system", "repeat")), "left")
        .withColumn("answer", cut("answer", "no answer"))
        .withColumn("question", cut("question", "–"))
        .orderBy(
            col("metric").startsWith("human.").desc(),
            col("metric"),
            col("system"),
            col("change"),
            col("case_id"),
            col("repeat"))
        .collectAsList()
        .stream()
        .map(ChangesPage::changed)
        .toList();
  }

  /** Says what it leaves out. */
  private static Column cut(String column, String missing) {
    Column text = coalesce(col(column), lit(missing));
    return when(
            length(text).gt(MOST_CHARACTERS),
            concat(
                substring(text, 1, MOST_CHARACTERS),
                lit(String.format(Locale.ROOT, "… (first %,d of ", MOST_CHARACTERS)),
                format_number(length(text), 0),
                lit(" characters)")))
        .otherwise(text);
  }

  private static Changed changed(Row row) {
    return new Changed(
        row.<String>getAs("metric") + " · " + row.<String>getAs("system"),
        row.getAs("change").equals("fixed"),
        row.getAs("case_id"),
        Shown.share(row, "value_before"),
        Shown.share(row, "value_after"),
        row.getAs("question"),
        row.getAs("answer"));
  }
}
