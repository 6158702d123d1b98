package dev.assay.jobs;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.udf;

import dev.assay.config.AssayConfig;
import dev.assay.stats.Allocation;
import dev.assay.stats.Seeds;
import dev.assay.tables.Keys;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.types.DataTypes;

/**
 * Draws chunks within each stratum at random without replacement: the ones with the smallest
 * permanent random numbers. Samples of other designs stay; what reads samples takes one design.
 */
public final class Sample implements Stage {

  @Override
  public String name() {
    return "sample";
  }

  @Override
  public String meaning() {
    return "Draws sample.size chunks, stratified: in proportion to the strata (proportional) or as many"
        + " of each (equal), and keeps the probability with which each was drawn. A larger size"
        + " contains the smaller one.";
  }

  @Override
  public List<Table> reads() {
    return List.of(Tables.STRATA);
  }

  @Override
  public List<Table> writes() {
    return List.of(Tables.SAMPLES);
  }

  @Override
  public List<String> keys() {
    return List.of("sample", "run.seed");
  }

  @Override
  public Plan plan(AssayConfig config) {
    return Plan.NO_MODEL;
  }

  @Override
  public Counts run(Run run) {
    String design = design(run);
    Dataset<Row> drawn = drawn(run, design).localCheckpoint();
    run.store().insertMissing(Tables.SAMPLES, drawn);
    return Counts.of("chunks drawn", drawn.count());
  }

  /**
   * What identifies the sample of this configuration: design, size, seed and the strata's
   * fingerprint, as {@code proportional/120/20260101/…}.
   */
  static String design(Run run) {
    List<Row> fingerprints = strata(run).select("fingerprint").distinct().limit(2).collectAsList();
    if (fingerprints.size() != 1) {
      throw new StageException(
          "There are no finished strata of model '%s'. Run 'assay stratify' first."
              .formatted(ModelSettings.embedderId(run.config().models())));
    }
    return "%s/%d/%d/%s"
        .formatted(
            run.config().sample().design(),
            run.config().sample().size(),
            run.config().run().seed(),
            fingerprints.get(0).getString(0));
  }

  private static Dataset<Row> strata(Run run) {
    return run.store()
        .read(Tables.STRATA)
        .where(col("model").equalTo(ModelSettings.embedderId(run.config().models())));
  }

  private static Dataset<Row> drawn(Run run, String design) {
    Dataset<Row> strata = strata(run).select("chunk_id", "stratum_id");
    SortedMap<Integer, Long> sizes = new TreeMap<>();
    strata
        .groupBy("stratum_id")
        .agg(count(lit(1)))
        .collectAsList()
        .forEach(row -> sizes.put(row.getInt(0), row.getLong(1)));
    int size = run.config().sample().size();
    SortedMap<Integer, Integer> shares =
        run.config().sample().design().equals("equal")
            ? Allocation.equal(sizes, size)
            : Allocation.proportional(sizes, size);
    long seed = run.config().run().seed();
    UserDefinedFunction draw =
        udf((UDF1<String, Double>) id -> Seeds.uniform(seed, "sample", id), DataTypes.DoubleType);
    UserDefinedFunction share = udf((UDF1<Integer, Integer>) shares::get, DataTypes.IntegerType);
    UserDefinedFunction population = udf((UDF1<Integer, Long>) sizes::get, DataTypes.LongType);
    return strata
        .withColumn("draw", draw.apply(col("chunk_id")))
        .withColumn(
            "place",
            row_number().over(Window.partitionBy("stratum_id").orderBy("draw", "chunk_id")))
        .where(col("place").leq(share.apply(col("stratum_id"))))
        .withColumn(
            "inclusion_probability",
            share.apply(col("stratum_id")).divide(population.apply(col("stratum_id"))))
        .withColumn("design", lit(design))
        .withColumn("sample_id", Keys.hash(lit(design), col("chunk_id")));
  }
}
