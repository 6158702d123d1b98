package dev.assay.calibration.thresholds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.calibration.LabelledResponse;
import dev.assay.core.Direction;
import dev.assay.stats.Golden;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ThresholdsTest {
  private static final JsonNode GOLDEN = Golden.read("thresholds");
  private static final Thresholds PLAN = new Thresholds(5, 3);

  static Stream<JsonNode> golden() {
    return StreamSupport.stream(GOLDEN.get("results").spliterator(), false);
  }

  @ParameterizedTest
  @MethodSource("golden")
  void agreesWithScipyAndScikitLearn(JsonNode example) {
    Map<String, Threshold> found =
        byMethod(rows(1), Direction.UP, example.get("confidence").asDouble());
    for (String method :
        List.of(
            "normal", "quantile", "density", "roc_youden", "roc_target", "polynomial", "spline")) {
      if (example.get(method).isNull()) {
        assertThat(found.get(method).reason())
            .isEqualTo("the probability at the highest score is below the confidence");
      } else {
        assertThat(value(found, method))
            .as(method)
            .isCloseTo(example.get(method).asDouble(), within(1e-6));
      }
    }
  }

  @Test
  void byHand() {
    // Passed: 1 2 3 4 (μ 2.5, σ² = 5/3); failed: 0 0 1.
    List<LabelledResponse> rows = new ArrayList<>();
    int i = 0;
    for (double score : new double[] {1, 2, 3, 4}) {
      rows.add(LabelledResponse.of("g" + i++, score, 1));
    }
    for (double score : new double[] {0, 0, 1}) {
      rows.add(LabelledResponse.of("g" + i++, score, 0));
    }
    Map<String, Threshold> found = byMethod(rows, Direction.UP, .75);
    // z(.75) = .6744897502
    assertThat(value(found, "normal"))
        .isCloseTo(2.5 - .6744897502 * Math.sqrt(5.0 / 3), within(1e-9));
    // Three of four reach 2.
    assertThat(value(found, "quantile")).isEqualTo(2);
    // Mass (4 + 1) · .75 = 3.75: the fourth from the top.
    assertThat(value(found, "conformal")).isEqualTo(1);
    // At 2: 3/4 passed and no failed; at 1: 1 − 1/3.
    assertThat(value(found, "roc_youden")).isEqualTo(2);
    // One of three failed would be more than 25 %.
    assertThat(value(found, "roc_target")).isEqualTo(2);
    // At 95 % five passed questions give no order statistic: k needs 19.
    assertThat(byMethod(rows, Direction.UP, .95).get("conformal").reason())
        .isEqualTo("fewer than 19 passed questions");
  }

  @Test
  void aFallingMetricIsTheMirrorImage() {
    Map<String, Threshold> up = byMethod(rows(1), Direction.UP, .8);
    Map<String, Threshold> down = byMethod(rows(-1), Direction.DOWN, .8);
    for (String method : Thresholds.methods()) {
      assertThat(-value(down, method)).as(method).isCloseTo(value(up, method), within(1e-9));
      assertThat(down.get(method).typeI()).as(method).isEqualTo(up.get(method).typeI());
      assertThat(down.get(method).typeII()).as(method).isEqualTo(up.get(method).typeII());
    }
    assertThat(value(down, Thresholds.NORMAL_EXTREME))
        .as("the smallest fold value for a falling metric")
        .isEqualTo(Collections.min(down.get(Thresholds.NORMAL_EXTREME).foldThresholds()));
    assertThat(value(up, Thresholds.NORMAL_EXTREME))
        .isEqualTo(Collections.max(up.get(Thresholds.NORMAL_EXTREME).foldThresholds()));
  }

  @Test
  void heldOutErrorsKeepTheirPromises() {
    // 3,000 groups: standard error of a share of .1 over 1,500 is .008; four of them are .031.
    SplittableRandom random = new SplittableRandom(2);
    List<LabelledResponse> rows = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      int label = random.nextInt(2);
      rows.add(LabelledResponse.of("g" + i, random.nextGaussian() + 1.5 * label, label));
    }
    Map<String, Threshold> found = byMethod(rows, Direction.UP, .9);
    for (String method : List.of("normal", "normal_mean", "quantile", "conformal")) {
      assertThat(found.get(method).typeII().orElseThrow()).as(method).isCloseTo(.1, within(.031));
    }
    assertThat(found.get("roc_target").typeI().orElseThrow()).isCloseTo(.1, within(.031));
    // Densities of equal width cross half way.
    assertThat(value(found, "density")).isCloseTo(.75, within(.15));
  }

  @Test
  void repeatsOfAQuestionCountOnce() {
    List<LabelledResponse> repeated = new ArrayList<>(rows(1));
    for (int copy = 0; copy < 20; copy++) {
      repeated.add(repeated.get(0));
    }
    Map<String, Threshold> before = byMethod(rows(1), Direction.UP, .8);
    Map<String, Threshold> after = byMethod(repeated, Direction.UP, .8);
    for (String method : Thresholds.methods()) {
      assertThat(value(after, method)).as(method).isCloseTo(value(before, method), within(1e-9));
    }
  }

  @Test
  void theOrderOfRowsChangesNothing() {
    List<LabelledResponse> rows = new ArrayList<>(rows(1));
    List<Threshold> before = PLAN.choose(rows, Direction.UP, .9);
    Collections.shuffle(rows, new Random(4));
    assertThat(PLAN.choose(rows, Direction.UP, .9)).isEqualTo(before);
  }

  @Test
  void whatCannotBeChosenSaysWhy() {
    for (Threshold none : PLAN.choose(List.of(), Direction.UP, .9)) {
      assertThat(none.threshold()).isEmpty();
      assertThat(none.reason()).isEqualTo("no labelled row");
    }
    List<LabelledResponse> passed =
        List.of(LabelledResponse.of("a", 1, 1), LabelledResponse.of("b", 2, 1));
    for (Threshold none : PLAN.choose(passed, Direction.UP, .9)) {
      assertThat(none.reason()).isEqualTo("every label is 1");
    }
    Map<String, Threshold> wrong = byMethod(rows(-1), Direction.UP, .9);
    assertThat(wrong.get("logistic").reason())
        .isEqualTo("the probability does not rise with the score");
    assertThat(wrong.get("density").reason())
        .isEqualTo("passed responses do not score higher on average");
    assertThatThrownBy(() -> PLAN.choose(passed, Direction.NONE, .9))
        .hasMessageContaining("no threshold");
  }

  private static Map<String, Threshold> byMethod(
      List<LabelledResponse> rows, Direction direction, double confidence) {
    return PLAN.choose(rows, direction, confidence).stream()
        .collect(Collectors.toMap(Threshold::method, Function.identity()));
  }

  private static double value(Map<String, Threshold> found, String method) {
    return found.get(method).threshold().orElseThrow();
  }

  private static List<LabelledResponse> rows(int sign) {
    double[] scores = Golden.doubles(GOLDEN.get("scores"));
    int[] labels = Golden.ints(GOLDEN.get("labels"));
    List<LabelledResponse> rows = new ArrayList<>();
    for (int i = 0; i < scores.length; i++) {
      rows.add(LabelledResponse.of("g" + i, sign * scores[i], labels[i]));
    }
    return rows;
  }
}
