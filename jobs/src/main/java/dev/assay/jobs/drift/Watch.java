package dev.assay.jobs.drift;

import static org.apache.spark.sql.functions.avg;
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
import dev.assay.jobs.scores.EvaluatorSelection;
import dev.assay.stats.Intervals;
import dev.assay.stats.Observation;
import dev.assay.stats.Range;
import dev.assay.stats.drift.EProcess;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;

/**
 * Watches each system's primary metrics from day to day (by {@code answered_at}, UTC), or from
 * night to night where these have keys, in the order of their first answers. The first day with
 * groups enough says from where on a day is worse: the lower end of its interval, which is too high
 * with half the error rate at most. Every later day is a bet against days being at least as good in
 * the mean ({@link EProcess}), with the other half: so one may look every night, and each metric of
 * a system that does not get worse is ever accused with the error rate at most.
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
    Map<List<String>, TreeMap<String, List<Observation>>> days = new TreeMap<>(ORDER);
    Nights nights = Nights.analysed(run);
    Column night = col(Table.NIGHT);
    DriftBetween.covered(run, nights.runs())
        .where(col("scores").isNotNull())
        .join(
            run.store()
                .read(Tables.RESPONSES.ofAllNights())
                .where(night.isin(nights.keys()))
                .select("case_id", "system", "repeat", Table.NIGHT, "answered_at"),
            DriftBetween.NIGHTLY)
        .withColumn(
            "day",
            when(night.equalTo(""), to_date(col("answered_at")).cast("string")).otherwise(night))
        .withColumn(
            "day", concat_ws(" ", min("answered_at").over(Window.partitionBy("day")), col("day")))
        .select(
            col("system"),
            col("group_id"),
            col("day"),
            explode(col("scores")).as(new String[] {"metric", "score"}))
        .where(col("metric").isin(metrics.keySet().toArray()))
        .groupBy("system", "metric", "day", "group_id")
        .agg(round(avg("score.value"), 9).as("value"))
        .orderBy("system", "metric", "day", "group_id")
        .collectAsList()
        .forEach(
            row ->
                days.computeIfAbsent(
                        List.of(row.getAs("system"), row.getAs("metric")), k -> new TreeMap<>())
                    .computeIfAbsent(row.getAs("day"), d -> new ArrayList<>())
                    .add(
                        Observation.unweighted(
                            row.getAs("group_id"),
                            good(metrics.get(row.<String>getAs("metric")), row.getAs("value")))));
    List<Row> rows = new ArrayList<>();
    days.forEach((key, of) -> row(key, of).ifPresent(rows::add));
    return rows;
  }

  private static final java.util.Comparator<List<String>> ORDER =
      java.util.Comparator.comparing((List<String> key) -> key.get(0))
          .thenComparing(key -> key.get(1));

  /**
   * The level of the first day's interval. Where all its groups agree, the bound that stands for an
   * interval takes the whole error rate at its one end, so half of it is left for that end.
   */
  static double firstDayLevel(double confidence) {
    return 1 - (1 - confidence) / 2;
  }

  /** In [0, 1], 1 the best. */
  private static double good(Metric metric, double value) {
    double share = (value - metric.lower()) / (metric.upper() - metric.lower());
    double inside = Math.max(0, Math.min(1, share));
    return metric.direction() == Direction.UP ? inside : 1 - inside;
  }

  private Optional<Row> row(List<String> key, TreeMap<String, List<Observation>> days) {
    int least = Math.max(2, run.config().analyze().minGroups());
    days.values().removeIf(groups -> groups.size() < least);
    if (days.size() < 2) {
      return Optional.empty();
    }
    List<Observation> first = days.pollFirstEntry().getValue();
    double low =
        Intervals.linearised(first, Range.SHARE, firstDayLevel(run.config().analyze().confidence()))
            .orElseThrow()
            .low()
            .orElse(0);
    EProcess process = new EProcess(Math.max(1e-3, Math.min(1 - 1e-3, low)));
    days.values()
        .forEach(groups -> process.add(Math.min(1, Intervals.estimate(groups).orElseThrow())));
    return Optional.of(
        new Moved(run, null)
            .row(
                key.get(0) + SUBJECT,
                key.get(1),
                Rounding.toNano(process.value()),
                Math.min(1, 2 * process.p()),
                first.size(),
                days.size(),
                "ok"));
  }
}
