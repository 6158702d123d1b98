package dev.assay.jobs.gate;

import static org.apache.spark.sql.functions.array_contains;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.element_at;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import dev.assay.base.Seeds;
import dev.assay.config.AssayConfig;
import dev.assay.core.Direction;
import dev.assay.core.Metric;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.slices.Slices;
import dev.assay.spark.Kept;
import dev.assay.stats.Interval;
import dev.assay.stats.IntervalMethod;
import dev.assay.stats.Observation;
import dev.assay.stats.PairedDifferences;
import dev.assay.stats.Range;
import dev.assay.stats.Resampling;
import dev.assay.stats.ppi.HumanEquivalent;
import dev.assay.stats.ppi.PredictionPowered;
import dev.assay.stats.ppi.PredictionPowered.Sums;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * By how much a system has changed since the baseline, over the cases that both analyses cover,
 * paired by question: of a metric by its interval, of the human estimate by prediction-powered
 * inference.
 */
final class Drop {
  private final AssayConfig config;
  private final Dataset<Row> pairs;

  Drop(Analyses analyses) {
    this.config = analyses.run().config();
    Dataset<Row> then =
        analyses
            .then()
            .withColumnRenamed("scores", "then_scores")
            .withColumnRenamed("judged", "then_judged")
            .drop("slices");
    Dataset<Row> both = analyses.placed(analyses.now().join(then, RunCoverage.keys()));
    boolean weighted = both.where(col("sampling_weight").isNull()).isEmpty();
    this.pairs =
        both.withColumn("w", weighted ? col("sampling_weight") : lit(1.0))
            .withColumn("slices", coalesce(col("slices"), Slices.USUAL.column()))
            .withColumn("stratum", coalesce(col("stratum_id").cast("string"), lit("")))
            .transform(Kept::apart);
  }

  private Dataset<Row> rows(String system, String slice) {
    return pairs.where(col("system").equalTo(system).and(array_contains(col("slices"), slice)));
  }

  /** Now less then, better upwards; empty where no case has both. */
  Optional<Interval> metric(String name, Metric metric, String system, String slice) {
    Column now = element_at(col("scores"), name).getField("value");
    Column then = element_at(col("then_scores"), name).getField("value");
    List<Row> groups =
        rows(system, slice)
            .withColumn("now", now)
            .withColumn("then", then)
            .where(col("now").isNotNull().and(col("then").isNotNull()))
            .groupBy("group_id")
            .agg(
                min("stratum").as("stratum"),
                sum("w").as("w"),
                sum(col("w").multiply(col("now"))).as("now"),
                sum(col("w").multiply(col("then"))).as("then"))
            .orderBy("group_id")
            .collectAsList();
    Resampling resampling =
        new Resampling(
            config.analyze().replicates(),
            config.analyze().confidence(),
            Seeds.of(config.run().seed(), "baseline", String.join("|", system, slice, name)));
    IntervalMethod method =
        IntervalMethod.valueOf(config.analyze().interval().toUpperCase(Locale.ROOT));
    boolean down = metric.direction() == Direction.DOWN;
    return PairedDifferences.compare(
            observations(groups, down ? "then" : "now"),
            observations(groups, down ? "now" : "then"),
            new Range(metric.lower(), metric.upper()),
            resampling,
            method)
        .map(difference -> difference.difference());
  }

  private static List<Observation> observations(List<Row> groups, String side) {
    List<Observation> observations = new ArrayList<>();
    for (Row group : groups) {
      double weight = group.getAs("w");
      observations.add(
          new Observation(
              group.getAs("group_id"),
              group.getAs("stratum"),
              group.<Double>getAs(side) / weight,
              weight,
              0));
    }
    return observations;
  }

  /** The same of what people would pass; empty where one side has no label. */
  Optional<Interval> human(String dimension, String system, String slice) {
    Dataset<Row> rows =
        rows(system, slice)
            .withColumn("now", element_at(col("judged"), dimension))
            .withColumn("then", element_at(col("then_judged"), dimension))
            .where(col("now").isNotNull().and(col("then").isNotNull()));
    List<Column> sums = new ArrayList<>();
    for (String side : List.of("now", "then")) {
      Column f = coalesce(col(side + ".prediction"), lit(.5));
      Column w = col(side + ".weight");
      Column own = coalesce(col(side + ".label_weight"), lit(0.0));
      sums.add(sum(w).as(side + "_w"));
      sums.add(sum(w.multiply(f)).as(side + "_wf"));
      sums.add(sum(own).as(side + "_lw"));
      sums.add(sum(own.multiply(coalesce(col(side + ".label"), lit(0)))).as(side + "_ly"));
      sums.add(sum(own.multiply(f)).as(side + "_lf"));
      sums.add(count(when(col(side + ".label").isNotNull(), 1)).as(side + "_n"));
      sums.add(count(col(side + ".prediction")).as(side + "_predicted"));
    }
    List<Row> groups =
        rows.groupBy("group_id")
            .agg(min("stratum").as("stratum"), sums.toArray(Column[]::new))
            .orderBy("group_id")
            .collectAsList();
    PredictionPowered state = PredictionPowered.difference(Range.SHARE);
    long nowPredicted = 0;
    long thenPredicted = 0;
    for (Row group : groups) {
      state.add(group.getAs("stratum"), sums(group, "now"), sums(group, "then"));
      nowPredicted += group.<Long>getAs("now_predicted");
      thenPredicted += group.<Long>getAs("then_predicted");
    }
    boolean predicted = nowPredicted > 0 && thenPredicted > 0;
    return groups.isEmpty()
        ? Optional.empty()
        : state
            .estimate(config.analyze().confidence())
            .map(found -> predicted ? found : found.labelsAlone())
            .map(this::interval);
  }

  /**
   * Where no judged question changed, as many may have as are found in none of them with a chance
   * of α/2 (Clopper and Pearson).
   */
  private Interval interval(HumanEquivalent found) {
    Interval own = found.estimate();
    if (found.classicalError() > 0 || own.estimate() != 0 || own.low().isEmpty()) {
      return own;
    }
    double level = config.analyze().confidence();
    double most = 1 - Math.pow((1 - level) / 2, 1.0 / own.nGroups());
    return Interval.of(0, -most, most, "no judged question changed", own.n(), own.nGroups());
  }

  private static Sums sums(Row group, String side) {
    return new Sums(
        group.getAs(side + "_w"),
        group.getAs(side + "_wf"),
        group.getAs(side + "_lw"),
        group.getAs(side + "_ly"),
        group.getAs(side + "_lf"),
        group.getAs(side + "_n"));
  }
}
