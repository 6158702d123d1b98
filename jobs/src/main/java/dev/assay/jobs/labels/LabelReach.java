package dev.assay.jobs.labels;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count_distinct;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.min_by;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.when;

import dev.assay.base.OneLine;
import dev.assay.jobs.inputs.TextTable;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** How many labels of a file are used, and why the others are not. */
final class LabelReach {
  /** Which label of the file a row is of: one that names no repeat has a row for each. */
  static final String NUMBER = "number";

  /** Whether the responses that a label names have different answers. */
  static final String SEVERAL = "several";

  /** The time of a label as the file says it. */
  static final String TIME = "time_said";

  private static final int REASONS = 10;

  private LabelReach() {}

  /**
   * Tells it, the most frequent reason first, each with the first line that has it.
   *
   * @param stored what became of those of a response
   */
  static void tell(String source, Dataset<Row> judged, long rejected, LabelRows.Stored stored) {
    long changed = stored.changed();
    Column number = col(NUMBER);
    Column timeless =
        col("reason").isNull().and(col(TIME).isNotNull()).and(col("labelled_at").isNull());
    Row labels =
        judged
            .agg(
                count_distinct(number).as("all"),
                count_distinct(when(col("reason").isNull(), number)).as("used"),
                count_distinct(when(col("reason").isNull().and(col(SEVERAL)), number)).as(SEVERAL),
                count_distinct(when(timeless, number)).as("timeless"),
                min(when(timeless, col(TIME))).as(TIME))
            .first();
    long all = labels.getAs("all");
    long used = labels.getAs("used");
    System.err.printf(
        "label: %s: %d labels, %d are of a response, %d could not be used%n",
        OneLine.of(source), all, used, all - used);
    long several = labels.getAs(SEVERAL);
    if (several > 0) {
      System.err.printf(
          "label:   %d are of an id under which one system gave different answers, and count for"
              + " each of them; give every answer an id of its own to say which one was judged%n",
          several);
    }
    long without = labels.getAs("timeless");
    if (without > 0) {
      System.err.printf(
          "label:   %d have a labelled_at that is no time, such as '%s', and count as without one;"
              + " write it as 2026-01-31T17:05:00Z%n",
          without, OneLine.of(labels.getAs(TIME)));
    }
    if (changed > 0) {
      System.err.printf(
          "label:   %d judged an answer that has changed since, and are left out; who judged the"
              + " new answer says so by another labelled_at or note%n",
          changed);
    }
    if (stored.untimed() > 0) {
      System.err.printf(
          "label:   %d of these have no labelled_at, so that it cannot be known whether people"
              + " judged the new answer and said the same again; if they did, only verdicts that"
              + " changed count, and what is estimated from them is biased: give every label its"
              + " labelled_at%n",
          stored.untimed());
    }
    if (stored.older() > 0) {
      System.err.printf(
          "label:   %d say something else than a label of a later time that is stored, which stays;"
              + " who changes his mind says so by a later labelled_at%n",
          stored.older());
    }
    if (rejected == 0) {
      return;
    }
    List<Row> reasons =
        judged
            .where(col("reason").isNotNull())
            .groupBy("reason")
            .agg(
                count_distinct(col(NUMBER)).as("n"),
                min_by(
                        struct(col(TextTable.LINE).as("line"), col("row").as("row")),
                        struct(coalesce(col(TextTable.LINE), lit(0L)), col("row")))
                    .as("first"))
            .orderBy(col("n").desc(), col("reason"))
            .limit(REASONS)
            .collectAsList();
    for (Row reason : reasons) {
      Long line = reason.<Row>getAs("first").getAs("line");
      System.err.printf(
          "label:   %d: %s%s%n",
          reason.<Long>getAs("n"),
          OneLine.of(reason.getAs("reason")),
          line == null ? "" : " (first: line " + line + ")");
    }
    System.err.println("label:   table 'rejected' has each of them, with file and line");
  }
}
