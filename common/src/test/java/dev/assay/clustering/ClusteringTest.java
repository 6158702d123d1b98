package dev.assay.clustering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.base.Seeds;
import dev.assay.reduction.SampleVectors;
import dev.assay.stats.Golden;
import dev.assay.stats.Transport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.ParameterizedTest;

/** Against scikit-learn, by scripts/golden/clustering.py. */
class ClusteringTest {
  private static final JsonNode GOLDEN = Golden.read("clustering");

  @Test
  void agreementIsThatOfScikitLearn() {
    for (JsonNode labelling : GOLDEN.get("labellings")) {
      int[] a = Golden.ints(labelling.get("a"));
      int[] b = Golden.ints(labelling.get("b"));
      double[] scores = Golden.doubles(labelling.get("scores"));
      assertThat(Agreement.adjustedRand(a, b)).isEqualTo(scores[0], within(1e-9));
      assertThat(Agreement.normalisedMutualInformation(a, b)).isEqualTo(scores[1], within(1e-9));
    }
    int[] one = new int[5];
    assertThat(Agreement.adjustedRand(one, one)).isEqualTo(1);
    assertThat(Agreement.normalisedMutualInformation(one, one)).isEqualTo(1);
    assertThat(Agreement.adjustedRand(new int[1], new int[1])).isEqualTo(1);
  }

  @Test
  void matchingHasTheLargestSum() {
    for (JsonNode assignment : GOLDEN.get("assignments")) {
      double[][] gain = Golden.matrix(assignment.get("gain"));
      int[] match = Transport.pairs(gain);
      double sum = 0;
      for (int row = 0; row < match.length; row++) {
        sum += match[row] < 0 ? 0 : gain[row][match[row]];
      }
      assertThat(sum).isEqualTo(assignment.get("sum").asDouble(), within(1e-9));
      int[] used = Arrays.stream(match).filter(column -> column >= 0).toArray();
      assertThat(used).doesNotHaveDuplicates().hasSize(Math.min(gain.length, gain[0].length));
    }
    assertThat(Transport.pairs(new double[0][])).isEmpty();
    assertThat(Transport.pairs(new double[2][0])).containsExactly(-1, -1);
  }

  @Test
  void clustersMatchTheIntentsAsWellAsThoseOfScikitLearn() {
    compare(
        GOLDEN.get("sample"),
        Golden.matrix(GOLDEN.get("layout")),
        SampleVectors.committed().labels());
  }

  @Test
  @Tag("slow")
  void clustersOfAllOfBanking77MatchTheIntentsAsWellAsThoseOfScikitLearn() {
    SampleVectors all = SampleVectors.full("banking77-umap").orElse(null);
    Assumptions.assumeTrue(all != null, "no vectors: see scripts/golden/clustering.py");
    compare(GOLDEN.get("banking77"), doubles(all.vectors()), all.labels());
  }

  private static void compare(JsonNode expected, double[][] points, int[] intents) {
    int k = expected.get("k").asInt();
    int minPoints = expected.get("min_points").asInt();
    Dbscan dbscan = new Dbscan(minPoints, Optional.of(expected.get("eps").asDouble()));
    Map<String, Clusterer> all =
        Map.of(
            "k-means", new KMeans(k),
            "bisecting-k-means", new BisectingKMeans(k),
            "dbscan", dbscan,
            "hdbscan", new Hdbscan(expected.get("min_size").asInt(), minPoints));
    all.forEach(
        (name, clusterer) -> {
          boolean random = name.contains("k-means");
          int fits = random ? 5 : 1;
          double rand = 0;
          double information = 0;
          for (int seed = 0; seed < fits; seed++) {
            int[] found = clusterer.fit(points, seed).labels(points);
            rand += Agreement.adjustedRand(intents, found) / fits;
            information += Agreement.normalisedMutualInformation(intents, found) / fits;
          }
          double[] reference = Golden.doubles(expected.get(name));
          assertThat(rand).as(name).isGreaterThan(reference[0] - 0.02);
          assertThat(information).as(name).isGreaterThan(reference[1] - 0.02);
        });
    assertThat(dbscan.fit(points, 0).points())
        .hasNumberOfRows(expected.get("dbscan_cores").asInt());
  }

  @Test
  void theKneeIsWhereTheCurveLeavesTheChord() {
    // Scaled: (0, 0), (¼, .1), (½, .2), (¾, .3), (1, 1): farthest below the diagonal is ¾ − .3.
    assertThat(Knee.of(new double[] {11, 1, 2, 3, 4})).isEqualTo(4);
    assertThat(Knee.of(new double[] {2, 2})).isEqualTo(2);
    assertThat(Knee.of(new double[] {Double.POSITIVE_INFINITY})).isZero();
  }

  @Test
  void farBlobsAreTheirOwnClustersAndWhatLiesElsewhereIsNoise() {
    double[][] points = blobs(2, 30);
    points[7] = new double[] {40, -40};
    for (Clusterer clusterer :
        List.of(
            new Dbscan(4, Optional.empty()), new Dbscan(4, Optional.of(1.5)), new Hdbscan(5, 4))) {
      Anchors anchors = clusterer.fit(points, 1);
      int[] labels = anchors.labels(points);
      assertThat(anchors.clusters()).as(clusterer.toString()).isEqualTo(2);
      assertThat(labels[7]).isEqualTo(-1);
      assertThat(labels[0]).isNotEqualTo(labels[1]);
      assertThat(anchors.label(new double[] {0.1, 0.1})).isEqualTo(labels[0]);
      assertThat(anchors.label(new double[] {4, 6})).isEqualTo(-1);
    }
    assertThat(new KMeans(2).fit(points, 1).labels(points)).contains(0, 1).doesNotContain(-1);
    assertThat(new BisectingKMeans(2).fit(points, 1).clusters()).isEqualTo(2);
  }

  /**
   * Of scikit-learn 1.9.1, {@code HDBSCAN(min_cluster_size, min_samples).fit_predict}, numbered by
   * first points, noise a dot. Copies were moved by some 1e-7 for it, as it counts none.
   */
  @ParameterizedTest
  @CsvSource({
    "90, 1, 5, 3, a.bacbadba.ba.ba.ba.ba.bacbadba.badba.ba.badbadbadba.ba.badbadbadbadbacbadbadbadbadbacbacb",
    "90, 1, 8, 5, abcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabc",
    "36, 5, 12, 4, abcabcabcabcabcabcabcabcabcabcabcabc",
    "36, 5, 9, 5, a.bacbacba.ba.ba.badba.bacbadba.badb"
  })
  void densityClustersAreThoseOfScikitLearn(
      int places, int copies, int minSize, int minPoints, String expected) {
    List<double[]> points = new ArrayList<>();
    List<Integer> first = new ArrayList<>();
    double[][] centres = {{0, 0}, {6, 0}, {3, 8}};
    for (int i = 0; i < places; i++) {
      double radius = 2.6 * fraction(Math.sin(i * 12.9898) * 43758.5453);
      double angle = 2 * Math.PI * fraction(Math.sin(i * 78.233) * 43758.5453);
      double[] centre = centres[i % 3];
      first.add(points.size());
      for (int copy = 0; copy <= i % copies; copy++) {
        points.add(
            new double[] {
              centre[0] + radius * Math.cos(angle), centre[1] + radius * Math.sin(angle)
            });
      }
    }
    double[][] all = points.toArray(double[][]::new);
    int[] labels = new Hdbscan(minSize, minPoints).fit(all, 1).labels(all);
    StringBuilder found = new StringBuilder();
    first.forEach(at -> found.append(labels[at] < 0 ? '.' : (char) ('a' + labels[at])));
    assertThat(found).hasToString(expected);
  }

  private static double fraction(double x) {
    return x - Math.floor(x);
  }

  @Test
  void copiesOfAPointArePoints() {
    // Four places side by side and four far away, six chunks at each: 24 chunks in a cluster.
    double[][] points =
        IntStream.range(0, 48)
            .mapToObj(i -> new double[] {i % 4 * .1 + (i % 8 < 4 ? 0 : 50), 0})
            .toArray(double[][]::new);
    int[] labels = new Hdbscan(20, 10).fit(points, 1).labels(points);
    for (int i = 0; i < points.length; i++) {
      assertThat(labels[i]).isEqualTo(i % 8 < 4 ? 0 : 1);
    }
    assertThat(new Hdbscan(25, 10).fit(points, 1).labels(points))
        .as("24 are no cluster of 25")
        .containsOnly(-1);
  }

  @Test
  void aMuchCopiedPointInsideAClusterDoesNotDissolveIt() {
    double[][] blobs = blobs(2, 30);
    double[][] points = Arrays.copyOf(blobs, blobs.length + 20);
    Arrays.fill(points, blobs.length, points.length, blobs[0]);
    assertThat(Arrays.copyOf(new Hdbscan(5, 4).fit(points, 1).labels(points), blobs.length))
        .isEqualTo(new Hdbscan(5, 4).fit(blobs, 1).labels(blobs));
  }

  @Test
  void degenerateSetsHaveClustersToo() {
    double[][] one = {{1, 2}};
    double[][] equal = new double[40][2];
    List<Clusterer> all =
        List.of(
            new KMeans(3),
            new BisectingKMeans(3),
            new Dbscan(4, Optional.empty()),
            new Hdbscan(5, 4));
    for (Clusterer clusterer : all) {
      assertThat(clusterer.fit(one, 1).labels(one)).hasSize(1);
      int[] labels = clusterer.fit(equal, 1).labels(equal);
      assertThat(Arrays.stream(labels).distinct().count()).as(clusterer.toString()).isEqualTo(1);
    }
    assertThat(new Dbscan(4, Optional.of(0.1)).fit(one, 1).labels(one)).containsExactly(-1);
    assertThat(new Hdbscan(5, 4).fit(one, 1).labels(one)).containsExactly(-1);
    double[][] two =
        IntStream.range(0, 40).mapToObj(i -> new double[] {i % 2, 0}).toArray(double[][]::new);
    for (Clusterer clusterer : all) {
      int[] labels = clusterer.fit(two, 1).labels(two);
      assertThat(labels)
          .as(clusterer + " of copies of two points")
          .contains(0, 1)
          .doesNotContain(-1);
      assertThat(clusterer.fit(two, 1).points())
          .as("copies cost nothing in " + clusterer)
          .hasNumberOfRows(2);
    }
    double[][] spread =
        IntStream.range(0, 20).mapToObj(i -> new double[] {i, 0}).toArray(double[][]::new);
    assertThat(new Dbscan(4, Optional.of(0.5)).fit(spread, 1).labels(spread)).containsOnly(-1);
  }

  @Test
  void stabilityIsHighWhereThereAreClustersAndLowWhereThereAreNone() {
    double[][] apart = blobs(3, 40);
    Stability stability = new Stability(20, 1);
    int[] found = new KMeans(3).fit(apart, 1).labels(apart);
    assertThat(stability.of(apart, found, new KMeans(3)).orElseThrow()).isGreaterThan(0.95);
    double[][] none = blobs(1, 120);
    int[] cut = new KMeans(5).fit(none, 1).labels(none);
    assertThat(stability.of(none, cut, new KMeans(5)).orElseThrow()).isLessThan(0.85);
    assertThat(stability.of(none, cut, new KMeans(5)))
        .isEqualTo(stability.of(none, cut, new KMeans(5)));
    assertThat(stability.of(new double[1][2], new int[1], new KMeans(5))).isEmpty();
  }

  @Test
  void namesFollowTheClustersThatAreTheSame() {
    // 0 keeps its chunks; 1 falls in three; 2 and 3 become one, mostly 3.
    SortedMap<Integer, SortedMap<Integer, Long>> shared = new TreeMap<>();
    shared.put(0, new TreeMap<>(Map.of(4, 9L, 0, 1L)));
    shared.put(1, new TreeMap<>(Map.of(1, 3L, 2, 3L, 3, 3L)));
    shared.put(2, new TreeMap<>(Map.of(0, 4L)));
    shared.put(3, new TreeMap<>(Map.of(0, 8L)));
    assertThat(Renaming.of(new TreeSet<>(Set.of(0, 1, 2, 3, 4)), shared, 7))
        .isEqualTo(Map.of(0, 3, 1, 7, 2, 8, 3, 9, 4, 0));
    assertThat(Renaming.of(new TreeSet<>(Set.of(0, 1)), new TreeMap<>(), 0))
        .isEqualTo(Map.of(0, 0, 1, 1));
  }

  @Test
  void coherenceIsTheMeanOfThePairsNpmi() {
    // Of four texts a is in 2, b in 2, both in 1: ln(¼ / ¼) = 0. a and c are never together: −1.
    // b and c: c in 1, with b: ln(¼ / (½ · ¼)) / −ln ¼ = ½.
    List<Set<String>> texts = List.of(Set.of("a", "b"), Set.of("a"), Set.of("b", "c"), Set.of());
    assertThat(Coherence.npmi(List.of("a", "b"), texts).orElseThrow()).isZero();
    assertThat(Coherence.npmi(List.of("a", "b", "c"), texts).orElseThrow())
        .isEqualTo((0 - 1 + 0.5) / 3, within(1e-12));
    assertThat(Coherence.npmi(List.of("a"), texts)).isEmpty();
    assertThat(Coherence.npmi(List.of("a", "z"), texts)).isEmpty();
  }

  /** Points of {@code blobs} clusters ten apart, one of each in turn. */
  private static double[][] blobs(int blobs, int each) {
    double[][] points = new double[blobs * each][];
    SplittableRandom random = Seeds.random(1, "blobs", "");
    for (int i = 0; i < points.length; i++) {
      double centre = 10.0 * (i % blobs);
      points[i] = new double[] {centre + random.nextDouble(), centre + random.nextDouble()};
    }
    return points;
  }

  private static double[][] doubles(float[][] vectors) {
    return Arrays.stream(vectors)
        .map(vector -> IntStream.range(0, vector.length).mapToDouble(d -> vector[d]).toArray())
        .toArray(double[][]::new);
  }
}
