package dev.assay.jobs.labels;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min_by;
import static org.apache.spark.sql.functions.struct;

import dev.assay.base.OneLine;
import dev.assay.jobs.inputs.TextTable;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** How many labels of a file met a response, and why the others did not. */
final class LabelReach {
  private static final int REASONS = 10;

  private LabelReach() {}

  /** Tells it, the most frequent reason first, each with the first line that has it. */
  static void tell(String source, Dataset<Row> judged, long used, long rejected) {
    System.err.printf(
        "label: %s: %d labels, %d met a response, %d did not%n",
        OneLine.of(source), used + rejected, used, rejected);
    if (rejected == 0) {
      return;
    }
    List<Row> reasons =
        judged
            .where(col("reason").isNotNull())
            .groupBy("reason")
            .agg(
                count(lit(1)).as("n"),
                min_by(
                        struct(col(TextTable.LINE).as("line"), col("row").as("row")),
                        struct(coalesce(col(TextTable.LINE), lit(0L)), col("row")))
                    .as("first"))
            .orderBy(col("n").desc(), col("reason"))
            .limit(REASONS)
            .collectAsList();
    for (Row reason : reasons) {
      Row first = reason.getAs("first");
      System.err.printf(
          "label:   %d: %s%s%n",
          reason.<Long>getAs("n"),
          OneLine.of(reason.getAs("reason")),
          first.isNullAt(0) ? "" : " (first: line " + first.getLong(0) + ")");
    }
    System.err.println("label:   table 'rejected' has each of them, with file and line");
  }
}
