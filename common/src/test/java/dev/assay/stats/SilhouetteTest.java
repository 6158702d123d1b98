package dev.assay.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
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
  void oneClusterHasNone() {
    assertThat(Silhouette.euclidean(new double[][] {{0}, {1}}, new int[] {1, 1})).isEmpty();
  }
}
