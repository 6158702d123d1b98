package dev.assay.jobs.calibrating;

import static org.apache.spark.sql.functions.bit_xor;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.xxhash64;

import dev.assay.conformal.Guarantee;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Which round of labels a calibration is in. A round is a calibration of a dimension by labels that
 * none before it in this store had; who calibrates again by the same labels is in the same round.
 */
final class LabelRounds {
  private LabelRounds() {}

  /**
   * A round of a dimension.
   *
   * @param number from 1 on
   * @param labels what tells them from others: their number and hash
   */
  record Round(int number, String labels) {}

  /** By dimension, of the labels of covered responses. */
  static Map<String, Round> of(Run run) {
    Map<String, Past> past = past(run);
    Map<String, Round> rounds = new TreeMap<>();
    labels(run)
        .forEach(
            (dimension, labels) -> {
              Past own = past.getOrDefault(dimension, new Past());
              rounds.put(
                  dimension, new Round(own.numbers.getOrDefault(labels, own.last() + 1), labels));
            });
    return rounds;
  }

  /** Rounds of a dimension that were. */
  private static final class Past {
    private final Map<String, Integer> numbers = new HashMap<>();

    /** Calibrations of which it was not kept by which labels: each may have been a round. */
    private int uncounted;

    int last() {
      return numbers.values().stream().mapToInt(number -> number).max().orElse(uncounted);
    }
  }

  private static Map<String, Past> past(Run run) {
    Map<String, Past> past = new HashMap<>();
    Dataset<Row> decided =
        run.store()
            .read(Tables.GUARANTEES)
            .where(col("kind").equalTo(Guarantee.Kind.DECIDED_ERROR.id()));
    for (Row row :
        decided
            .where(col("labels").isNotNull())
            .groupBy("dimension", "labels")
            .agg(max("round").as("round"))
            .collectAsList()) {
      past.computeIfAbsent(row.getAs("dimension"), name -> new Past())
          .numbers
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
      past.computeIfAbsent(row.getAs("dimension"), name -> new Past()).uncounted =
          Math.toIntExact(row.<Long>getAs("n"));
    }
    return past;
  }

  private static Map<String, String> labels(Run run) {
    Map<String, String> labels = new HashMap<>();
    for (Row row :
        new Judgements(run)
            .said()
            .join(
                RunCoverage.responses(run).select("case_id", "system", "repeat"),
                RunCoverage.keys(),
                "left_semi")
            .groupBy("dimension")
            .agg(
                count(lit(1)).as("n"),
                bit_xor(xxhash64(col("case_id"), col("system"), col("repeat"), col("level")))
                    .as("hash"))
            .collectAsList()) {
      labels.put(
          row.getAs("dimension"),
          row.<Long>getAs("n") + ":" + RowValues.<Long>optional(row, "hash").orElse(0L));
    }
    return labels;
  }
}
