package dev.assay.jobs;

import static org.apache.spark.sql.functions.bit_xor;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.xxhash64;

import dev.assay.config.AssayConfig;
import dev.assay.config.StratifyConfig;
import dev.assay.core.Hashes;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;

/** Divides the chunks into strata by meaning and says what each is about. */
public final class Stratify implements Stage {

  @Override
  public String name() {
    return "stratify";
  }

  @Override
  public String meaning() {
    return "Reduces the embeddings by PCA, clusters them by k-means with the k of the best silhouette,"
        + " labels each stratum by class-based TF-IDF terms, and places every chunk on a map. Strata"
        + " are made anew when the chunks, the model or the parameters change.";
  }

  @Override
  public List<Table> reads() {
    return List.of(Tables.CHUNKS, Tables.EMBEDDINGS);
  }

  @Override
  public List<Table> writes() {
    return List.of(Tables.STRATA, Tables.TOPICS);
  }

  @Override
  public List<String> keys() {
    return List.of("stratify", "run.seed");
  }

  @Override
  public Plan plan(AssayConfig config) {
    return Plan.NO_MODEL;
  }

  @Override
  public Counts run(Run run) {
    String model = ModelSettings.embedderId(run.config().models());
    StratifyConfig config = run.config().stratify();
    Dataset<Row> rows =
        Corpora.embedded(run)
            .select("chunk_id", "text", "vector")
            .persist(StorageLevel.MEMORY_AND_DISK());
    try {
      String fingerprint = fingerprint(run, rows, model);
      if (current(run, rows.count(), model, fingerprint)) {
        return Counts.of("chunks placed", 0);
      }
      ClusteringFit fit = new ClusteringFit(config, run.config().run().seed());
      Dataset<Row> vectors = rows.select("chunk_id", "vector");
      Dataset<Row> placed = StratumRows.of(vectors, fit.fit(vectors));
      Dataset<Row> sample = fit.sample(rows.select("chunk_id", "text")).join(placed, "chunk_id");
      Dataset<Row> texts = Parallel.spread(sample, col("chunk_id"));
      Dataset<Row> topics = new Topics(config, model).rows(placed, texts);
      long strata = topics.count();
      run.store().merge(Tables.TOPICS, topics);
      run.store()
          .deleteWhere(
              Tables.TOPICS, col("model").equalTo(model).and(col("stratum_id").geq(lit(strata))));
      run.store()
          .merge(
              Tables.STRATA,
              placed.withColumn("model", lit(model)).withColumn("fingerprint", lit(fingerprint)));
      run.store()
          .deleteWhere(
              Tables.STRATA,
              col("model").equalTo(model).and(col("fingerprint").notEqual(fingerprint)));
      return Counts.of("chunks placed", placed.count()).and("strata", strata);
    } finally {
      rows.unpersist();
    }
  }

  /** Hash of the chunks, the model and the parameters; every chunk must have its vector. */
  private static String fingerprint(Run run, Dataset<Row> rows, String model) {
    Row digest = rows.agg(count(lit(1)), bit_xor(xxhash64(col("chunk_id")))).head();
    long chunks = run.store().read(Tables.CHUNKS).count();
    if (chunks == 0 || digest.getLong(0) < chunks) {
      throw new StageException(
          "%d of %d chunks have an embedding of model '%s'. Run 'assay %s' first."
              .formatted(digest.getLong(0), chunks, model, chunks == 0 ? "ingest" : "embed"));
    }
    return Hashes.sha256(
        model,
        digest.getLong(0) + ":" + digest.getLong(1),
        run.config().stratify().toString(),
        Long.toString(run.config().run().seed()),
        Version.current());
  }

  private static boolean current(Run run, long chunks, String model, String fingerprint) {
    Row stored =
        run.store()
            .read(Tables.STRATA)
            .where(col("model").equalTo(model))
            .agg(count(lit(1)), sum(col("fingerprint").equalTo(fingerprint).cast("long")))
            .head();
    return stored.getLong(0) == chunks && !stored.isNullAt(1) && stored.getLong(1) == chunks;
  }
}
