package dev.assay.jobs.calibrating;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.jobs.LabelledStore;
import dev.assay.jobs.engine.ModelSettings;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.RowValues;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import dev.assay.udfs.Functions;
import dev.assay.udfs.SqlSettings;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SQL functions under a configuration, as {@code assay sql} has them. */
class CalibratedSqlTest {
  private static final SparkSession SPARK = SharedSpark.session();

  @TempDir private Path home;

  @AfterEach
  void forget() {
    Functions.followNone();
  }

  private static void follow(LabelledStore labelled, String run) {
    Functions.follow(
        new SqlSettings(
            ModelSettings.source(labelled.loaded.config().models()),
            Map.of(),
            labelled.runner.store(),
            run));
    Functions.register(SPARK);
  }

  private static Double calibrated(double value) {
    Row row =
        SPARK
            .sql(
                "SELECT assay_calibrate('%s', 'grounded', %sD)"
                    .formatted(LabelledStore.METRIC, value))
            .head();
    return row.isNullAt(0) ? null : (Double) row.getDouble(0);
  }

  /** 1 / (1 + e^−(a + b x)) of the stored intercept and slope; none of another run, or unfit. */
  @Test
  void aProbabilityIsThatOfTheRunsOwnFitCalibration() {
    LabelledStore labelled = new LabelledStore(home, 200, 150, 4, "calibrate.method=logistic");
    labelled.runner.run(new Calibrate());
    Store store = labelled.runner.store();
    Row row = store.read(Tables.CALIBRATIONS).where("slice = 'all' AND status = 'ok'").head();
    Map<String, Double> parameters = new HashMap<>(RowValues.map(row, "parameters"));
    double expected =
        1 / (1 + Math.exp(-(parameters.get("intercept") + parameters.get("slope") * .55)));
    follow(labelled, labelled.loaded.config().run().name());
    assertThat(calibrated(.55)).isCloseTo(expected, within(1e-12));
    follow(labelled, "another");
    assertThat(calibrated(.55)).isNull();

    store.replace(
        Tables.CALIBRATIONS,
        store
            .read(Tables.CALIBRATIONS)
            .withColumn("status", functions.lit("unfit"))
            .localCheckpoint(),
        functions.col("slice").isNotNull());
    follow(labelled, labelled.loaded.config().run().name());
    assertThat(calibrated(.55)).isNull();
  }
}
