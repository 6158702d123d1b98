package dev.assay.jobs;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;

import dev.assay.calibration.LevelScale;
import dev.assay.config.SetsConfig;
import dev.assay.conformal.Adaptive;
import dev.assay.conformal.LeastAmbiguous;
import dev.assay.conformal.Nonconformity;
import dev.assay.conformal.OrdinalAdaptive;
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

  /** How strange a level is: what the sets of a dimension with levels are made by. */
  static Nonconformity score(SetsConfig sets, LevelScale levels) {
    if (levels.ordered()) {
      return new OrdinalAdaptive();
    }
    return switch (sets.nominal()) {
      case "raps" -> new Adaptive(sets.rapsPenalty(), sets.rapsFreeRanks());
      case "aps" -> Adaptive.aps();
      default -> new LeastAmbiguous();
    };
  }

  /** Whether each label has a quantile of its own. */
  static boolean byLabel(SetsConfig sets) {
    return sets.by().equals("label");
  }
}
