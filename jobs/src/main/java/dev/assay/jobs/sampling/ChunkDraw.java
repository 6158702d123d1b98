package dev.assay.jobs.sampling;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.udf;

import dev.assay.base.Seeds;
import dev.assay.jobs.engine.Run;
import dev.assay.stats.sampling.PoissonDesign;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.types.DataTypes;

/**
 * Draws chunks by permanent random numbers, uniform in [0, 1) by a hash of the chunk's id: in a
 * simple random sample those with the smallest of their stratum (Ohlsson 1995, sequential simple
 * random sampling), in a Poisson sample those whose number lies below their chance.
 */
record ChunkDraw(Run run, SampleDesign design) {

  /** The drawn chunks: chunk_id, stratum_id, inclusion_probability; computed once. */
  Dataset<Row> rows() {
    Dataset<Row> strata = SampleDesign.strata(run).select("chunk_id", "stratum_id");
    return design.poisson() ? poisson(strata) : simple(strata);
  }

  /** Adds column {@code draw}. */
  private Dataset<Row> numbered(Dataset<Row> chunks) {
    long seed = design.seed();
    UserDefinedFunction draw =
        udf((UDF1<String, Double>) id -> Seeds.uniform(seed, "sample", id), DataTypes.DoubleType);
    return chunks.withColumn("draw", draw.apply(col("chunk_id")));
  }

  private Dataset<Row> simple(Dataset<Row> strata) {
    SortedMap<Integer, Integer> shares = design.shares(run);
    SortedMap<Integer, Double> bars = new TreeMap<>();
    shares.forEach((id, n) -> bars.put(id, bar(n, design.sizes().get(id))));
    UserDefinedFunction bar = udf((UDF1<Integer, Double>) bars::get, DataTypes.DoubleType);
    Dataset<Row> numbered = numbered(strata);
    Dataset<Row> drawn =
        smallest(numbered.where(col("draw").lt(bar.apply(col("stratum_id")))), shares)
            .localCheckpoint();
    long wanted = shares.values().stream().mapToLong(Integer::longValue).sum();
    return drawn.count() == wanted ? drawn : smallest(numbered, shares).localCheckpoint();
  }

  /**
   * A number that the n smallest of N uniform ones lie below but for chances under 1e-12, so that
   * few chunks of a large stratum are sorted.
   */
  private static double bar(int n, long of) {
    return (n + 8 * Math.sqrt(n) + 32) / of;
  }

  private Dataset<Row> smallest(Dataset<Row> numbered, SortedMap<Integer, Integer> shares) {
    SortedMap<Integer, Long> sizes = design.sizes();
    UserDefinedFunction share = udf((UDF1<Integer, Integer>) shares::get, DataTypes.IntegerType);
    UserDefinedFunction size = udf((UDF1<Integer, Long>) sizes::get, DataTypes.LongType);
    Column stratum = col("stratum_id");
    return numbered
        .withColumn(
            "place",
            row_number().over(Window.partitionBy("stratum_id").orderBy("draw", "chunk_id")))
        .where(col("place").leq(share.apply(stratum)))
        .withColumn("inclusion_probability", share.apply(stratum).divide(size.apply(stratum)))
        .select("chunk_id", "stratum_id", "inclusion_probability");
  }

  private Dataset<Row> poisson(Dataset<Row> strata) {
    Dataset<Row> weighted = new Importance(run).of(strata).persist();
    try {
      SortedMap<Integer, PoissonDesign> designs = new PoissonDesigns(design).of(weighted);
      UserDefinedFunction chance =
          udf(
              (UDF2<Integer, Double, Double>)
                  (stratum, weight) ->
                      designs.containsKey(stratum) ? designs.get(stratum).probability(weight) : 0,
              DataTypes.DoubleType);
      return numbered(weighted)
          .withColumn(
              "inclusion_probability",
              chance.apply(col("stratum_id"), col("importance").cast("double")))
          .where(col("draw").lt(col("inclusion_probability")))
          .select("chunk_id", "stratum_id", "inclusion_probability")
          .localCheckpoint();
    } finally {
      weighted.unpersist();
    }
  }
}
