package dev.assay.jobs.calibrating;

import static org.apache.spark.sql.functions.bit_xor;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.log;
import static org.apache.spark.sql.functions.log1p;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.when;
import static org.apache.spark.sql.functions.xxhash64;

import dev.assay.conformal.Guarantee;
import dev.assay.jobs.engine.Run;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;

/**
 * Which round of labels a calibration is in. A round is a calibration of a dimension by labels that
 * none before it in this store had; who calibrates again by the same labels is in the same round.
 * Where there were too few questions to certify anything nothing was spent: that was no round.
 */
final class LabelRounds {
  private static final double SLACK = 1e-9;

  private LabelRounds() {}

  /**
   * A round of a dimension.
   *
   * @param number from 1 on
   * @param labels what tells them from others: their number and hash
   */
  record Round(int number, String labels) {}

  /**
   * By dimension, of the labels of covered responses.
   *
   * @param together whether δ holds for all dimensions at once: those with new labels are then in
   *     the round after the last of any, so that a dimension that joins later spends nothing anew
   */
  static Map<String, Round> of(Run run, boolean together) {
    return next(past(run), labels(run), together);
  }

  /** Of what was and of the labels that there are, both by dimension. */
  static Map<String, Round> next(
      Map<String, Past> past, Map<String, String> labels, boolean together) {
    int last = past.values().stream().mapToInt(Past::last).max().orElse(0);
    Map<String, Round> rounds = new TreeMap<>();
    labels.forEach(
        (dimension, own) -> {
          Past before = past.getOrDefault(dimension, new Past(Map.of(), 0));
          int fresh = 1 + (together ? last : before.last());
          rounds.put(dimension, new Round(before.numbers().getOrDefault(own, fresh), own));
        });
    return rounds;
  }

  /**
   * Rounds of a dimension that were.
   *
   * @param numbers by their labels
   * @param uncounted calibrations of which it was not kept by which labels: each may have been a
   *     round
   */
  record Past(Map<String, Integer> numbers, int uncounted) {

    int last() {
      return numbers.values().stream().mapToInt(number -> number).max().orElse(uncounted);
    }
  }

  /** Whether a promise's groups, all decided rightly, would have shown it at δ as a whole. */
  private static Column testable() {
    Column needed = log(col("delta")).divide(log1p(col("alpha").multiply(-1)));
    return coalesce(col("n_groups").geq(needed.minus(SLACK)), lit(true));
  }

  private static Map<String, Past> past(Run run) {
    Map<String, Map<String, Integer>> numbers = new HashMap<>();
    Map<String, Integer> uncounted = new HashMap<>();
    Dataset<Row> decided =
        run.store()
            .read(Tables.GUARANTEES)
            .where(col("kind").equalTo(Guarantee.Kind.DECIDED_ERROR.id()).and(testable()));
    for (Row row :
        decided
            .where(col("labels").isNotNull())
            .groupBy("dimension", "labels")
            .agg(max("round").as("round"))
            .collectAsList()) {
      numbers
          .computeIfAbsent(row.getAs("dimension"), name -> new HashMap<>())
          .put(row.getAs("labels"), row.getAs("round"));
    }
    for (Row row :
        decided
            .where(col("labels").isNull())
            .select("dimension", "fitted_at")
            .distinct()
            .groupBy("dimension")
            .agg(count(lit(1)).as("n"))
            .collectAsList()) {
      uncounted.put(row.getAs("dimension"), Math.toIntExact(row.<Long>getAs("n")));
    }
    Map<String, Past> past = new HashMap<>();
    numbers.forEach(
        (dimension, own) ->
            past.put(dimension, new Past(own, uncounted.getOrDefault(dimension, 0))));
    uncounted.forEach((dimension, n) -> past.putIfAbsent(dimension, new Past(Map.of(), n)));
    return past;
  }

  /** By dimension the number and the hash of the labels of all nights, the same in each. */
  static Map<String, String> labels(Run run) {
    Map<String, String> labels = new HashMap<>();
    Column[] label = {col("case_id"), col("system"), col("repeat"), col("level")};
    Column[] all = {col("dimension"), label[0], label[1], label[2], label[3]};
    // Two nights may say the same of a repeat, of different answers: that is twice, not never.
    Column[] again = {label[0], label[1], label[2], label[3], col("place")};
    for (Row row :
        new Judgements(run)
            .saidOfAllNights()
            .withColumn("place", row_number().over(Window.partitionBy(all).orderBy(lit(1))))
            .groupBy("dimension")
            .agg(
                count(lit(1)).as("n"),
                bit_xor(when(col("place").equalTo(1), xxhash64(label)).otherwise(xxhash64(again)))
                    .as("hash"))
            .collectAsList()) {
      labels.put(
          row.getAs("dimension"),
          row.<Long>getAs("n") + ":" + RowValues.<Long>optional(row, "hash").orElse(0L));
    }
    return labels;
  }
}
