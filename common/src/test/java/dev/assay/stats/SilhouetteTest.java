package dev.assay.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SilhouetteTest {

  @Test
  void agreesWithScikitLearn() {
    for (JsonNode example : Golden.read("statistics").get("silhouette")) {
      double[][] points = Golden.matrix(example.get("points"));
      int[] labels = Golden.ints(example.get("labels"));
      double value =
          example.get("metric").asText().equals("cosine")
              ? Silhouette.cosine(points, labels).orElseThrow()
              : Silhouette.euclidean(points, labels).orElseThrow();
      assertThat(value).isCloseTo(example.get("expected").asDouble(), within(1e-12));
    }
  }

  @Test
  void twoPairsOnALine() {
    // 0, 1 | 10, 11. Point 0: a = 1, b = 10.5 → 9.5/10.5; point 1: b = 9.5 → 8.5/9.5; mirrored.
    double[][] points = {{0}, {1}, {10}, {11}};
    assertThat(Silhouette.euclidean(points, new int[] {5, 5, 9, 9}).orElseThrow())
        .isCloseTo((9.5 / 10.5 + 8.5 / 9.5) / 2, within(1e-15));
  }

  @Test
  void twoPairsOnALineBySquares() {
    // Point 0: a = 1, b = (100 + 121) / 2; point 1: b = (81 + 100) / 2; mirrored.
    double[][] points = {{0}, {1}, {10}, {11}};
    assertThat(Silhouette.squared(points, new int[] {5, 5, 9, 9}).orElseThrow())
        .isCloseTo((109.5 / 110.5 + 89.5 / 90.5) / 2, within(1e-12));
  }

  /** One cluster has one point, which counts 0; far from the origin little is lost. */
  @Test
  void bySquaresIsWhatTheSumsOfAllPairsSay() {
    SplittableRandom random = new SplittableRandom(3);
    int[] labels = new int[40];
    double[][] points = new double[labels.length][4];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = i == 0 ? 9 : i % 3;
      int label = labels[i];
      Arrays.setAll(points[i], d -> 1 + label * (d % 2) + random.nextDouble());
    }
    double mean = 0;
    for (int i = 0; i < labels.length; i++) {
      double[] sums = new double[10];
      int[] sizes = new int[10];
      for (int j = 0; j < labels.length; j++) {
        for (int d = 0; d < 4; d++) {
          sums[labels[j]] += Math.pow(points[i][d] - points[j][d], 2);
        }
        sizes[labels[j]]++;
      }
      int own = labels[i];
      double within = sums[own] / (sizes[own] - 1);
      double nearest =
          IntStream.of(0, 1, 2, 9)
              .filter(c -> c != own)
              .mapToDouble(c -> sums[c] / sizes[c])
              .min()
              .orElseThrow();
      mean += own == 9 ? 0 : (nearest - within) / Math.max(nearest, within) / labels.length;
    }
    assertThat(Silhouette.squared(points, labels).orElseThrow()).isCloseTo(mean, within(1e-12));
  }

  @Test
  void oneClusterHasNone() {
    assertThat(Silhouette.squared(new double[][] {{0}, {1}}, new int[] {1, 1})).isEmpty();
    assertThat(Silhouette.euclidean(new double[][] {{0}, {1}}, new int[] {1, 1})).isEmpty();
  }
}
