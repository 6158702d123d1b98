package dev.assay.jobs.analysis;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;

import dev.assay.core.Direction;
import dev.assay.core.Metric;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.stats.RankLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataTypes;

/** Between which ranks each system lies, by the tests of all pairs in its slice and metric. */
final class RanksTogether {
  private RanksTogether() {}

  /**
   * {@code leaderboard} with {@code rank_low} and {@code rank_high}, where there is a rank.
   *
   * @param comparisons of ordinary metrics, with p-values adjusted over the pairs of a slice
   */
  static Dataset<Row> with(
      Dataset<Row> leaderboard,
      Dataset<Row> comparisons,
      Map<String, Metric> metrics,
      double alpha) {
    Object[] down =
        metrics.entrySet().stream()
            .filter(metric -> metric.getValue().direction() == Direction.DOWN)
            .map(Map.Entry::getKey)
            .toArray();
    Column first =
        when(col("metric").isin(down), col("difference").multiply(-1)).otherwise(col("difference"));
    Dataset<Row> pairs =
        comparisons
            .where(col("p_adjusted").isNotNull())
            .withColumn("first", first)
            .groupBy("slice", "metric")
            .agg(
                collect_list(
                        struct(
                            when(col("first").gt(0), col("system_a"))
                                .otherwise(col("system_b"))
                                .as("better"),
                            when(col("first").gt(0), col("system_b"))
                                .otherwise(col("system_a"))
                                .as("worse"),
                            col("p_adjusted")))
                    .as("pairs"));
    UserDefinedFunction limits =
        udf(
            (UDF2<scala.collection.Seq<String>, scala.collection.Seq<Row>, Map<String, String>>)
                (systems, of) -> limits(systems, of, alpha),
            DataTypes.createMapType(DataTypes.StringType, DataTypes.StringType));
    Dataset<Row> ranks =
        leaderboard
            .where(col("rank").isNotNull())
            .groupBy("slice", "metric")
            .agg(collect_list("system").as("systems"))
            .join(pairs, RunCoverage.on(List.of("slice", "metric")))
            .select(
                col("slice"),
                col("metric"),
                explode(limits.apply(col("systems"), col("pairs")))
                    .as(new String[] {"system", "limits"}))
            .select(
                col("slice"),
                col("metric"),
                col("system"),
                lit("").as("dimension"),
                org.apache
                    .spark
                    .sql
                    .functions
                    .substring_index(col("limits"), " ", 1)
                    .cast("int")
                    .as("rank_low"),
                org.apache
                    .spark
                    .sql
                    .functions
                    .substring_index(col("limits"), " ", -1)
                    .cast("int")
                    .as("rank_high"));
    return leaderboard
        .drop("rank_low", "rank_high")
        .join(ranks, RunCoverage.on(List.of("slice", "metric", "system", "dimension")), "left");
  }

  private static Map<String, String> limits(
      scala.collection.Seq<String> systems, scala.collection.Seq<Row> rows, double alpha) {
    List<String> known = scala.collection.JavaConverters.seqAsJavaList(systems);
    List<RankLimits.Pair> pairs = new ArrayList<>();
    for (Row row : scala.collection.JavaConverters.seqAsJavaList(rows)) {
      String better = row.getAs("better");
      String worse = row.getAs("worse");
      if (known.contains(better) && known.contains(worse)) {
        pairs.add(new RankLimits.Pair(better, worse, row.getAs("p_adjusted")));
      }
    }
    Map<String, String> limits = new HashMap<>();
    RankLimits.of(known, pairs, alpha)
        .forEach((system, of) -> limits.put(system, of.first() + " " + of.last()));
    return limits;
  }
}
