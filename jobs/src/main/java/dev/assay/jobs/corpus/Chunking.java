package dev.assay.jobs.corpus;

import static org.apache.spark.sql.functions.col;

import dev.assay.base.Hashes;
import dev.assay.config.AssayConfig;
import dev.assay.jobs.engine.ModelSettings;
import dev.assay.jobs.engine.Version;
import dev.assay.model.onnx.ModelSpec;
import dev.assay.spark.models.ExecutorModels;
import dev.assay.tables.Keys;
import dev.assay.tables.NamedRow;
import dev.assay.tables.Tables;
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
      Tables.CHUNKS.select("doc_id", "position", "start", "end", "text", "n_tokens", "n_sentences");

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
                chunker.chunks(document.getAs("text")).stream()
                    .map(chunk -> row(document.getAs("doc_id"), chunk)))
        .iterator();
  }

  private static Row row(String document, Chunk chunk) {
    return NamedRow.of(SCHEMA)
        .set("doc_id", document)
        .set("position", chunk.position())
        .set("start", chunk.start())
        .set("end", chunk.end())
        .set("text", chunk.text())
        .set("n_tokens", chunk.tokens())
        .set("n_sentences", chunk.sentences())
        .build();
  }
}
