package dev.assay.jobs;

import static org.apache.spark.sql.functions.col;

import dev.assay.config.AssayConfig;
import dev.assay.core.Hashes;
import dev.assay.model.ModelSpec;
import dev.assay.spark.ExecutorModels;
import dev.assay.tables.Keys;
import dev.assay.text.Chunk;
import dev.assay.text.Chunker;
import java.io.Serializable;
import java.util.Iterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;

/**
 * Cuts documents into chunks on the executors.
 *
 * @param model the embedder, whose own tokenizer counts
 * @param fingerprint tokenizer, limits and version: documents cut otherwise are cut again
 */
record Chunking(ModelSpec model, int maxTokens, int overlapTokens, String fingerprint)
    implements Serializable {
  private static final StructType SCHEMA =
      StructType.fromDDL(
          "doc_id STRING NOT NULL, position INT NOT NULL, start INT NOT NULL, end INT NOT NULL,"
              + " text STRING NOT NULL, n_tokens INT NOT NULL, n_sentences INT NOT NULL");

  static Chunking of(AssayConfig config) {
    int max = config.chunk().maxTokens();
    int overlap = config.chunk().overlapTokens();
    String fingerprint =
        Hashes.sha256(
            config.models().embedder().source(),
            Integer.toString(max),
            Integer.toString(overlap),
            Version.current());
    return new Chunking(ModelSettings.embedder(config.models()), max, overlap, fingerprint);
  }

  /** The chunks of {@code documents} (doc_id, text). */
  Dataset<Row> chunks(Dataset<Row> documents) {
    return documents
        .select("doc_id", "text")
        .mapPartitions((MapPartitionsFunction<Row, Row>) this::cut, Encoders.row(SCHEMA))
        .withColumn("chunk_id", Keys.hash(col("doc_id"), col("position"), col("text")));
  }

  private Iterator<Row> cut(Iterator<Row> documents) {
    if (!documents.hasNext()) {
      return documents;
    }
    Chunker chunker = new Chunker(ExecutorModels.tokenCounter(model), maxTokens, overlapTokens);
    Stream<Row> rows =
        StreamSupport.stream(Spliterators.spliteratorUnknownSize(documents, 0), false);
    return rows.flatMap(
            document ->
                chunker.chunks(document.getString(1)).stream()
                    .map(chunk -> row(document.getString(0), chunk)))
        .iterator();
  }

  private static Row row(String document, Chunk chunk) {
    return RowFactory.create(
        document,
        chunk.position(),
        chunk.start(),
        chunk.end(),
        chunk.text(),
        chunk.tokens(),
        chunk.sentences());
  }
}
