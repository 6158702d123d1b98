package dev.assay.jobs.scores;

import dev.assay.base.Hashes;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.StageException;
import dev.assay.retrieval.Chunk;
import dev.assay.spark.IndexedCorpus;
import dev.assay.spark.LibrarySource;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Row;

/**
 * The stored corpus for judges that look things up.
 *
 * @param fingerprint of its chunks; what a judge says depends on it
 */
record LookUp(LibrarySource source, String fingerprint) {
  private static final int MOST = 200_000;

  /** All chunks, broadcast; nothing where there are none. */
  static LookUp of(Run run) {
    List<Chunk> chunks = new ArrayList<>();
    for (Row row :
        run.store()
            .read(Tables.CHUNKS)
            .select("chunk_id", "doc_id", "text")
            .orderBy("chunk_id")
            .limit(MOST + 1)
            .collectAsList()) {
      chunks.add(new Chunk(row.getAs("chunk_id"), row.getAs("doc_id"), row.getAs("text")));
    }
    if (chunks.size() > MOST) {
      throw new StageException(
          "fact_check holds the corpus in memory and takes at most "
              + MOST
              + " chunks. Leave it out of evaluate.evaluators.");
    }
    if (chunks.isEmpty()) {
      return new LookUp(LibrarySource.none(), "");
    }
    String fingerprint = Hashes.sha256(chunks.stream().map(Chunk::chunkId).toArray(String[]::new));
    IndexedCorpus corpus = new IndexedCorpus(chunks, List.of(), fingerprint);
    JavaSparkContext context = new JavaSparkContext(run.spark().sparkContext());
    return new LookUp(LibrarySource.of(context.broadcast(corpus)), fingerprint);
  }
}
