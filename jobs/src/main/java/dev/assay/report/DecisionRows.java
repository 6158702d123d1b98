package dev.assay.report;

import static org.apache.spark.sql.functions.avg;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.perturb.TwinAttributes;
import dev.assay.report.Findings.Decided;
import dev.assay.report.Findings.Mean;
import dev.assay.report.covered.CasesByHash;
import dev.assay.spark.Kept;
import dev.assay.stats.Deviates;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;

/**
 * Decisions by system and topic, with the design-weighted mean of the calibrated probability. Its
 * interval is Student's over groups (linearised ratio): it covers which questions were drawn, not
 * the calibration's own error. Twins that stage {@code perturb} made are left out.
 */
record DecisionRows(Scope scope, Map<Integer, String> topics) {
  /** Of groups: how many, w, wp, w², w²p and w²p². */
  private static final List<String> SUMS = List.of("g", "sw", "swp", "sww", "swwp", "swwpp");

  private static final List<String> VOTES = List.of("accept", "reject", "refer");

  List<Decided> decided() {
    return scope.store().isEmpty(Tables.DECISIONS) ? List.of() : decided(CasesByHash.MOST);
  }

  /**
   * @param most cases that are sent to executors whole
   */
  List<Decided> decided(long most) {
    Column[] key = {col("metric"), col("dimension"), col("system")};
    Column[] byTopic = {col("metric"), col("dimension"), col("system"), col("stratum_id")};
    Dataset<Row> counted = counted(most, byTopic);
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

  private Dataset<Row> counted(long most, Column... key) {
    Dataset<Row> cases = Kept.of(cases());
    try {
      long number = cases.isLocal() ? 0 : cases.count();
      return Kept.apart(
          sums(CasesByHash.join(scope.covered(Tables.DECISIONS), cases, number, most), key));
    } finally {
      cases.unpersist();
    }
  }

  /**
   * Cases but for twins. {@code group} is NULL where each row of a system and metric is a group by
   * itself, which need not meet any other.
   */
  private Dataset<Row> cases() {
    Dataset<Row> cases = scope.cases().where(not(TwinAttributes.made()));
    Dataset<Row> again = scope.responses().where(col("repeat").gt(0)).select("case_id").distinct();
    Column alone = count(lit(1)).over(Window.partitionBy("group_id")).equalTo(1);
    if (!again.isEmpty()) {
      cases =
          cases.join(
              again.withColumn("again", lit(true)), RunCoverage.on(List.of("case_id")), "left");
      alone = alone.and(col("again").isNull());
    }
    return cases
        .withColumns(CasesByHash.key())
        .select(
            col("a"),
            col("b"),
            col("stratum_id"),
            coalesce(col("sampling_weight"), lit(1.0)).as("w"),
            when(not(alone), col("group_id")).as("group"));
  }

  /** A group counts once in a topic however many rows it has. */
  private static Dataset<Row> sums(Dataset<Row> rows, Column... key) {
    List<Column> ofGroup =
        new ArrayList<>(List.of(avg("w").as("mean_w"), avg("probability").as("mean_p")));
    List<Column> all = new ArrayList<>();
    List<Column> alone = weighted(col("w"), col("probability"));
    List<Column> means = weighted(col("mean_w"), col("mean_p"));
    for (int i = 0; i < SUMS.size(); i++) {
      String name = SUMS.get(i);
      ofGroup.add(sum(alone.get(i)).as(name));
      all.add(sum(when(col("group").isNull(), col(name)).otherwise(means.get(i))).as(name));
    }
    for (String name : VOTES) {
      ofGroup.add(count(when(col("decision").equalTo(name), 1)).as(name));
      all.add(sum(name).as(name));
    }
    Column[] grouped = Arrays.copyOf(key, key.length + 1);
    grouped[key.length] = col("group");
    return summed(summed(rows, ofGroup, grouped), all, key);
  }

  /** What {@link #SUMS} are sums of. */
  private static List<Column> weighted(Column weight, Column p) {
    Column w = when(p.isNotNull(), weight).otherwise(0.0);
    Column wp = w.multiply(coalesce(p, lit(0.0)));
    return List.of(
        when(p.isNotNull(), 1L).otherwise(0L),
        w,
        wp,
        w.multiply(w),
        w.multiply(wp),
        wp.multiply(wp));
  }

  /** Rows are of a group and topic: sums over all are those of the topics. */
  private static Dataset<Row> together(Dataset<Row> counted, Column... key) {
    return summed(
        counted,
        Stream.concat(SUMS.stream(), VOTES.stream()).map(name -> sum(name).as(name)).toList(),
        key);
  }

  private static Dataset<Row> summed(Dataset<Row> rows, List<Column> sums, Column... key) {
    return rows.groupBy(key).agg(sums.get(0), sums.subList(1, sums.size()).toArray(Column[]::new));
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
