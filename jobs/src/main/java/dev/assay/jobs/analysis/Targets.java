package dev.assay.jobs.analysis;

import dev.assay.base.Rounding;
import dev.assay.model.Embedding;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import scala.collection.JavaConverters;

/**
 * Says which chunks lie near some vectors.
 *
 * @param vectors of the tested chunks
 * @param distance largest cosine distance that counts as near
 */
record Targets(ArrayList<float[]> vectors, double distance) implements Serializable {

  static final StructType SCHEMA =
      StructType.fromDDL(
          "doc_id STRING, stratum_id INT, n_tokens INT, tested BOOLEAN, near BOOLEAN");

  /**
   * Rows of {@link #SCHEMA}.
   *
   * @param chunks chunk_id, doc_id, stratum_id, n_tokens, tested, vector
   */
  Iterator<Row> near(Iterator<Row> chunks) {
    List<Embedding> targets = vectors.stream().map(v -> new Embedding(v, 0, false)).toList();
    return JavaConverters.asJavaIterator(
        JavaConverters.asScalaIterator(chunks)
            .map(
                chunk -> {
                  boolean tested = chunk.getAs("tested");
                  float[] vector = RowValues.floats(chunk, "vector");
                  return NamedRow.of(SCHEMA)
                      .copy(chunk, "doc_id", "stratum_id", "n_tokens", "tested")
                      .set("near", tested || isNear(targets, vector))
                      .build();
                }));
  }

  private boolean isNear(List<Embedding> targets, float[] vector) {
    Embedding own = new Embedding(vector, 0, false);
    return targets.stream().anyMatch(target -> Rounding.toNano(1 - target.cosine(own)) <= distance);
  }
}
