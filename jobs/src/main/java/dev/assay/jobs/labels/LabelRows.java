package dev.assay.jobs.labels;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.udf;

import dev.assay.calibration.Splits;
import dev.assay.config.CalibrateConfig;
import dev.assay.jobs.engine.Run;
import dev.assay.tables.Keys;
import dev.assay.tables.Tables;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;

/** The last steps of every import of labels: key, split, merge. */
public final class LabelRows {
  private LabelRows() {}

  /** How the configuration divides groups. */
  public static Splits splits(Run run) {
    CalibrateConfig config = run.config().calibrate();
    return new Splits(
        config.trainShare(),
        config.conformalShare(),
        1 - config.trainShare() - config.conformalShare(),
        run.config().run().seed());
  }

  /**
   * Merges {@code labels} (all columns of the table but label_id and split, and group_id) and
   * returns how many there are.
   */
  static long store(Run run, Dataset<Row> labels) {
    Splits splits = splits(run);
    Column part =
        udf((UDF1<String, String>) group -> splits.of(group).id(), DataTypes.StringType)
            .apply(col("group_id"));
    Dataset<Row> rows =
        labels
            .withColumn("split", part)
            .withColumn(
                "label_id",
                Keys.hash(
                    col("case_id"),
                    col("system"),
                    col("repeat"),
                    col("dimension"),
                    col("annotator")))
            .localCheckpoint();
    run.store().merge(Tables.LABELS, rows);
    return rows.count();
  }
}
