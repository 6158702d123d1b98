package dev.assay.jobs.calibrating;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.countDistinct;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;

import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.labels.LabelRows;
import dev.assay.stats.sampling.LabelPlan;
import dev.assay.stats.sampling.LabelPlan.Planned;
import dev.assay.stats.sampling.LabelPlan.Stratum;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Which strata the next labels should come from, by human dimension. How far labels stray from
 * predictions in a stratum is what its calibrated probabilities say, √(mean p (1 − p)): a
 * probability that is right needs no label to know how often it will be wrong.
 */
final class LabelPlanning {
  private final Run run;

  LabelPlanning(Session session) {
    this.run =
        new Run(
            session.spark(),
            session.loaded().config(),
            session.runner().store(),
            "calibrate --plan",
            "",
            Instant.now());
  }

  /** The plan for {@code wanted} labels, as lines. */
  String text(int wanted) {
    List<StoredCalibration> calibrated = StoredCalibration.latest(run);
    Map<String, StoredCalibration> strongest = ReviewQueue.strongest(calibrated);
    if (strongest.isEmpty()) {
      return "There is no calibration yet: label any "
          + wanted
          + " responses, drawn uniformly, and run 'assay calibrate'.\n";
    }
    StringBuilder text = new StringBuilder();
    Map<Integer, String> topics = topics();
    strongest.forEach(
        (dimension, one) -> text.append(plan(dimension, one.metric(), wanted, topics)));
    return text.toString();
  }

  private String plan(String dimension, String metric, int wanted, Map<Integer, String> topics) {
    Dataset<Row> rows = responses(dimension, metric);
    Column p = coalesce(col("probability"), lit(.5));
    List<Row> sums =
        rows.groupBy("stratum_id")
            .agg(
                sum("w").as("w"),
                sum(col("w").multiply(p.multiply(lit(1.0).minus(p)))).as("spread"),
                count(lit(1)).as("responses"),
                count("labelled").as("labels"))
            .orderBy("stratum_id")
            .collectAsList();
    Row whole =
        rows.agg(
                sum("w").as("w"),
                countDistinct("system").as("systems"),
                org.apache.spark.sql.functions.var_samp(p).as("variance"),
                countDistinct("group_id").as("groups"))
            .head();
    if (RowValues.isNull(whole, "w")) {
      return dimension + ": no decision yet; run 'assay apply' first.\n";
    }
    long systems = Math.max(1, whole.<Long>getAs("systems"));
    double total = whole.<Double>getAs("w");
    List<Stratum> strata = new ArrayList<>();
    for (Row sum : sums) {
      double w = sum.<Double>getAs("w");
      Integer id = sum.getAs("stratum_id");
      strata.add(
          new Stratum(
              id == null ? "none" : topics.getOrDefault(id, id.toString()),
              w / total,
              Math.sqrt(sum.<Double>getAs("spread") / w),
              sum.<Long>getAs("responses"),
              sum.<Long>getAs("labels")));
    }
    // An interval is a system's own: its labels are its share of all.
    Double variance = whole.getAs("variance");
    double predictions =
        variance == null ? 0 : variance / Math.max(1, whole.<Long>getAs("groups")) / systems;
    double level = run.config().analyze().confidence();
    LabelPlan plan = LabelPlan.of(strata, wanted, predictions, level);
    return lines(dimension, metric, wanted, plan, Math.sqrt(systems));
  }

  private static String lines(
      String dimension, String metric, int wanted, LabelPlan plan, double scale) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%s: the next %d labels, predictions from %s%n%-44s%10s%9s%7s%n",
            dimension,
            wanted,
            metric,
            "stratum",
            "responses",
            "labels",
            "next"));
    for (Planned one : plan.strata()) {
      Stratum stratum = one.stratum();
      text.append(
          String.format(
              Locale.ROOT,
              "%-44s%10d%9d%7d%n",
              stratum.id().length() > 42 ? stratum.id().substring(0, 41) + "…" : stratum.id(),
              stratum.responses(),
              stratum.labels(),
              one.next()));
    }
    return text.append(
            String.format(
                Locale.ROOT,
                "expected width of a system's human-equivalent interval: %s now, %.3f then%n%n",
                Double.isInfinite(plan.widthNow())
                    ? "unknown (a stratum has no label)"
                    : String.format(Locale.ROOT, "%.3f", plan.widthNow() * scale),
                plan.width() * scale))
        .toString();
  }

  /** Covered responses with the strongest metric's probability and whether they have a label. */
  private Dataset<Row> responses(String dimension, String metric) {
    Dataset<Row> labels =
        LabelRows.standing(run.store())
            .where(col("dimension").equalTo(dimension))
            .select("case_id", "system", "repeat")
            .distinct()
            .withColumn("labelled", lit(1));
    return run.store()
        .read(Tables.DECISIONS)
        .where(col("dimension").equalTo(dimension).and(col("metric").equalTo(metric)))
        .select("case_id", "system", "repeat", "probability")
        .join(
            RunCoverage.responses(run)
                .select(
                    col("case_id"),
                    col("system"),
                    col("repeat"),
                    col("group_id"),
                    col("stratum_id"),
                    coalesce(col("sampling_weight"), lit(1.0)).as("w")),
            RunCoverage.keys())
        .join(labels, RunCoverage.keys(), "left");
  }

  private Map<Integer, String> topics() {
    Map<Integer, String> topics = new TreeMap<>();
    for (Row row : run.store().read(Tables.TOPICS).select("stratum_id", "label").collectAsList()) {
      RowValues.<String>optional(row, "label")
          .ifPresent(label -> topics.put(row.getAs("stratum_id"), label));
    }
    return topics;
  }
}
