package dev.assay.jobs.slices;

import static org.apache.spark.sql.functions.abs;
import static org.apache.spark.sql.functions.coalesce;
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
 * attribute, the response's before the case's. The language of a question is an attribute that is
 * identified where there is none.
 */
record SliceKey(String name) {
  /** What the question is written in, where nobody says: ISO 639-3. */
  static final String LANGUAGE = "language";

  static final List<String> COLUMNS =
      List.of(
          "system",
          LANGUAGE,
          "query_type",
          "stratum_id",
          "suite",
          "difficulty",
          "perturbation",
          "answerable");

  private static final String NUMBER = "[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?";

  /** As text; NULL where it is absent or empty. */
  Column value() {
    if (name.equals(LANGUAGE)) {
      return coalesce(said(attribute()), Languages.of(col("question")));
    }
    return said(COLUMNS.contains(name) ? col(name).cast("string") : attribute());
  }

  private Column attribute() {
    return regexp_replace(col("attributes").getItem(name), "\\s+", " ");
  }

  private static Column said(Column given) {
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
