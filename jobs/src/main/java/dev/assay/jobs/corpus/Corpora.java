package dev.assay.jobs.corpus;

import static org.apache.spark.sql.functions.col;

import dev.assay.base.Hashes;
import dev.assay.jobs.engine.ModelSettings;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.StageException;
import dev.assay.retrieval.Chunk;
import dev.assay.spark.IndexedCorpus;
import dev.assay.tables.Keys;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** The chunks with their vectors, collected for what works on the whole corpus in memory. */
public final class Corpora {
  /** Embedded systems hold the corpus in memory: about 3 kB a chunk on the driver and executors. */
  private static final long LIMIT = 100_000;

  private Corpora() {}

  /** Chunks joined with their embeddings: chunk columns, vector, truncated. */
  public static Dataset<Row> embedded(Run run) {
    Dataset<Row> vectors =
        run.store()
            .read(Tables.EMBEDDINGS)
            .where(col("model").equalTo(ModelSettings.embedderId(run.config().models())))
            .select("text_hash", "vector", "truncated");
    return run.store()
        .read(Tables.CHUNKS)
        .withColumn("text_hash", Keys.hash(col("text")))
        .join(vectors, "text_hash");
  }

  /** All chunks in key order; refuses a corpus that does not fit, or that is not embedded yet. */
  public static IndexedCorpus indexed(Run run) {
    long chunks = run.store().read(Tables.CHUNKS).count();
    if (chunks > LIMIT) {
      throw new StageException(
          "Embedded demonstration systems hold the corpus in memory and take at most %d chunks; this corpus has %d. Record your system's answers and use kind = table."
              .formatted(LIMIT, chunks));
    }
    List<Chunk> all = new ArrayList<>();
    List<float[]> vectors = new ArrayList<>();
    for (Row row :
        embedded(run)
            .select("chunk_id", "doc_id", "text", "vector")
            .orderBy("chunk_id")
            .collectAsList()) {
      all.add(new Chunk(row.getAs("chunk_id"), row.getAs("doc_id"), row.getAs("text")));
      vectors.add(RowValues.floats(row, "vector"));
    }
    if (all.size() < chunks || all.isEmpty()) {
      throw new StageException(
          "%d of %d chunks have an embedding of this model. Run 'assay embed' first."
              .formatted(all.size(), chunks));
    }
    String fingerprint = Hashes.sha256(all.stream().map(Chunk::chunkId).toArray(String[]::new));
    return new IndexedCorpus(all, vectors, fingerprint);
  }
}
