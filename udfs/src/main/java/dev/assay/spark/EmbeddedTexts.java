package dev.assay.spark;

import dev.assay.model.Embedder;
import dev.assay.model.Embedding;
import dev.assay.spark.models.ModelsSource;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * Vectors of texts, computed on executors through what they remember and brought to the driver: for
 * steps that look at all of them at once. An embedder of exactly these texts.
 */
public final class EmbeddedTexts implements Embedder, Serializable {
  private static final long serialVersionUID = 1L;
  private static final int BATCH = 512;
  private static final StructType SCHEMA =
      StructType.fromDDL("text STRING, vector ARRAY<FLOAT>, tokens INT, truncated BOOLEAN");

  private final String id;
  private final int dimension;
  private final HashMap<String, Embedding> vectors;

  private EmbeddedTexts(String id, int dimension, HashMap<String, Embedding> vectors) {
    this.id = id;
    this.dimension = dimension;
    this.vectors = vectors;
  }

  /** Computes the vectors of the distinct {@code texts} in parallel. */
  public static EmbeddedTexts of(
      SparkSession spark, List<String> texts, String id, ModelsSource source) {
    List<String> distinct = texts.stream().distinct().sorted().toList();
    Dataset<Row> rows =
        spark
            .createDataset(distinct, Encoders.STRING())
            .repartition(Tasks.of(distinct.size()))
            .mapPartitions(
                (MapPartitionsFunction<String, Row>) part -> embed(part, source),
                Encoders.row(SCHEMA));
    HashMap<String, Embedding> vectors = new HashMap<>();
    int dimension = 0;
    for (Row row : OnGpus.of(rows).collectAsList()) {
      float[] vector = RowValues.floats(row, "vector");
      dimension = vector.length;
      vectors.put(
          row.getAs("text"), new Embedding(vector, row.getAs("tokens"), row.getAs("truncated")));
    }
    return new EmbeddedTexts(id, dimension, vectors);
  }

  private static Iterator<Row> embed(Iterator<String> texts, ModelsSource source) {
    return new Batches<>(
        texts,
        BATCH,
        batch -> {
          List<Embedding> embeddings = source.models().embedder().embed(batch);
          List<Row> rows = new ArrayList<>();
          for (int i = 0; i < batch.size(); i++) {
            Embedding embedding = embeddings.get(i);
            rows.add(
                NamedRow.of(SCHEMA)
                    .set("text", batch.get(i))
                    .set("vector", embedding.vector())
                    .set("tokens", embedding.tokens())
                    .set("truncated", embedding.truncated())
                    .build());
          }
          return rows;
        });
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public int dimension() {
    return dimension;
  }

  /** {@inheritDoc} A text that was not given at the start is an error. */
  @Override
  public List<Embedding> embed(List<String> texts) {
    return texts.stream()
        .map(
            text -> {
              Embedding embedding = vectors.get(text);
              if (embedding == null) {
                throw new IllegalArgumentException("This text was not embedded: " + text);
              }
              return embedding;
            })
        .toList();
  }
}
