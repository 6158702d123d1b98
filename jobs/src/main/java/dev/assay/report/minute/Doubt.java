package dev.assay.report.minute;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.when;

import dev.assay.jobs.analysis.Standing;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.spark.sql.Column;

/** Whether labels say that a metric is right: 0 where they do, the higher the worse. */
final class Doubt {
  private static final int FIT = 0;
  private static final int UNKNOWN = 1;

  /** Labels do not follow the metric. */
  static final int UNFIT = 2;

  private Doubt() {}

  /** Of column {@code metric}. */
  static Column of(Map<String, Standing> standings) {
    return when(col("metric").isin(named(standings, Standing::isFit)), FIT)
        .when(col("metric").isin(named(standings, Standing::isUnfit)), UNFIT)
        .otherwise(UNKNOWN);
  }

  private static Object[] named(Map<String, Standing> standings, Predicate<Standing> of) {
    return standings.entrySet().stream()
        .filter(one -> of.test(one.getValue()))
        .map(Map.Entry::getKey)
        .toArray();
  }

  /** Behind a figure of the metric; nothing where it is fit. */
  static String words(Standing standing) {
    if (standing.isFit()) {
      return "";
    }
    return standing.isUnfit()
        ? "; labels found this metric unfit"
        : "; no label says whether this metric is right";
  }
}
