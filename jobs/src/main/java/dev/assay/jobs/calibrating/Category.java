package dev.assay.jobs.calibrating;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.array_compact;
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
import dev.assay.jobs.scores.Cells;
import dev.assay.jobs.slices.Slices;
import org.apache.spark.sql.Column;

/** The category that a response's prediction set is made in. */
final class Category {
  private static final String JOINED = " & ";

  private Category() {}

  /** {@code key=value} of a covered response, empty where sets have no categories of cases. */
  static Column of(SetsConfig sets) {
    if (byLabel(sets) || sets.by().equals("none")) {
      return lit("");
    }
    Column value = sets.by().equals("language") ? expr("attributes['language']") : col(sets.by());
    return concat(lit(sets.by() + "="), coalesce(value.cast("string"), lit("unknown")));
  }

  /** The slice of a covered response that may decide it; NULL where none but {@code all} does. */
  static Column decider(String by) {
    if (by.equals("none")) {
      return lit(null).cast("string");
    }
    return Slices.by(by);
  }

  /** The slices of a covered response that may decide it, {@code all} first. */
  static Column deciders(String by) {
    return array_compact(array(lit(Cells.ALL), decider(by)));
  }

  /** A category, or {@code all}, within a slice that decides, as stored in {@code guarantees}. */
  static String within(String slice, String category) {
    if (slice.equals(Cells.ALL) || category.equals(Cells.ALL)) {
      return slice.equals(Cells.ALL) ? category : slice;
    }
    return slice.compareTo(category) < 0 ? slice + JOINED + category : category + JOINED + slice;
  }

  /** The category that {@link #within} put there. */
  static String without(String slice, String stored) {
    if (slice.equals(Cells.ALL)) {
      return stored;
    }
    if (stored.equals(slice)) {
      return Cells.ALL;
    }
    return stored.startsWith(slice + JOINED)
        ? stored.substring(slice.length() + JOINED.length())
        : stored.substring(0, stored.length() - slice.length() - JOINED.length());
  }

  /** The nonconformity that sets are made by. */
  static Nonconformity nonconformity(SetsConfig sets, LevelScale levels) {
    if (levels.isBinary()) {
      return new LeastAmbiguous();
    }
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
