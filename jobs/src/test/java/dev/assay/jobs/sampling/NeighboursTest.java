package dev.assay.jobs.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.base.Rounding;
import dev.assay.model.Embedding;
import dev.assay.tables.NamedRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NeighboursTest {
  private static final StructType CHUNK =
      StructType.fromDDL("chunk_id STRING, stratum_id INT, text_hash STRING, vector ARRAY<FLOAT>");
  private static final int K = 7;

  private record Found(int anchor, boolean inside, double cosine, String id) {}

  /**
   * What is found is what all cosines say, though most are never computed: among copies, near
   * copies that float products cannot tell apart, and vectors that are not of unit length.
   */
  @ParameterizedTest
  @ValueSource(doubles = {1, 30, 0.01})
  void areThoseOfAllCosines(double length) {
    Random random = new Random(17);
    List<Row> chunks = new ArrayList<>();
    float[] last = null;
    for (int i = 0; i < 600; i++) {
      float[] vector = vector(random, length, i % 3 == 0 ? null : last);
      last = vector;
      chunks.add(chunk("c" + i, i % 4, "t" + i / 2, vector));
    }
    ArrayList<Neighbours.Anchor> anchors = new ArrayList<>();
    for (int i = 0; i < 300; i += 2) {
      Row row = chunks.get(i);
      anchors.add(
          new Neighbours.Anchor(
              row.getAs("chunk_id"), row.getAs("stratum_id"), row.getAs("text_hash"), floats(row)));
    }
    List<Found> found = new ArrayList<>();
    new Neighbours(anchors, K)
        .nearest(chunks.iterator())
        .forEachRemaining(
            row ->
                found.add(
                    new Found(
                        row.getAs("anchor"),
                        row.getAs("inside"),
                        row.getAs("cosine"),
                        row.getAs("chunk_id"))));
    assertThat(found)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, anchors.size())
                .boxed()
                .flatMap(a -> Stream.of(true, false).flatMap(in -> all(anchors, a, in, chunks)))
                .toList());
  }

  private static Stream<Found> all(
      List<Neighbours.Anchor> anchors, int a, boolean inside, List<Row> chunks) {
    Neighbours.Anchor anchor = anchors.get(a);
    Embedding vector = new Embedding(anchor.vector(), 0, false);
    return chunks.stream()
        .filter(row -> !row.getAs("text_hash").equals(anchor.textHash()))
        .filter(row -> (row.<Integer>getAs("stratum_id") == anchor.stratum()) == inside)
        .map(
            row ->
                new Found(
                    a,
                    inside,
                    Rounding.toNano(vector.cosine(new Embedding(floats(row), 0, false))),
                    row.getAs("chunk_id")))
        .sorted(Comparator.<Found>comparingDouble(one -> -one.cosine).thenComparing(Found::id))
        .limit(K);
  }

  /** A direction of its own, or one that differs from {@code like} by a few parts in 10⁸. */
  private static float[] vector(Random random, double length, float[] like) {
    float[] vector = new float[50];
    double squares = 0;
    for (int i = 0; i < vector.length; i++) {
      vector[i] =
          like == null
              ? (float) random.nextGaussian()
              : like[i] * (float) (1 + 1e-7 * random.nextGaussian());
      squares += vector[i] * vector[i];
    }
    for (int i = 0; i < vector.length; i++) {
      vector[i] *= (float) (length / Math.sqrt(squares));
    }
    return vector;
  }

  private static Row chunk(String id, int stratum, String text, float[] vector) {
    List<Float> values = new ArrayList<>();
    for (float value : vector) {
      values.add(value);
    }
    return NamedRow.of(CHUNK)
        .set("chunk_id", id)
        .set("stratum_id", stratum)
        .set("text_hash", text)
        .set("vector", values)
        .build();
  }

  private static float[] floats(Row row) {
    return dev.assay.tables.RowValues.floats(row, "vector");
  }
}
