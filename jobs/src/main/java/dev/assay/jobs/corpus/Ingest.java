package dev.assay.jobs.corpus;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.countDistinct;
import static org.apache.spark.sql.functions.lit;

import dev.assay.base.OneLine;
import dev.assay.config.AssayConfig;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.engine.StageSpec;
import dev.assay.tables.Tables;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;

/**
 * Reads a corpus and cuts it into chunks. A store holds one corpus: documents that the sources no
 * longer hold are deleted with their chunks.
 */
public final class Ingest implements Stage {
  private static final StageSpec SPEC =
      StageSpec.of("ingest")
          .writes(Tables.DOCUMENTS, Tables.CHUNKS, Tables.REJECTED)
          .keys("corpus", "chunk", "models.embedder.source");

  @Override
  public StageSpec spec() {
    return SPEC;
  }

  /** Files change without the configuration changing. */
  @Override
  public boolean skippable() {
    return false;
  }

  @Override
  public Plan plan(AssayConfig config) {
    return Plan.NO_MODEL;
  }

  @Override
  public Counts run(Run run) {
    Chunking chunking = Chunking.of(run.config());
    Corpus corpus = new Corpus(run);
    Dataset<Row> found =
        SourceDocuments.checked(new Sources(run.spark(), run.config().corpus()).found())
            .persist(StorageLevel.MEMORY_AND_DISK());
    Dataset<Row> documents =
        Corpus.distinct(found, chunking).persist(StorageLevel.MEMORY_AND_DISK());
    try {
      Row totals =
          run.step(
              "reading documents",
              () ->
                  found
                      .agg(
                          count(lit(1)).as("found"),
                          count(col("reason")).as("rejected"),
                          countDistinct("doc_id").as("distinct"))
                      .head());
      long rejected = totals.getAs("rejected");
      long distinct = totals.getAs("distinct");
      run.step(
          "rejected documents",
          () -> corpus.reject(found.where(col("reason").isNotNull()), rejected));
      requireDocuments(distinct, rejected, found);
      Dataset<Row> unreadable = found.where(SourceDocuments.isUnreadable());
      long closed = run.step("unreadable documents", unreadable::count);
      if (closed > 0) {
        told(unreadable, closed, run.config().corpus().unreadable());
      }
      Dataset<Row> unknown = found.where(SourceDocuments.isUnknown());
      long deleted = run.step("documents that left", () -> corpus.forget(documents, unknown));
      long written = run.step("documents and chunks", () -> corpus.store(documents, chunking));
      return Counts.of("documents", distinct)
          .and("documents new or changed", written)
          .and("documents deleted", deleted)
          .and("duplicates", totals.<Long>getAs("found") - rejected - distinct)
          .and("rejected", rejected)
          .and("unreadable", closed)
          .and("chunks", run.step("counts", () -> run.store().read(Tables.CHUNKS).count()));
    } finally {
      documents.unpersist();
      found.unpersist();
    }
  }

  /** Says which files cannot be opened; nobody knows whether they are what they were. */
  private static void told(Dataset<Row> unreadable, long number, String setting) {
    Row first = unreadable.orderBy("uri").select("uri", "reason").head();
    String which =
        "%d files are there and cannot be opened. The first, %s: %s."
            .formatted(number, first.<String>getAs("uri"), first.<String>getAs("reason"));
    if (setting.equals("fail")) {
      throw new StageException(
          which + " See to their permissions, or set corpus.unreadable = keep.");
    }
    System.err.println(
        "ingest: "
            + OneLine.of(which)
            + " What was read from them before stays; table 'rejected' has each.");
  }

  private static void requireDocuments(long documents, long rejected, Dataset<Row> found) {
    if (documents > 0) {
      return;
    }
    if (rejected == 0) {
      throw new StageException(
          "The corpus is empty: corpus.sources name no document. Put documents there or name"
              + " another path.");
    }
    Row first = found.where(col("reason").isNotNull()).orderBy("uri", "reason").head();
    throw new StageException(
        "The corpus is empty: all %d documents were rejected. The first, %s: %s. Table 'rejected' has"
                .formatted(rejected, first.<String>getAs("uri"), first.<String>getAs("reason"))
            + " the others.");
  }
}
