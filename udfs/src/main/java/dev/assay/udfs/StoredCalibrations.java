package dev.assay.udfs;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.udf;

import dev.assay.base.Rounding;
import dev.assay.calibration.ProbabilityMap;
import dev.assay.calibration.ProbabilityMaps;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF3;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataTypes;

/** {@code assay_calibrate(metric, dimension, value)}, from the table of calibrations. */
final class StoredCalibrations {
  /** Where the store is; the same path as {@code store.path}. */
  static final String STORE = "spark.assay.store.path";

  private StoredCalibrations() {}

  /**
   * The function for what the store holds now. Metrics that were never calibrated, or could not be
   * fitted, give NULL, as do values that are not finite. Without {@link #STORE} the session is told
   * to set it when the function is used.
   */
  static UserDefinedFunction function(SparkSession spark) {
    String path = spark.conf().get(STORE, "");
    Map<String, ProbabilityMap> maps = path.isEmpty() ? Map.of() : maps(spark, path);
    return udf(
        (UDF3<String, String, Number, Double>)
            (metric, dimension, value) -> {
              if (path.isEmpty()) {
                throw new IllegalStateException(
                    "assay_calibrate reads the calibrations of a store: SET " + STORE + " = …");
              }
              if (metric == null || dimension == null || value == null) {
                return null;
              }
              ProbabilityMap map = maps.get(metric + " " + dimension);
              return map == null ? null : probability(map, value.doubleValue());
            },
        DataTypes.DoubleType);
  }

  /** Of the value as calibrations know it; NULL of one that is not finite. */
  static Double probability(ProbabilityMap map, double value) {
    return Double.isFinite(value) ? (Double) map.probability(Rounding.toNano(value)) : null;
  }

  /** Of levels the probability that one is given that passes; empty where none is said to. */
  private static Optional<ProbabilityMap> map(Row row, Map<String, Double> parameters) {
    String method = row.getAs("method");
    if (!ProbabilityMaps.knows(method)) {
      return Optional.empty();
    }
    ProbabilityMap map =
        ProbabilityMaps.of(
            method, parameters, RowValues.list(row, "levels"), RowValues.list(row, "passing"));
    return map.scale().passing().isEmpty() ? Optional.empty() : Optional.of(map);
  }

  /** The latest map by metric and dimension. */
  private static HashMap<String, ProbabilityMap> maps(SparkSession spark, String path) {
    HashMap<String, ProbabilityMap> maps = new HashMap<>();
    List<Row> rows =
        spark
            .read()
            .format("delta")
            .load(path + "/" + Tables.CALIBRATIONS.name())
            .where(col("slice").equalTo("all").and(col("inputs").isNull()))
            .orderBy("fitted_at", "calibration_id")
            .collectAsList();
    for (Row row : rows) {
      Map<String, Double> parameters = new HashMap<>(RowValues.map(row, "parameters"));
      if (!parameters.isEmpty()) {
        String metric = RowValues.<String>list(row, "metrics").get(0);
        map(row, parameters).ifPresent(map -> maps.put(metric + " " + row.getAs("dimension"), map));
      }
    }
    return maps;
  }
}
