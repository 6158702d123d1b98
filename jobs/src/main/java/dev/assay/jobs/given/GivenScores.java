package dev.assay.jobs.given;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_set;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.size;
import static org.apache.spark.sql.functions.trim;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;

import dev.assay.base.Rounding;
import dev.assay.config.AssayConfig;
import dev.assay.config.LabelDimension;
import dev.assay.config.LabelValues;
import dev.assay.config.SystemConfig;
import dev.assay.config.scores.GivenMetric;
import dev.assay.config.scores.ScoreSource;
import dev.assay.core.Direction;
import dev.assay.core.Metric;
import dev.assay.core.Spec;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Rejections;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.inputs.TextTable;
import dev.assay.spark.Kept;
import dev.assay.tables.Keys;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.storage.StorageLevel;

/**
 * Scores from elsewhere as rows of {@code scores}. What cannot be used is rejected; a response that
 * has no usable value of a score that is about it is {@code no_input}.
 */
public final class GivenScores {
  private static final List<String> CELL = List.of("case_id", "system", "repeat", "metric");

  private final Run run;
  private final AssayConfig config;
  private final Dataset<Row> covered;

  private GivenScores(Run run, Dataset<Row> covered) {
    this.run = run;
    this.config = run.config();
    this.covered = covered;
  }

  /**
   * Stores what is new.
   *
   * @param covered of {@link RunCoverage#responses}
   */
  public static Counts store(Run run, Dataset<Row> covered) {
    return new GivenScores(run, covered).store();
  }

  private Counts store() {
    Dataset<Row> said = said().persist(StorageLevel.MEMORY_AND_DISK());
    try {
      long rejected =
          Rejections.record(
              run,
              said.where(col("reason").isNotNull()),
              col(TextTable.FILE),
              col("reason"),
              col("row"),
              col(TextTable.LINE));
      Dataset<Row> rows = rows(said);
      Dataset<Row> stored = run.store().read(Tables.SCORES).select(names("fingerprint"));
      Dataset<Row> missing =
          rows.join(
                  stored,
                  RunCoverage.on(List.of("case_id", "system", "repeat", "metric", "fingerprint")),
                  "left_anti")
              .transform(Kept::cut);
      long written = missing.count();
      if (written > 0) {
        run.store().merge(Tables.SCORES, missing);
      }
      if (rejected > 0) {
        System.err.printf(
            "evaluate: %d given scores are rejected; column 'reason' of table rejected says why.%n",
            rejected);
      }
      return Counts.of("given scores new", written).and("given scores rejected", rejected);
    } finally {
      said.unpersist();
    }
  }

  private static Column[] names(String last) {
    return new Column[] {col("case_id"), col("system"), col("repeat"), col("metric"), col(last)};
  }

  /** What the files say, with {@code value}, or the {@code reason} why there is none. */
  private Dataset<Row> said() {
    SaidScores files = new SaidScores(run, covered);
    List<Dataset<Row>> parts = new ArrayList<>();
    new TreeMap<>(config.systems())
        .forEach(
            (name, system) -> {
              if (scored(system)) {
                parts.add(
                    files.beside(name, system).transform(rows -> read(rows, columns(system))));
              }
            });
    for (ScoreSource source : config.scores().sources()) {
      parts.add(files.of(source).transform(rows -> read(rows, config.given())));
    }
    Dataset<Row> all = parts.stream().reduce(Dataset::unionByName).orElseThrow();
    Column several =
        size(collect_set(when(col("reason").isNull(), col("value")))
                .over(Window.partitionBy("case_id", "system", "repeat", "metric")))
            .gt(1)
            .and(col("case_id").isNotNull());
    return all.withColumn("several", several)
        .withColumn(
            "reason",
            coalesce(
                col("reason"),
                when(
                    col("several").and(col("value").isNotNull()),
                    "the response has several different values of this metric")))
        .drop("several");
  }

  private static boolean scored(SystemConfig system) {
    return system.scoreColumns().filter(columns -> !columns.isEmpty()).isPresent();
  }

  private static Map<String, GivenMetric> columns(SystemConfig system) {
    return system.scoreColumns().orElseThrow();
  }

  private Dataset<Row> read(Dataset<Row> rows, Map<String, GivenMetric> metrics) {
    LabelValues words = config.label().values();
    Column number =
        udf(
                (UDF1<String, Double>)
                    said -> said == null || said.isBlank() ? null : number(said.strip(), words),
                DataTypes.DoubleType)
            .apply(col("said"));
    Column factor = lit(null).cast("double");
    Column reason =
        when(col("metric").isNull(), "the score has no metric")
            .when(
                not(col("metric").isin(metrics.keySet().toArray())),
                concat(
                    lit("no score '"),
                    col("metric"),
                    lit("' is declared; declared: " + String.join(", ", metrics.keySet()))));
    Column unfit = lit(null).cast("string");
    for (Map.Entry<String, GivenMetric> entry : metrics.entrySet()) {
      GivenMetric metric = entry.getValue();
      Column own = col("metric").equalTo(entry.getKey());
      factor = when(own, metric.factor()).otherwise(factor);
      unfit =
          when(
                  own.and(
                      col("value")
                          .lt(metric.low() - Metric.SLACK)
                          .or(col("value").gt(metric.high() + Metric.SLACK))),
                  concat(
                      col("value").cast("string"),
                      lit(
                          " is outside of the declared range, %s to %s"
                              .formatted(metric.low(), metric.high()))))
              .otherwise(unfit);
    }
    Column blank = col("said").isNull().or(trim(col("said")).equalTo(""));
    return rows.withColumn("number", number)
        .withColumn(
            "value",
            udf(
                    (UDF1<Double, Double>) v -> v == null ? null : Rounding.toNano(v),
                    DataTypes.DoubleType)
                .apply(col("number").multiply(factor)))
        .withColumn(
            "reason",
            coalesce(
                col("reason"),
                reason,
                when(
                    not(blank).and(col("number").isNull()),
                    concat(lit("'"), col("said"), lit("' is no number"))),
                unfit))
        .drop("number");
  }

  /** A finite number, or 1 or 0 for yes and no in the words of {@code label.values}. */
  private static Double number(String said, LabelValues words) {
    try {
      double value = Double.parseDouble(said);
      return Double.isFinite(value) ? value : null;
    } catch (NumberFormatException e) {
      return LabelDimension.BINARY.read(said, words).map(Double::valueOf).orElse(null);
    }
  }

  /** A row of {@code scores} for every response and score that is about it. */
  private Dataset<Row> rows(Dataset<Row> said) {
    Dataset<Row> known =
        said.where(
                col("case_id")
                    .isNotNull()
                    .and(col("metric").isin(config.given().keySet().toArray())))
            .groupBy("case_id", "system", "repeat", "metric")
            .agg(
                max(when(col("reason").isNull(), col("value"))).as("value"),
                min(col("reason")).as("why"))
            .join(covered.select("case_id", "system", "repeat"), RunCoverage.keys(), "left_semi");
    TreeSet<String> everywhere = new TreeSet<>(config.scores().metrics().keySet());
    Dataset<Row> asked =
        covered
            .select("case_id", "system", "repeat")
            .withColumn(
                "metric",
                explode(
                    array(everywhere.stream().map(name -> lit(name)).toArray(Column[]::new))
                        .cast("array<string>")));
    Dataset<Row> all = known.join(asked, RunCoverage.on(CELL), "full_outer");
    Column value = col("value");
    String id = config.scores().name() + ".";
    Column threshold = lit(null).cast("double");
    Column passed = lit(null).cast("boolean");
    Column declared = lit("");
    for (Spec spec : GivenMetrics.specs(config)) {
      Metric metric = spec.primary();
      Column own = col("metric").equalTo(metric.name());
      Double limit = config.evaluate().thresholds().get(spec.qualified(metric));
      declared =
          when(own, "%s %s %s".formatted(metric.direction(), metric.lower(), metric.upper()))
              .otherwise(declared);
      if (limit != null) {
        threshold = when(own, limit).otherwise(threshold);
        passed =
            when(own, metric.direction() == Direction.UP ? value.geq(limit) : value.leq(limit))
                .otherwise(passed);
      }
    }
    return all.withColumn("threshold", threshold)
        .withColumn("passed", passed)
        .withColumn("status", when(value.isNotNull(), "ok").otherwise("no_input"))
        .withColumn(
            "reason",
            when(
                value.isNull(),
                coalesce(
                    concat(lit("the given value is rejected: "), col("why")),
                    lit("no value was given"))))
        .withColumn("truncated", lit(false))
        .withColumn("model", lit(null).cast("string"))
        .withColumn(
            "fingerprint",
            Keys.hash(
                lit("given"),
                value.cast("string"),
                col("reason"),
                declared,
                col("threshold").cast("string")))
        .withColumn("metric", concat(lit(id), col("metric")))
        .drop("why");
  }
}
