package dev.assay.jobs.robustness;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.perturb.TwinAttributes;
import dev.assay.tables.Tables;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Every covered twin beside the same system's answer, of the same repeat, to the case that it was
 * made from: {@code value}, {@code was}, {@code verdict}, {@code was_verdict} by {@code metric} and
 * {@code dimension}, NULL where there is none.
 */
final class TwinPairs {
  /** The intensity that stands for all together. */
  static final String ALL = "all";

  private static final List<String> COLUMNS =
      List.of(
          "case_id",
          "system",
          "repeat",
          "group_id",
          "parent_case_id",
          "perturbation",
          "intensity",
          "meaning",
          "edit_distance");

  private final Run run;
  private final Dataset<Row> twins;

  /**
   * @param covered of {@link RunCoverage#responses}
   */
  TwinPairs(Run run, Dataset<Row> covered) {
    this.run = run;
    this.twins =
        covered
            .where(col("parent_case_id").isNotNull())
            .withColumn("perturbation", coalesce(col("perturbation"), lit("unnamed")))
            .withColumn("meaning", col("attributes").getItem(TwinAttributes.MEANING))
            .withColumn("goal", col("attributes").getItem(AttackGoals.ATTRIBUTE))
            .withColumn(
                "intensity",
                explode(
                    when(col("intensity").isNull(), array(lit(ALL)))
                        .otherwise(array(lit(ALL), col("intensity")))));
  }

  boolean isEmpty() {
    return twins.isEmpty();
  }

  /** All of {@code metrics}, all decisions and all attacks with a goal. */
  Dataset<Row> rows(List<String> metrics) {
    Dataset<Row> scores =
        run.store()
            .read(Tables.SCORES)
            .where(col("metric").isin(metrics.toArray()))
            .select(
                col("case_id"),
                col("system"),
                col("repeat"),
                col("metric"),
                lit("").as("dimension"),
                when(col("status").equalTo("ok"), col("value")).as("value"),
                when(col("status").equalTo("ok"), col("passed").cast("string")).as("verdict"));
    Dataset<Row> decisions =
        run.store()
            .read(Tables.DECISIONS)
            .select(
                col("case_id"),
                col("system"),
                col("repeat"),
                col("metric"),
                col("dimension"),
                lit(null).cast("double").as("value"),
                col("decision").as("verdict"));
    return beside(scores).unionByName(beside(decisions)).unionByName(attacks());
  }

  private Dataset<Row> beside(Dataset<Row> said) {
    Dataset<Row> origins =
        said.withColumnRenamed("case_id", "parent_case_id")
            .withColumnRenamed("value", "was")
            .withColumnRenamed("verdict", "was_verdict");
    return twins
        .join(said, RunCoverage.keys())
        .join(
            origins,
            RunCoverage.on(List.of("parent_case_id", "system", "repeat", "metric", "dimension")),
            "left")
        .select(columns());
  }

  /** An attack that meets its goal has turned what was not so before. */
  private Dataset<Row> attacks() {
    return twins
        .where(col("goal").isNotNull())
        .withColumn("metric", lit(AttackGoals.METRIC))
        .withColumn("dimension", lit(""))
        .withColumn("value", lit(null).cast("double"))
        .withColumn("was", lit(null).cast("double"))
        .withColumn("verdict", AttackGoals.MEETS.apply(col("goal"), col("answer")).cast("string"))
        .withColumn("was_verdict", when(col("verdict").isNotNull(), "false"))
        .select(columns());
  }

  private static Column[] columns() {
    return java.util.stream.Stream.concat(
            COLUMNS.stream(),
            java.util.stream.Stream.of(
                "metric", "dimension", "value", "was", "verdict", "was_verdict"))
        .map(org.apache.spark.sql.functions::col)
        .toArray(Column[]::new);
  }
}
