package dev.assay.jobs.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.base.Rounding;
import dev.assay.model.Embedding;
import dev.assay.model.onnx.OnnxProducts;
import dev.assay.reduction.InnerProducts;
import dev.assay.reduction.Products;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NeighboursTest {
  private static final int K = 7;

  private record Found(int anchor, boolean inside, double cosine, String id) {}

  /**
   * What is found is what all cosines say, though most are never computed: among copies, near
   * copies that float products cannot tell apart, and vectors that are not of unit length.
   */
  @ParameterizedTest
  @CsvSource({"1, false", "30, false", "0.01, false", "1, true", "30, true", "0.01, true"})
  void areThoseOfAllCosines(double length, boolean onnx) {
    Random random = new Random(17);
    List<Neighbours.Text> texts = new ArrayList<>();
    float[] last = null;
    for (int i = 0; i < 600; i++) {
      float[] vector = vector(random, length, i % 3 == 0 ? null : last);
      last = vector;
      texts.add(new Neighbours.Text("t" + i, i % 4, vector));
    }
    ArrayList<Neighbours.Anchor> anchors = new ArrayList<>();
    for (int i = 0; i < 300; i += 2) {
      Neighbours.Text text = texts.get(i);
      anchors.add(new Neighbours.Anchor("c" + i, text.stratum(), text.hash(), text.vector()));
    }
    anchors.sort(Comparator.comparingInt(Neighbours.Anchor::stratum));
    List<Found> found = new ArrayList<>();
    Neighbours neighbours = new Neighbours(anchors, K);
    Products products =
        onnx ? new OnnxProducts(neighbours.vectors()) : new InnerProducts(neighbours.vectors());
    neighbours
        .nearest(texts.iterator(), products)
        .forEachRemaining(
            row ->
                found.add(
                    new Found(
                        row.getAs("anchor"),
                        row.getAs("inside"),
                        row.getAs("cosine"),
                        row.getAs("text_hash"))));
    products.close();
    assertThat(found)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, anchors.size())
                .boxed()
                .flatMap(a -> Stream.of(true, false).flatMap(in -> all(anchors, a, in, texts)))
                .toList());
  }

  @Test
  void anchorsOfAStratumFollowEachOther() {
    ArrayList<Neighbours.Anchor> anchors = new ArrayList<>();
    for (int stratum : new int[] {0, 2, 2, 0}) {
      anchors.add(new Neighbours.Anchor("c", stratum, "t", new float[1]));
    }
    assertThatThrownBy(() -> new Neighbours(anchors, K))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Stream<Found> all(
      List<Neighbours.Anchor> anchors, int a, boolean inside, List<Neighbours.Text> texts) {
    Neighbours.Anchor anchor = anchors.get(a);
    Embedding vector = new Embedding(anchor.vector(), 0, false);
    return texts.stream()
        .filter(text -> !text.hash().equals(anchor.textHash()))
        .filter(text -> (text.stratum() == anchor.stratum()) == inside)
        .map(
            text ->
                new Found(
                    a,
                    inside,
                    Rounding.toNano(vector.cosine(new Embedding(text.vector(), 0, false))),
                    text.hash()))
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
}
