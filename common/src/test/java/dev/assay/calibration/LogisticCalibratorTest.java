package dev.assay.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.base.Logistic;
import dev.assay.stats.Golden;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LogisticCalibratorTest {

  static Stream<JsonNode> golden() {
    return StreamSupport.stream(Golden.read("calibration").get("platt").spliterator(), false);
  }

  static List<LabelledResponse> rows(JsonNode example) {
    double[] scores = Golden.doubles(example.get("scores"));
    int[] labels = Golden.ints(example.get("labels"));
    double[] weights = Golden.doubles(example.get("weights"));
    List<LabelledResponse> rows = new ArrayList<>();
    for (int i = 0; i < scores.length; i++) {
      rows.add(LabelledResponse.of("g" + i, scores[i], labels[i], weights[i]));
    }
    return rows;
  }

  @ParameterizedTest
  @MethodSource("golden")
  void agreesWithScikitLearn(JsonNode example) {
    LogisticMap map = fit(rows(example));
    // Scores are kept to 9 decimals, which moves parameters by a few 1e-8 of their size.
    double slope = example.get("slope").asDouble();
    double intercept = example.get("intercept").asDouble();
    assertThat(map.slope()).isCloseTo(slope, within(1e-7 * Math.max(1, Math.abs(slope))));
    assertThat(map.intercept())
        .isCloseTo(intercept, within(1e-7 * Math.max(1, Math.abs(intercept))));
    for (double score : Golden.doubles(example.get("scores"))) {
      assertThat(map.probability(score))
          .isCloseTo(1 / (1 + Math.exp(-(intercept + slope * score))), within(1e-7));
    }
  }

  @Test
  void twoScoresHaveAClosedForm() {
    // Score 0: labels 0, 0, 1; score 1: labels 1, 1, 0. N = 3 each: targets 4/5 and 1/5.
    // Mean targets: (1/5 + 1/5 + 4/5)/3 = .4 and .6, which two parameters meet exactly.
    LogisticMap map =
        fit(
            List.of(
                LabelledResponse.of("a", 0, 0),
                LabelledResponse.of("b", 0, 0),
                LabelledResponse.of("c", 0, 1),
                LabelledResponse.of("d", 1, 1),
                LabelledResponse.of("e", 1, 1),
                LabelledResponse.of("f", 1, 0)));
    assertThat(map.probability(0)).isCloseTo(.4, within(1e-9));
    assertThat(map.probability(1)).isCloseTo(.6, within(1e-9));
  }

  @Test
  void manyScoresMeetTheScoreEquations() {
    Random random = new Random(11);
    List<LabelledResponse> rows = new ArrayList<>();
    double ones = 0;
    for (int i = 0; i < 40_000; i++) {
      double score = 7 + 3 * random.nextGaussian();
      int label = random.nextDouble() < Logistic.sigmoid(4 * score - 30) ? 1 : 0;
      rows.add(LabelledResponse.of("g" + i, score, label));
      ones += label;
    }
    LogisticMap map = fit(rows);
    double first = 0;
    double second = 0;
    for (LabelledResponse row : rows) {
      double target = row.level() == 1 ? (ones + 1) / (ones + 2) : 1 / (40_000 - ones + 2);
      double residual = map.probability(row.score()) - target;
      first += residual / 40_000;
      second += residual * row.score() / 40_000;
    }
    assertThat(first).isCloseTo(0, within(1e-11));
    assertThat(second).isCloseTo(0, within(1e-10));
  }

  @Test
  void theOrderOfRowsChangesNoBit() {
    List<LabelledResponse> rows = new ArrayList<>(rows(golden().findFirst().orElseThrow()));
    LogisticMap before = fit(rows);
    Collections.shuffle(rows, new Random(5));
    assertThat(fit(rows)).isEqualTo(before);
  }

  @Test
  void saysWhyThereIsNoFit() {
    LogisticCalibrator calibrator = new LogisticCalibrator();
    assertThat(calibrator.fit(List.of())).isEqualTo(new Fit.Degenerate("no labelled row"));
    assertThat(
            calibrator.fit(
                List.of(LabelledResponse.of("a", .1, 1), LabelledResponse.of("b", .2, 1))))
        .isEqualTo(new Fit.Degenerate("every label is 1"));
    assertThat(
            calibrator.fit(
                List.of(LabelledResponse.of("a", .1, 1), LabelledResponse.of("b", .1, 0))))
        .isEqualTo(new Fit.Degenerate("every score is 0.1"));
    assertThat(
            calibrator.fit(
                List.of(LabelledResponse.of("a", 1e300, 1), LabelledResponse.of("b", 1, 0))))
        .isEqualTo(new Fit.Degenerate("the scores are too close together or too large to fit"));
  }

  @Test
  void oneOutlierDoesNotBreakIt() {
    List<LabelledResponse> rows = new ArrayList<>(rows(golden().findFirst().orElseThrow()));
    rows.add(LabelledResponse.of("outlier", 1e6, 0));
    LogisticMap map = fit(rows);
    assertThat(map.probability(1e6)).isBetween(0.0, .5);
  }

  @Test
  void parametersRebuildTheMap() {
    LogisticMap map = new LogisticMap(-1.25, 3.5);
    assertThat(LogisticMap.of(map.parameters())).isEqualTo(map);
    assertThat(map.probability(1e308)).isEqualTo(1);
    assertThat(map.probability(-1e308)).isZero();
  }

  @Test
  void refusesBadRows() {
    assertThatThrownBy(() -> LabelledResponse.of("a", Double.NaN, 1)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> ScoreTable.of(List.of(LabelledResponse.of("a", .5, 2))))
        .hasMessageContaining("0 or 1");
    assertThatThrownBy(() -> LabelledResponse.of("a", .5, 1, 0)).hasMessageContaining("positive");
  }

  private static LogisticMap fit(List<LabelledResponse> rows) {
    Fit fit = new LogisticCalibrator().fit(rows);
    return (LogisticMap) ((Fit.Fitted) fit).map();
  }
}
