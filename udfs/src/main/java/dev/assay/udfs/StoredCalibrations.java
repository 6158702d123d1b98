package dev.assay.udfs;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.udf;

import dev.assay.base.Rounding;
import dev.assay.calibration.ProbabilityMap;
import dev.assay.calibration.ProbabilityMaps;
import dev.assay.tables.RowValues;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF3;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataTypes;

/** {@code assay_calibrate(metric, dimension, value)}, from the table of calibrations. */
final class StoredCalibrations {
  /** Where the store is; the same path as {@code store.path}. */
  static final String STORE = "spark.assay.store.path";

  /**
   * Whose calibrations are used, the same name as {@code run.name}; empty: the newest of any run.
   */
  static final String RUN = "spark.assay.run.name";

  private StoredCalibrations() {}

  /**
   * The function for what the store holds now. Metrics that were never calibrated, or are not fit,
   * give NULL, as do values that are not finite. Without a configuration or {@link #STORE} the
   * session is told to set it when the function is used.
   */
  static UserDefinedFunction function(SparkSession spark) {
    String path = spark.conf().get(STORE, "");
    Optional<SqlSettings> configured = path.isEmpty() ? Functions.settings() : Optional.empty();
    boolean unknown = path.isEmpty() && configured.isEmpty();
    HashMap<String, ProbabilityMap> maps =
        unknown
            ? new HashMap<>()
            : maps(
                table ->
                    configured
                        .map(settings -> settings.store().read(table))
                        .orElseGet(
                            () -> spark.read().format("delta").load(path + "/" + table.name())),
                configured.map(SqlSettings::run).orElse(spark.conf().get(RUN, "")));
    return udf(
        (UDF3<String, String, Number, Double>)
            (metric, dimension, value) -> {
              if (unknown) {
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

  /**
   * The map by metric and dimension of what is fit: of the last finished {@code calibrate} of the
   * run, or the newest of all where none is named.
   */
  private static HashMap<String, ProbabilityMap> maps(
      Function<Table, Dataset<Row>> tables, String run) {
    HashMap<String, ProbabilityMap> maps = new HashMap<>();
    Dataset<Row> newest =
        tables
            .apply(Tables.CALIBRATIONS)
            .where(col("slice").equalTo("all").and(col("inputs").isNull()));
    if (!run.isEmpty()) {
      List<Row> last =
          tables
              .apply(Tables.RUNS)
              .where(
                  col("name")
                      .equalTo(run)
                      .and(col("stage").equalTo("calibrate"))
                      .and(col("status").equalTo("done")))
              .orderBy(col("ended_at").desc(), col("run_id"))
              .limit(1)
              .select("started_at")
              .collectAsList();
      if (last.isEmpty()) {
        return maps;
      }
      newest = newest.where(col("fitted_at").equalTo(last.get(0).<Object>getAs("started_at")));
    }
    List<Row> rows = newest.orderBy("fitted_at", "calibration_id").collectAsList();
    for (Row row : rows) {
      Map<String, Double> parameters = new HashMap<>(RowValues.map(row, "parameters"));
      String key = RowValues.<String>list(row, "metrics").get(0) + " " + row.getAs("dimension");
      // A newer calibration that is not fit takes the place of an older one that was.
      maps.remove(key);
      if (!parameters.isEmpty() && row.getAs("status").equals("ok")) {
        map(row, parameters).ifPresent(map -> maps.put(key, map));
      }
    }
    return maps;
  }
}
