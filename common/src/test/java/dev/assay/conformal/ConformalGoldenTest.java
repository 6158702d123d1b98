package dev.assay.conformal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.calibration.LabelledResponse;
import dev.assay.stats.Golden;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Against MAPIE and crepes; see scripts/golden/conformal.py. */
class ConformalGoldenTest {
  private static final JsonNode GOLDEN = Golden.read("conformal");

  static Stream<JsonNode> multi() {
    return StreamSupport.stream(GOLDEN.get("multi").spliterator(), false);
  }

  @ParameterizedTest
  @MethodSource("multi")
  void scoresAndSetsAgreeWithMapie(JsonNode example) {
    Nonconformity method =
        switch (example.get("method").asText()) {
          case "lac" -> new LeastAmbiguous();
          case "aps" -> Adaptive.aps();
          default -> new Adaptive(example.get("penalty").asDouble(), example.get("rank").asInt());
        };
    double[][] probabilities = Golden.matrix(GOLDEN.get("probabilities"));
    int[] labels = Golden.ints(GOLDEN.get("labels"));
    double[] u = Golden.doubles(example.get("u"));
    double[] expected = Golden.doubles(example.get("scores"));
    List<Scored> rows = new ArrayList<>();
    for (int i = 0; i < labels.length; i++) {
      double own = method.of(probabilities[i], u[i])[labels[i]];
      assertThat(own).isCloseTo(expected[i], within(1e-9));
      rows.add(Scored.of("g" + i, own));
    }
    if (example.has("sets")) {
      Quantile quantile = Quantile.of(rows, example.get("alpha").asDouble());
      double[][] fresh = Golden.matrix(GOLDEN.get("new"));
      double[] freshU = Golden.doubles(example.get("new_u"));
      for (int i = 0; i < fresh.length; i++) {
        double[] own = method.of(fresh[i], freshU[i]);
        assertThat(IntStream.range(0, 4).map(y -> own[y] <= quantile.value() ? 1 : 0).toArray())
            .isEqualTo(Golden.ints(example.get("sets").get(i)));
      }
    }
  }

  @Test
  void crossConformalSetsAgreeWithMapie() {
    JsonNode cross = GOLDEN.get("cross");
    double[] scores = Golden.doubles(cross.get("scores"));
    int[] labels = Golden.ints(cross.get("labels"));
    int[] fold = Golden.ints(cross.get("fold"));
    List<LabelledResponse> rows = new ArrayList<>();
    Map<String, Integer> folds = new HashMap<>();
    for (int i = 0; i < scores.length; i++) {
      rows.add(LabelledResponse.of("g" + i, scores[i], labels[i]));
      folds.put("g" + i, fold[i]);
    }
    for (JsonNode result : cross.get("results")) {
      CrossConformal conformal =
          CrossConformal.fit(SetLearner.logistic(), rows, folds, 5, result.get("alpha").asDouble())
              .orElseThrow();
      double[] grid = Golden.doubles(cross.get("grid"));
      for (int i = 0; i < grid.length; i++) {
        var set = conformal.set(grid[i]);
        assertThat(new int[] {set.contains(0) ? 1 : 0, set.contains(1) ? 1 : 0})
            .as("score %s", grid[i])
            .isEqualTo(Golden.ints(result.get("sets").get(i)));
      }
    }
  }

  @Test
  void mondrianSetsAgreeWithTheirPValuesInCrepes() {
    JsonNode mondrian = GOLDEN.get("mondrian");
    double[] nonconformities = Golden.doubles(mondrian.get("nonconformities"));
    int[] categories = Golden.ints(mondrian.get("categories"));
    Map<String, List<Scored>> rows = new HashMap<>();
    for (int i = 0; i < categories.length; i++) {
      rows.computeIfAbsent("c" + categories[i], c -> new ArrayList<>())
          .add(Scored.of("g" + i, nonconformities[i]));
    }
    double[][] tried = Golden.matrix(mondrian.get("tried"));
    int[] triedCategories = Golden.ints(mondrian.get("tried_categories"));
    double[][] pValues = Golden.matrix(mondrian.get("p_values"));
    for (double alpha : new double[] {.05, .1, .3}) {
      for (int i = 0; i < tried.length; i++) {
        for (int y = 0; y < tried[i].length; y++) {
          Quantile quantile = Quantile.of(rows.get("c" + triedCategories[i]), alpha);
          assertThat(tried[i][y] <= quantile.value()).isEqualTo(pValues[i][y] > alpha);
        }
      }
    }
  }
}
