package dev.assay.jobs;

import static org.apache.spark.sql.functions.abs;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;

import dev.assay.calibration.CalibrationStatus;
import dev.assay.tables.Tables;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * What the strongest metric of each dimension refers to a person: the one whose calibration is ok,
 * else any, with the highest lower bound of AUROC. The less sure its probability, the higher the
 * priority, from 0 (sure) to 1 (even odds, or no probability at all).
 */
final class ReviewQueue {
  private final Run run;
  private final List<Calibrated> calibrated;

  ReviewQueue(Run run, List<Calibrated> calibrated) {
    this.run = run;
    this.calibrated = calibrated;
  }

  Dataset<Row> rows(Dataset<Row> decisions) {
    Column strongest = lit(false);
    for (Map.Entry<String, Calibrated> entry : strongest().entrySet()) {
      strongest =
          strongest.or(
              col("dimension")
                  .equalTo(entry.getKey())
                  .and(col("metric").equalTo(entry.getValue().metric())));
    }
    Dataset<Row> labelled =
        run.store()
            .read(Tables.LABELS)
            .groupBy("case_id", "system", "repeat", "dimension")
            .agg(max("labelled_at").as("labelled_at"));
    return decisions
        .where(strongest.and(col("decision").equalTo("refer")))
        .join(labelled, Covered.on(List.of("case_id", "system", "repeat", "dimension")), "left")
        .withColumn(
            "priority",
            coalesce(lit(1.0).minus(abs(col("probability").multiply(2).minus(1))), lit(1.0)))
        .withColumn("labelling_probability", lit(null).cast("double"))
        .withColumn("why", concat(col("metric"), lit(": "), col("reason")))
        .withColumn("exported_at", lit(null).cast("timestamp"));
  }

  private Map<String, Calibrated> strongest() {
    Map<String, Calibrated> strongest = new TreeMap<>();
    Comparator<Calibrated> order =
        Comparator.<Calibrated, Boolean>comparing(one -> one.status() == CalibrationStatus.OK)
            .thenComparing(one -> Cells.grid(one.aurocLow()))
            .thenComparing(Calibrated::metric, Comparator.reverseOrder());
    for (Calibrated one : calibrated) {
      strongest.merge(one.dimension(), one, (a, b) -> order.compare(a, b) >= 0 ? a : b);
    }
    return strongest;
  }
}
