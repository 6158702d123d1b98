package dev.assay.jobs.labels;

import static org.apache.spark.sql.functions.array_distinct;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.exists;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.size;
import static org.apache.spark.sql.functions.transform;
import static org.apache.spark.sql.functions.when;

import dev.assay.config.LabelDimension;
import dev.assay.jobs.inputs.PlacedRows;
import dev.assay.jobs.inputs.TextTable;
import java.util.Map;
import org.apache.spark.sql.Column;

/** Why a label of a file cannot be used. */
final class LabelReasons {
  /** The repeat as the file says it. */
  static final String REPEAT = "repeat_said";

  /** Spreadsheets write 1 as 1.0. */
  private static final String WHOLE = "\\A[0-9]{1,9}(\\.0{0,9})?\\z";

  private LabelReasons() {}

  /** The reason; NULL where there is none. {@code byCase}: labels name responses by case_id. */
  static Column of(boolean byCase, Map<String, LabelDimension> dimensions) {
    String id = byCase ? "case_id" : "id";
    Column cases = size(array_distinct(transform(col("met"), met -> met.getField("case_id"))));
    Column reason =
        when(col(TextTable.MALFORMED).isNotNull(), PlacedRows.malformed())
            .when(col("key").isNull(), "the label has no " + id)
            .when(col("dimension").isNull(), "the label has no dimension")
            .when(col("label").isNull(), "the label is empty")
            .when(
                not(coalesce(col(REPEAT).rlike(WHOLE), lit(true))),
                concat(lit("repeat '"), col(REPEAT), lit("' is no whole number")))
            .when(col("found").isNull(), "no covered response has this " + id)
            .when(col("system").isNull(), "the label has no system")
            .when(
                not(exists(col("found"), found -> found.getField("system").equalTo(col("system")))),
                concat(
                    lit("no covered response with this " + id + " is of system '"),
                    col("system"),
                    lit("'")))
            .when(size(col("met")).equalTo(0), "no covered response has this " + id + " and repeat")
            .when(cases.gt(1), "several questions have this id: name the response by case_id");
    for (Map.Entry<String, LabelDimension> entry : dimensions.entrySet()) {
      if (!entry.getValue().isBinary()) {
        reason =
            reason.when(
                col("dimension").equalTo(entry.getKey()).and(col("meant").isNull()),
                "the label is no level of '%s': %s"
                    .formatted(entry.getKey(), String.join(", ", entry.getValue().allowed())));
      }
    }
    return reason.when(
        col("meant").isNull(),
        concat(
            lit("the label is neither yes nor no in '"),
            col("dimension"),
            lit("': say 1 or 0, add its word to label.values, or declare the dimension's levels")));
  }
}
