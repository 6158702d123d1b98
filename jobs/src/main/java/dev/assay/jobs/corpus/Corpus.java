package dev.assay.jobs.corpus;

import static org.apache.spark.sql.functions.array_sort;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.map;
import static org.apache.spark.sql.functions.map_concat;
import static org.apache.spark.sql.functions.map_entries;
import static org.apache.spark.sql.functions.min_by;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.to_json;

import dev.assay.jobs.batches.CommitBatches;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.spark.Kept;
import dev.assay.tables.Keys;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;

/** The stored corpus: documents, their chunks, and what was rejected. */
record Corpus(Run run) {
  /** Metadata key of the fingerprint that a document was cut with. */
  static final String CHUNKING = "assay.chunking";

  private static final int FIRST_SLICE = 200;

  /** Each text once, under the first of its uris by name. */
  static Dataset<Row> distinct(Dataset<Row> found, Chunking chunking) {
    Column content = struct("uri", "title", "text", "metadata");
    Column order = struct(col("uri"), col("title"), sorted(col("metadata")));
    return found
        .where(col("reason").isNull())
        .groupBy("doc_id")
        .agg(min_by(content, order).as("first"))
        .select("doc_id", "first.*")
        .withColumn(
            "metadata",
            map_concat(
                coalesce(col("metadata"), map().cast("map<string,string>")),
                map(lit(CHUNKING), lit(chunking.fingerprint()))));
  }

  /** Replaces what this stage rejected before by {@code rows} rejected now. */
  void reject(Dataset<Row> rejected, long rows) {
    Dataset<Row> before =
        run.store().read(Tables.REJECTED).where(col("stage").equalTo(run.stage()));
    if (rows == 0 && run.store().isEmpty(Tables.REJECTED)) {
      return;
    }
    Dataset<Row> now =
        rejected
            .select(
                col("uri").as("source"),
                lit(run.stage()).as("stage"),
                col("reason"),
                col("row"),
                lit(null).cast("long").as("line"))
            .withColumn("row_id", Keys.hash(col("source"), col("stage"), col("reason"), col("row")))
            .dropDuplicates("row_id")
            .transform(Kept::cut);
    remove(Tables.REJECTED, before, now, "row_id");
    Dataset<Row> added = missing(now, run.store().read(Tables.REJECTED), "row_id");
    if (!added.isEmpty()) {
      run.store().append(Tables.REJECTED, added);
    }
  }

  /**
   * Deletes documents that no source holds any more, with their chunks; returns their number.
   *
   * @param unknown files that are there, of which nobody knows what they hold (uri): what was read
   *     from them before stays
   */
  long forget(Dataset<Row> documents, Dataset<Row> unknown) {
    Dataset<Row> stored = run.store().read(Tables.DOCUMENTS);
    Dataset<Row> kept =
        stored
            .join(unknown.select("uri"), RunCoverage.on(List.of("uri")), "left_semi")
            .select("doc_id")
            .union(documents.select("doc_id"))
            .transform(Kept::cut);
    long gone = remove(Tables.DOCUMENTS, stored, kept, "doc_id");
    if (gone > 0) {
      remove(Tables.CHUNKS, run.store().read(Tables.CHUNKS), kept, "doc_id");
    }
    return gone;
  }

  /** Cuts and stores the documents that are new, known otherwise, or were cut otherwise. */
  long store(Dataset<Row> documents, Chunking chunking) {
    Dataset<Row> known =
        run.store()
            .read(Tables.DOCUMENTS)
            .select(
                col("doc_id"),
                struct(col("uri"), col("title"), sorted(col("metadata"))).as("known"));
    Column same =
        col("known").eqNullSafe(struct(col("uri"), col("title"), sorted(col("metadata"))));
    Dataset<Row> pending =
        documents
            .join(known, RunCoverage.on(List.of("doc_id")), "left")
            .where(col("known").isNull().or(same.equalTo(false)))
            .drop("known");
    return new CommitBatches(run.config().pipeline(), FIRST_SLICE)
        .spread()
        .forEach("ingest", pending, new Column[] {col("doc_id")}, slice -> write(slice, chunking));
  }

  /** Chunks first: a document that is stored has all its chunks. */
  private void write(Dataset<Row> slice, Chunking chunking) {
    Dataset<Row> chunks = chunking.chunks(slice).persist(StorageLevel.MEMORY_AND_DISK());
    try {
      Dataset<Row> stored =
          run.store()
              .read(Tables.CHUNKS)
              .join(slice.select("doc_id"), RunCoverage.on(List.of("doc_id")), "left_semi");
      remove(Tables.CHUNKS, stored, chunks, "chunk_id");
      run.store()
          .append(Tables.CHUNKS, missing(chunks, run.store().read(Tables.CHUNKS), "chunk_id"));
      run.store().merge(Tables.DOCUMENTS, slice.withColumn("ingested_at", lit(run.time())));
    } finally {
      chunks.unpersist();
    }
  }

  private long remove(Table table, Dataset<Row> stored, Dataset<Row> kept, String key) {
    if (run.store().isEmpty(table)) {
      return 0;
    }
    Dataset<Row> gone = missing(stored, kept, key).select(key).transform(Kept::cut);
    long count = gone.count();
    if (count > 0) {
      run.store().delete(table, gone, List.of(key));
    }
    return count;
  }

  private static Dataset<Row> missing(Dataset<Row> rows, Dataset<Row> from, String key) {
    return rows.join(from.select(key), RunCoverage.on(List.of(key)), "left_anti");
  }

  /** A map as text that does not depend on the order of its entries. */
  private static Column sorted(Column map) {
    return to_json(array_sort(map_entries(map)));
  }
}
