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
import java.util.Optional;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;

/** The stored corpus for judges that look things up: read and sent where one of them has work. */
final class LookUp implements AutoCloseable {
  private static final int MOST = 200_000;

  private final Run run;
  private final String fingerprint;
  private Optional<Broadcast<IndexedCorpus>> sent = Optional.empty();

  private LookUp(Run run, String fingerprint) {
    this.run = run;
    this.fingerprint = fingerprint;
  }

  /** For judges that look nothing up. */
  static LookUp none(Run run) {
    return new LookUp(run, "");
  }

  /** All chunks. */
  static LookUp of(Run run) {
    List<String> ids =
        run.step(
            "chunks",
            () ->
                chunks(run)
                    .select("chunk_id")
                    .limit(MOST + 1)
                    .as(Encoders.STRING())
                    .collectAsList());
    if (ids.size() > MOST) {
      throw new StageException(
          "fact_check holds the corpus in memory and takes at most "
              + MOST
              + " chunks. Leave it out of evaluate.evaluators.");
    }
    return new LookUp(run, ids.isEmpty() ? "" : Hashes.sha256(ids.toArray(String[]::new)));
  }

  private static Dataset<Row> chunks(Run run) {
    return run.store().read(Tables.CHUNKS).orderBy("chunk_id");
  }

  /** Of the chunks; what a judge says depends on it. Empty where there are none. */
  String fingerprint() {
    return fingerprint;
  }

  /** Of tasks; the same for several batches. */
  synchronized LibrarySource source() {
    if (fingerprint.isEmpty()) {
      return LibrarySource.none();
    }
    if (sent.isEmpty()) {
      sent = Optional.of(run.step("corpus", this::send));
    }
    return LibrarySource.of(sent.get());
  }

  private Broadcast<IndexedCorpus> send() {
    List<Chunk> chunks = new ArrayList<>();
    for (Row row : chunks(run).select("chunk_id", "doc_id", "text").collectAsList()) {
      chunks.add(new Chunk(row.getAs("chunk_id"), row.getAs("doc_id"), row.getAs("text")));
    }
    return new JavaSparkContext(run.spark().sparkContext())
        .broadcast(new IndexedCorpus(chunks, List.of(), fingerprint));
  }

  @Override
  public synchronized void close() {
    sent.ifPresent(Broadcast::destroy);
    sent = Optional.empty();
  }
}
