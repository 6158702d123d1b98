package dev.assay.jobs;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;

import dev.assay.config.SetsConfig;
import org.apache.spark.sql.Column;

/** The category that a response's prediction set is made in. */
final class Category {
  private Category() {}

  /** {@code key=value} of a covered response, empty where sets have no categories of cases. */
  static Column of(SetsConfig sets) {
    if (byLabel(sets) || sets.by().equals("none")) {
      return lit("");
    }
    Column value = sets.by().equals("language") ? expr("attributes['language']") : col(sets.by());
    return concat(lit(sets.by() + "="), coalesce(value.cast("string"), lit("unknown")));
  }

  /** Whether each label has a quantile of its own. */
  static boolean byLabel(SetsConfig sets) {
    return sets.by().equals("label");
  }
}
