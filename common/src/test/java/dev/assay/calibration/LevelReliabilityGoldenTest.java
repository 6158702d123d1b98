package dev.assay.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.stats.Auroc;
import dev.assay.stats.Cohort;
import dev.assay.stats.Golden;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Against scikit-learn and statsmodels; see scripts/golden/levels.py. */
class LevelReliabilityGoldenTest {

  static Stream<JsonNode> examples() {
    return StreamSupport.stream(Golden.read("levels").get("examples").spliterator(), false);
  }

  @ParameterizedTest
  @MethodSource("examples")
  void measuresOnUnseenRowsAgree(JsonNode example) {
    int levels = example.get("levels").asInt();
    Set<Integer> passing =
        Arrays.stream(Golden.ints(example.get("passing"))).boxed().collect(Collectors.toSet());
    LevelScale scale =
        new LevelScale(
            IntStream.range(0, levels).mapToObj(level -> "l" + level).toList(),
            example.get("ordered").asBoolean(),
            passing);
    Fit fit = new LevelCalibrator(scale).fit(rows(example.get("scores"), example.get("labels")));
    ProbabilityMap map = ((Fit.Fitted) fit).map();
    List<LabelledResponse> held = rows(example.get("held"), example.get("truth"));
    Reliability measured = Reliability.of(map, held, 10);
    assertThat(measured.logLoss()).isCloseTo(example.get("log_loss").asDouble(), within(1e-6));
    assertThat(measured.brier()).isCloseTo(example.get("brier").asDouble(), within(1e-6));
    double[] passes = Golden.doubles(example.get("passes"));
    double[] own = held.stream().mapToDouble(row -> map.probability(row.score())).toArray();
    assertThat(own).containsExactly(passes, within(1e-6));
    Cohort cohort =
        Cohort.of(
            held.stream().map(LabelledResponse::groupId).toArray(String[]::new),
            held.stream().mapToInt(row -> passing.contains(row.level()) ? 1 : 0).toArray());
    assertThat(Auroc.of(own, cohort).orElseThrow())
        .isCloseTo(example.get("auroc").asDouble(), within(1e-9));
  }

  private static List<LabelledResponse> rows(JsonNode scores, JsonNode labels) {
    List<LabelledResponse> rows = new ArrayList<>();
    for (int i = 0; i < scores.size(); i++) {
      rows.add(LabelledResponse.of("g" + i, scores.get(i).asDouble(), labels.get(i).asInt()));
    }
    return rows;
  }
}
