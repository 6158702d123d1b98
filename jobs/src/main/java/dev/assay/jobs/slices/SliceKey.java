package dev.assay.jobs.slices;

import static org.apache.spark.sql.functions.abs;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.regexp_replace;
import static org.apache.spark.sql.functions.trim;
import static org.apache.spark.sql.functions.when;

import dev.assay.slices.SliceName;
import java.util.List;
import org.apache.spark.sql.Column;

/**
 * What a covered response has of a key: a column of its case where the key names one, else an
 * attribute, the response's before the case's.
 */
record SliceKey(String name) {
  static final List<String> COLUMNS =
      List.of(
          "system",
          "query_type",
          "stratum_id",
          "suite",
          "difficulty",
          "perturbation",
          "answerable");

  private static final String NUMBER = "[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?";

  /** As text; NULL where it is absent or empty. */
  Column value() {
    Column given =
        COLUMNS.contains(name)
            ? col(name).cast("string")
            : regexp_replace(col("attributes").getItem(name), "\\s+", " ");
    Column text = trim(given);
    return when(text.notEqual(""), text);
  }

  /** The number that a text is; NULL for another text and for what is past the numbers. */
  static Column number(Column text) {
    Column number = text.cast("double");
    return when(text.rlike("^(" + NUMBER + ")$").and(abs(number).leq(Double.MAX_VALUE)), number);
  }

  /**
   * A value within a slice's name. One that would read as another pair has its sign doubled, so
   * that names can be taken apart.
   */
  static Column written(Column value) {
    Column doubled =
        regexp_replace(value, lit(SliceName.JOINED), lit(SliceName.JOINED.replace("&", "&&")));
    return when(value.contains("="), doubled).otherwise(value);
  }
}
