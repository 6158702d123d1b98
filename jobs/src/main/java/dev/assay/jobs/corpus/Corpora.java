package dev.assay.jobs.corpus;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.xxhash64;

import dev.assay.base.Hashes;
import dev.assay.config.cases.IndexNoise;
import dev.assay.jobs.engine.ModelSettings;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.engine.StageException;
import dev.assay.retrieval.Chunk;
import dev.assay.spark.IndexedCorpus;
import dev.assay.spark.Kept;
import dev.assay.tables.Keys;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import scala.collection.Seq;

/** The chunks with their vectors, collected for what works on the whole corpus in memory. */
public final class Corpora {
  /** Embedded systems hold the corpus in memory: about 3 kB a chunk on the driver and executors. */
  private static final long LIMIT = 100_000;

  private Corpora() {}

  /** Chunks joined with their embeddings: chunk columns, text_hash, vector, truncated. */
  public static Dataset<Row> embedded(Run run) {
    return hashed(run).join(vectors(run), "text_hash");
  }

  /** Chunks with the hash of their text: chunk columns, text_hash. */
  public static Dataset<Row> hashed(Run run) {
    return run.store().read(Tables.CHUNKS).withColumn("text_hash", Keys.hash(col("text")));
  }

  /** The vectors of the configured embedder: text_hash, vector, truncated. */
  public static Dataset<Row> vectors(Run run) {
    return run.store()
        .read(Tables.EMBEDDINGS)
        .where(col("model").equalTo(ModelSettings.embedderId(run.config().models())))
        .select("text_hash", "vector", "truncated");
  }

  /**
   * All chunks in key order, with {@code noise} in their texts where there is any; refuses a corpus
   * that does not fit, or that is not embedded yet.
   */
  public static IndexedCorpus indexed(Run run, Optional<IndexNoise> noise) {
    long chunks = chunks(run);
    if (chunks > LIMIT) {
      throw new StageException(
          "Embedded demonstration systems hold the corpus in memory and take at most %d chunks; this corpus has %d. Record your system's answers and use kind = table, or put the system behind a URL (kind = http-json)."
              .formatted(LIMIT, chunks));
    }
    return noise.isEmpty()
        ? collected(embedded(run), chunks)
        : collected(NoisyIndex.of(run, noise.get()), chunks, Chunk::text);
  }

  /**
   * The chunks {@code wanted}, and others up to {@code most} in all: the whole corpus where it is
   * no larger, else those with the smallest permanent random numbers of the run's seed.
   */
  public static IndexedCorpus around(Run run, Collection<String> wanted, int most) {
    long chunks = chunks(run);
    if (chunks <= most) {
      return collected(embedded(run), chunks);
    }
    System.err.printf(
        "%s: questions are checked against %d of the corpus's %d chunks (generate.index-chunks)%n",
        run.stage(), Math.max(most, wanted.size()), chunks);
    Dataset<Row> needed =
        run.spark()
            .createDataset(List.copyOf(new TreeSet<>(wanted)), Encoders.STRING())
            .toDF("chunk_id");
    Seq<String> id = RunCoverage.on(List.of("chunk_id"));
    Dataset<Row> all = embedded(run);
    Dataset<Row> others =
        all.select("chunk_id")
            .join(needed, id, "left_anti")
            .orderBy(
                xxhash64(lit(run.config().run().seed()), lit("index"), col("chunk_id")),
                col("chunk_id"))
            .limit(Math.max(0, most - wanted.size()));
    Dataset<Row> kept = needed.unionByName(others).transform(Kept::cut);
    return collected(all.join(kept, id), kept.count());
  }

  private static long chunks(Run run) {
    return run.store().read(Tables.CHUNKS).count();
  }

  private static IndexedCorpus collected(Dataset<Row> embedded, long expected) {
    return collected(embedded, expected, Chunk::chunkId);
  }

  /**
   * @param content of a chunk, by which one corpus is told from another
   */
  private static IndexedCorpus collected(
      Dataset<Row> embedded, long expected, Function<Chunk, String> content) {
    List<Chunk> all = new ArrayList<>();
    List<float[]> vectors = new ArrayList<>();
    for (Row row :
        embedded
            .select("chunk_id", "doc_id", "text", "vector")
            .orderBy("chunk_id")
            .collectAsList()) {
      all.add(new Chunk(row.getAs("chunk_id"), row.getAs("doc_id"), row.getAs("text")));
      vectors.add(RowValues.floats(row, "vector"));
    }
    if (all.size() < expected || all.isEmpty()) {
      throw new StageException(
          "%d of %d chunks have an embedding of this model. Run 'assay embed' first."
              .formatted(all.size(), expected));
    }
    String fingerprint = Hashes.sha256(all.stream().map(content).toArray(String[]::new));
    return new IndexedCorpus(all, vectors, fingerprint);
  }
}
