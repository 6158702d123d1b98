package dev.assay.jobs.drift;

import static org.apache.spark.sql.functions.avg;
import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat_ws;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.round;
import static org.apache.spark.sql.functions.to_date;
import static org.apache.spark.sql.functions.when;

import dev.assay.base.Rounding;
import dev.assay.core.Direction;
import dev.assay.core.Metric;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.scores.CellRows;
import dev.assay.jobs.scores.EvaluatorSelection;
import dev.assay.stats.Observation;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Watches each system's primary metrics from day to day (by {@code answered_at}, UTC), or from
 * night to night where these have keys, in the order of their first answers. The first day with
 * groups enough says from where on a day is worse: the lower end of its interval, which is too high
 * with half the error rate at most. Every later day is a bet against days being at least as good in
 * the mean ({@link WatchedDays}), with the other half: so one may look every night, and each metric
 * of a system that does not get worse is ever accused with the error rate at most.
 */
record Watch(Run run, List<String> primaries) {
  /** {@code value}: the evidence now; {@code p_value}: of all looks together. */
  private static final String SUBJECT = " from day to day";

  List<Row> rows() {
    Map<String, Metric> metrics = new TreeMap<>(EvaluatorSelection.metrics(run.config()));
    metrics.keySet().retainAll(primaries);
    metrics
        .values()
        .removeIf(
            m ->
                m.direction() == Direction.NONE
                    || !Double.isFinite(m.lower())
                    || !Double.isFinite(m.upper()));
    if (metrics.isEmpty()) {
      return List.of();
    }
    Dataset<Row> answered = answered();
    Dataset<Row> days =
        answered.groupBy("day").agg(concat_ws(" ", min("answered_at"), col("day")).as("named"));
    List<Row> named = days.collectAsList();
    if (named.size() < 2) { // Most runs: there is nothing to watch, and no value is looked at.
      return List.of();
    }
    HashMap<String, Scale> scales = new HashMap<>();
    metrics.forEach((name, metric) -> scales.put(name, Scale.of(metric)));
    int least = Math.max(2, run.config().analyze().minGroups());
    double level = firstDayLevel(run.config().analyze().confidence());
    Moved moved = new Moved(run, null);
    return CellRows.map(
            values(answered, run.spark().createDataFrame(named, days.schema()), scales.keySet()),
            List.of("system", "metric"),
            List.of("day", "group_id"),
            WatchedDays.SCHEMA,
            (cell, rows) -> {
              Scale scale = scales.get(cell.<String>getAs("metric"));
              WatchedDays watched = new WatchedDays(least, level);
              rows.forEachRemaining(
                  row ->
                      watched.add(
                          row.getAs("day"),
                          Observation.unweighted(
                              row.getAs("group_id"), scale.good(row.getAs("value")))));
              return watched.row(cell).stream().iterator();
            })
        .orderBy("system", "metric")
        .collectAsList()
        .stream()
        .map(
            row ->
                moved.row(
                    row.getAs("system") + SUBJECT,
                    row.getAs("metric"),
                    Rounding.toNano(row.<Double>getAs("evidence")),
                    Math.min(1, 2 * row.<Double>getAs("p")),
                    row.<Long>getAs("groups"),
                    row.<Long>getAs("days"),
                    "ok"))
        .toList();
  }

  /** The answers with scores, each with its day or night. */
  private Dataset<Row> answered() {
    Nights nights = Nights.analysed(run);
    Column night = col(Table.NIGHT);
    return DriftBetween.covered(run, nights.runs())
        .where(col("scores").isNotNull())
        .join(
            run.store()
                .read(Tables.RESPONSES.ofAllNights())
                .where(night.isin(nights.keys()))
                .select("case_id", "system", "repeat", Table.NIGHT, "answered_at"),
            DriftBetween.NIGHTLY)
        .withColumn(
            "day",
            when(night.equalTo(""), to_date(col("answered_at")).cast("string")).otherwise(night));
  }

  /**
   * By system, metric, day and group.
   *
   * @param days with names that sort by their first answers
   */
  private static Dataset<Row> values(
      Dataset<Row> answered, Dataset<Row> days, Set<String> metrics) {
    return answered
        .select(
            col("system"),
            col("group_id"),
            col("day"),
            explode(col("scores")).as(new String[] {"metric", "score"}))
        .where(col("metric").isin(metrics.toArray()))
        .groupBy("system", "metric", "day", "group_id")
        .agg(round(avg("score.value"), 9).as("value"))
        .join(broadcast(days), "day")
        .select(
            col("system"), col("metric"), col("named").as("day"), col("group_id"), col("value"));
  }

  /**
   * The level of the first day's interval. Where all its groups agree, the bound that stands for an
   * interval takes the whole error rate at its one end, so half of it is left for that end.
   */
  static double firstDayLevel(double confidence) {
    return 1 - (1 - confidence) / 2;
  }

  /** A metric's range, and which end is good. */
  private record Scale(double lower, double upper, boolean up) implements Serializable {
    static Scale of(Metric metric) {
      return new Scale(metric.lower(), metric.upper(), metric.direction() == Direction.UP);
    }

    /** In [0, 1], 1 the best. */
    double good(double value) {
      double inside = Math.max(0, Math.min(1, (value - lower) / (upper - lower)));
      return up ? inside : 1 - inside;
    }
  }
}
