package dev.assay.report;

import static org.apache.spark.sql.functions.avg;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import dev.assay.jobs.perturb.TwinAttributes;
import dev.assay.report.Findings.Decided;
import dev.assay.report.Findings.Mean;
import dev.assay.spark.Kept;
import dev.assay.stats.Deviates;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Decisions by system and topic, with the design-weighted mean of the calibrated probability. Its
 * interval is Student's over groups (linearised ratio): it covers which questions were drawn, not
 * the calibration's own error. Twins that stage {@code perturb} made are left out.
 */
record DecisionRows(Scope scope, Map<Integer, String> topics) {
  private static final List<String> SUMS =
      List.of("g", "sw", "swp", "sww", "swwp", "swwpp", "accept", "reject", "refer");

  List<Decided> decided() {
    Column[] key = {col("metric"), col("dimension"), col("system")};
    Column[] byTopic = {col("metric"), col("dimension"), col("system"), col("stratum_id")};
    Dataset<Row> counted = Kept.apart(sums(groups(), byTopic));
    List<Decided> all = new ArrayList<>();
    for (Row row : together(counted, key).orderBy(key).collectAsList()) {
      all.add(decided(row, ""));
    }
    Dataset<Row> placed = counted.where(col("stratum_id").isNotNull());
    for (Row row : placed.orderBy(byTopic).collectAsList()) {
      int stratum = (int) Values.whole(row, "stratum_id");
      all.add(decided(row, topics.getOrDefault(stratum, Integer.toString(stratum))));
    }
    return List.copyOf(all);
  }

  /** One row a group and topic: a group counts once however many rows it has. */
  private Dataset<Row> groups() {
    return scope
        .covered(Tables.DECISIONS)
        .join(
            scope
                .cases()
                .where(not(TwinAttributes.made()))
                .select("case_id", "group_id", "stratum_id", "sampling_weight"),
            "case_id")
        .groupBy("metric", "dimension", "system", "stratum_id", "group_id")
        .agg(
            avg("probability").as("p"),
            avg(coalesce(col("sampling_weight"), lit(1.0))).as("w"),
            votes("accept"),
            votes("reject"),
            votes("refer"));
  }

  private static Column votes(String decision) {
    return sum(when(col("decision").equalTo(decision), 1L).otherwise(0L)).as(decision);
  }

  private static Dataset<Row> sums(Dataset<Row> groups, Column... key) {
    Column w = when(col("p").isNotNull(), col("w")).otherwise(0.0);
    Column p = coalesce(col("p"), lit(0.0));
    return groups
        .groupBy(key)
        .agg(
            count(col("p")).as("g"),
            sum(w).as("sw"),
            sum(w.multiply(p)).as("swp"),
            sum(w.multiply(w)).as("sww"),
            sum(w.multiply(w).multiply(p)).as("swwp"),
            sum(w.multiply(w).multiply(p).multiply(p)).as("swwpp"),
            sum("accept").as("accept"),
            sum("reject").as("reject"),
            sum("refer").as("refer"));
  }

  /** Rows are of a group and topic: sums over all are those of the topics. */
  private static Dataset<Row> together(Dataset<Row> counted, Column... key) {
    Column[] sums = SUMS.stream().map(name -> sum(name).as(name)).toArray(Column[]::new);
    return counted.groupBy(key).agg(sums[0], Arrays.copyOfRange(sums, 1, sums.length));
  }

  private Decided decided(Row row, String topic) {
    return new Decided(
        Values.text(row, "metric"),
        Values.text(row, "dimension"),
        Values.text(row, "system"),
        topic,
        Values.whole(row, "accept"),
        Values.whole(row, "reject"),
        Values.whole(row, "refer"),
        mean(
            Values.whole(row, "g"),
            row.<Double>getAs("sw"),
            row.<Double>getAs("swp"),
            row.<Double>getAs("sww"),
            row.<Double>getAs("swwp"),
            row.<Double>getAs("swwpp"),
            scope.config().analyze().confidence()));
  }

  /** From sums over groups of w, wp, w², w²p and w²p². */
  static Mean mean(
      long groups, double w, double wp, double ww, double wwp, double wwpp, double confidence) {
    if (groups == 0 || w <= 0) {
      return new Mean(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(), 0);
    }
    double p = wp / w;
    if (groups < 2) {
      return new Mean(OptionalDouble.of(p), OptionalDouble.empty(), OptionalDouble.empty(), groups);
    }
    double squares = Math.max(0, wwpp - 2 * p * wwp + p * p * ww);
    double error = Math.sqrt(squares * groups / (groups - 1)) / w;
    double half = error * Deviates.student(groups - 1, (1 + confidence) / 2);
    return new Mean(
        OptionalDouble.of(p),
        OptionalDouble.of(Math.max(0, p - half)),
        OptionalDouble.of(Math.min(1, p + half)),
        groups);
  }
}
