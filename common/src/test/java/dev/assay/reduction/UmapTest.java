package dev.assay.reduction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.stats.Golden;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against umap-learn, by scripts/golden/umap_reference.py. */
class UmapTest {
  private static final JsonNode GOLDEN = Golden.read("umap");
  private static final Umap PLANE = new Umap(2, 15, 0.1);

  @Test
  void curvesAreThoseOfUmapLearn() {
    for (double[] expected : Golden.matrix(GOLDEN.get("curves"))) {
      Curve curve = Curve.of(expected[0]);
      assertThat(curve.a()).isEqualTo(expected[1], within(1e-4));
      assertThat(curve.b()).isEqualTo(expected[2], within(1e-4));
    }
  }

  @Test
  void powersFromTablesAreWithinAMillionth() {
    Power power = new Power(0.895);
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 1000; i++) {
      float x = (float) StrictMath.exp(40 * random.nextDouble() - 20);
      assertThat(power.of(x) / StrictMath.pow(x, 0.895)).isEqualTo(1, within(1e-6));
    }
    assertThat(power.of(0)).isZero();
    assertThat(power.of(1)).isEqualTo(1);
  }

  @Test
  void theFuzzyGraphIsThatOfUmapLearn() {
    double[][] points = Golden.matrix(GOLDEN.get("points"));
    float[][] units = new float[points.length][];
    for (int i = 0; i < units.length; i++) {
      float[] vector = new float[points[i].length];
      for (int d = 0; d < vector.length; d++) {
        vector[d] = (float) points[i][d];
      }
      units[i] = Units.of(vector);
    }
    FuzzyGraph graph = FuzzyGraph.of(new ExactSearch(units).others(4));
    double[][] found = new double[units.length][units.length];
    for (int e = 0; e < graph.weight().length; e++) {
      found[graph.head()[e]][graph.tail()[e]] = graph.weight()[e];
    }
    double[][] expected = Golden.matrix(GOLDEN.get("graph"));
    for (int i = 0; i < found.length; i++) {
      for (int j = 0; j < found.length; j++) {
        assertThat(found[i][j]).as(i + " " + j).isEqualTo(expected[i][j], within(2e-3));
      }
    }
  }

  @Test
  @Tag("slow")
  void keepsNeighbourhoodsAsWellAsUmapLearn() {
    compare("sample", SampleVectors.committed().vectors());
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"regulations", "banking77"})
  void keepsNeighbourhoodsOfWholeCorporaAsWellAsUmapLearn(String name) {
    SampleVectors all = SampleVectors.full(name).orElse(null);
    Assumptions.assumeTrue(all != null, "no vectors: see scripts/golden/vectors.py");
    compare(name, all.vectors());
  }

  private static void compare(String name, float[][] vectors) {
    float[][][] layouts = new float[5][][];
    for (int seed = 0; seed < layouts.length; seed++) {
      long start = System.nanoTime();
      layouts[seed] = layout(PLANE.fit(List.of(vectors), seed + 1), vectors);
      // The limit is for 10,000 points on two cores.
      assertThat((System.nanoTime() - start) / 1e9).isLessThan(60);
    }
    LayoutQuality[] found = LayoutQuality.of(vectors, layouts);
    double trust = Arrays.stream(found).mapToDouble(q -> q.trustworthiness()).average().orElse(0);
    double overlap = Arrays.stream(found).mapToDouble(q -> q.overlap()).average().orElse(0);
    JsonNode expected = GOLDEN.get(name);
    assertThat(trust).isGreaterThan(mean(expected.get("trustworthiness")) - 0.02);
    assertThat(overlap).isGreaterThan(mean(expected.get("overlap")) - 0.02);
  }

  @Test
  void theOrderOfTheVectorsChangesNothingAndEqualOnesShareAPlace() {
    float[][] vectors = Arrays.copyOf(SampleVectors.committed().vectors(), 120);
    vectors[7] = vectors[100].clone();
    List<float[]> shuffled = new ArrayList<>(List.of(vectors));
    Collections.shuffle(shuffled, new Random(1));
    UmapModel model = PLANE.fit(List.of(vectors), 3);
    UmapModel other = PLANE.fit(shuffled, 3);
    assertThat(other.places()).isEqualTo(model.places());
    assertThat(model.transform(vectors[7])).isEqualTo(model.transform(vectors[100]));
    assertThat(PLANE.fit(shuffled, 4).places()).isNotEqualTo(model.places());
  }

  /** More queries than go through a block together, more points than a block has, some known. */
  @Test
  void manyAreFoundAndPlacedAsEachAlone() {
    float[][] vectors = SampleVectors.committed().vectors();
    UmapModel model = PLANE.fit(List.of(Arrays.copyOf(vectors, 150)), 3);
    float[][] some = Arrays.copyOfRange(vectors, 140, 215);
    assertThat(model.transform(some))
        .isDeepEqualTo(Arrays.stream(some).map(model::transform).toArray(float[][]::new));
    assertThat(model.transform(new float[0][])).isEmpty();
    ExactSearch search = new ExactSearch(Arrays.copyOf(vectors, 150));
    Neighbours together = search.nearest(some, 4);
    Neighbours others = search.others(4);
    for (int q = 0; q < some.length; q++) {
      Neighbours alone = search.nearest(new float[][] {some[q]}, 4);
      assertThat(together.index()[q]).isEqualTo(alone.index()[0]);
      assertThat(together.distance()[q]).isEqualTo(alone.distance()[0]);
    }
    for (int i = 0; i < 150; i++) {
      // Itself is the nearest of all, and no neighbour.
      Neighbours with = search.nearest(new float[][] {vectors[i]}, 5);
      assertThat(others.index()[i]).doesNotContain(i).isEqualTo(but(i, with.index()[0]));
    }
  }

  private static int[] but(int itself, int[] index) {
    return Arrays.stream(index).filter(i -> i != itself).limit(4).toArray();
  }

  @Test
  void newPointsComeToRestAmongTheirOwnKind() {
    SampleVectors all = SampleVectors.committed();
    List<float[]> known = new ArrayList<>();
    for (int i = 0; i < all.vectors().length; i++) {
      if (i % 5 != 0) {
        known.add(all.vectors()[i]);
      }
    }
    UmapModel model = PLANE.fit(known, 1);
    float[][] places = layout(model, all.vectors());
    int same = 0;
    int of = 0;
    for (int i = 0; i < places.length; i += 5) {
      int nearest = -1;
      double least = Double.POSITIVE_INFINITY;
      for (int j = 0; j < places.length; j++) {
        double far = Math.hypot(places[i][0] - places[j][0], places[i][1] - places[j][1]);
        if (j % 5 != 0 && far < least) {
          least = far;
          nearest = j;
        }
      }
      of++;
      same += all.labels()[i] == all.labels()[nearest] ? 1 : 0;
    }
    assertThat((double) same / of).isGreaterThan(0.8);
  }

  @Test
  void farPartsAndTinySetsHaveALayout() {
    List<float[]> parts = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 60; i++) {
      float[] vector = new float[6];
      for (int d = 0; d < vector.length; d++) {
        vector[d] = (float) ((d == i % 2 ? 1 : 0) + 0.02 * random.nextDouble());
      }
      parts.add(vector);
    }
    UmapModel model = new Umap(2, 10, 0.1).fit(parts, 1);
    assertThat(distance(model, parts, 0, 2)).isLessThan(distance(model, parts, 0, 1));
    for (int n = 1; n < 6; n++) {
      UmapModel small = PLANE.fit(parts.subList(0, n), 1);
      for (float[] vector : parts.subList(0, 8)) {
        assertThat(small.transform(vector)).hasSize(2).doesNotContain(Float.NaN);
      }
    }
    UmapModel equal = PLANE.fit(Collections.nCopies(50, parts.get(0)), 1);
    assertThat(equal.units()).hasNumberOfRows(1);
    assertThat(PLANE.fit(List.of(new float[3], new float[3]), 1).transform(new float[3]))
        .containsExactly(0, 0);
  }

  @Test
  void refusesWhatHasNoLayout() {
    assertThatThrownBy(() -> PLANE.fit(List.of(), 1)).hasMessageContaining("at least one vector");
    assertThatThrownBy(() -> PLANE.fit(List.of(new float[] {Float.NaN}), 1))
        .hasMessageContaining("NaN");
    assertThatThrownBy(() -> new Umap(0, 15, 0.1)).hasMessageContaining("dimensions");
  }

  @Test
  void theGraphSearchFindsTheNeighboursThatTheExactOneFinds() {
    float[][] units =
        Arrays.stream(SampleVectors.committed().vectors()).map(Units::of).toArray(float[][]::new);
    Neighbours exact = new ExactSearch(units).others(10);
    Neighbours graph = GraphSearch.over(units).others(10);
    int found = 0;
    for (int i = 0; i < units.length; i++) {
      for (int j : graph.index()[i]) {
        found += Arrays.stream(exact.index()[i]).anyMatch(k -> k == j) ? 1 : 0;
      }
    }
    assertThat(found / (10.0 * units.length)).isGreaterThan(0.98);
  }

  /** Half of real vectors are stored and the others are sought. */
  @Test
  void theCoarseSearchFindsTheNeighboursThatTheExactOneFinds() {
    float[][] units =
        Arrays.stream(SampleVectors.committed().vectors()).map(Units::of).toArray(float[][]::new);
    float[][] stored = Arrays.copyOf(units, units.length / 2);
    float[][] sought = Arrays.copyOfRange(units, units.length / 2, units.length);
    Neighbours exact = new ExactSearch(stored).nearest(sought, 15);
    CoarseSearch search = new CoarseSearch(stored);
    Neighbours coarse = search.nearest(sought, 15);
    int found = 0;
    for (int i = 0; i < sought.length; i++) {
      for (int j = 0; j < 15; j++) {
        int at = j;
        int row = i;
        int same =
            (int)
                Arrays.stream(coarse.index()[row]).filter(k -> k == exact.index()[row][at]).count();
        found += same;
      }
      assertThat(coarse.distance()[i]).isSorted();
    }
    assertThat(found / (15.0 * sought.length)).isGreaterThan(0.98);
    assertThat(search.others(5).index()).isDeepEqualTo(new ExactSearch(stored).others(5).index());
  }

  @Test
  void theGraphSearchComesBackFromBytes() throws Exception {
    float[][] units =
        Arrays.stream(SampleVectors.committed().vectors())
            .limit(100)
            .map(Units::of)
            .toArray(float[][]::new);
    GraphSearch graph = GraphSearch.over(units);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(graph);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      Neighbours again = ((GraphSearch) in.readObject()).others(5);
      assertThat(again.index()).isDeepEqualTo(graph.others(5).index());
    }
  }

  private static double mean(JsonNode values) {
    return Arrays.stream(Golden.doubles(values)).average().orElseThrow();
  }

  private static double distance(UmapModel model, List<float[]> vectors, int a, int b) {
    float[] p = model.transform(vectors.get(a));
    float[] q = model.transform(vectors.get(b));
    return Math.hypot(p[0] - q[0], p[1] - q[1]);
  }

  private static float[][] layout(UmapModel model, float[][] vectors) {
    return Arrays.stream(vectors).map(model::transform).toArray(float[][]::new);
  }
}
