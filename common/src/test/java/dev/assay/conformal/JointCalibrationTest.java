package dev.assay.conformal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.calibration.Fit;
import dev.assay.calibration.JointCalibrator;
import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.LogisticCalibrator;
import dev.assay.calibration.ProbabilityMap;
import dev.assay.calibration.ProbabilityMaps;
import dev.assay.calibration.Splits;
import dev.assay.core.Direction;
import dev.assay.stats.Resampling;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JointCalibrationTest {
  private static final List<Direction> UP_DOWN = List.of(Direction.UP, Direction.DOWN);
  private static final DoubleCalibration PLAN =
      new DoubleCalibration(
          new LogisticCalibrator(),
          new LeastAmbiguous(),
          new Splits(.4, .4, .2, 11),
          .1,
          10,
          10,
          new Fitness(.6, Set.of()),
          new Resampling(200, .95, 5));

  @ParameterizedTest
  @ValueSource(strings = {"boosted", "logistic"})
  void twoMetricsTellMoreThanOne(String method) {
    List<LabelledResponse> rows = rows(400);
    Calibration joint = joint(method).calibrate(rows, Direction.NONE);
    Calibration one =
        PLAN.calibrate(rows.stream().map(row -> row.scored(row.score())).toList(), Direction.UP);
    assertThat(joint.reason()).isEmpty();
    assertThat(joint.status()).isEqualTo(CalibrationStatus.OK);
    assertThat(joint.auroc().orElseThrow().estimate())
        .isGreaterThan(one.auroc().orElseThrow().estimate() + .05);
    assertThat(joint.reliability().orElseThrow().brier())
        .isLessThan(one.reliability().orElseThrow().brier());
    ProbabilityMap map = joint.map().orElseThrow();
    assertThat(map.method()).isEqualTo(method);
    ProbabilityMap stored = ProbabilityMaps.of(map.method(), map.parameters());
    assertThat(stored).isEqualTo(map);
    assertThatThrownBy(() -> stored.probability(1)).hasMessageContaining("for 2 metrics");
    // Monotone in the direction of each metric.
    for (double x = -3; x < 3; x += .25) {
      for (double y = -3; y < 3; y += .25) {
        double here = stored.probability(new double[] {x, y});
        assertThat(stored.probability(new double[] {x + .25, y})).isGreaterThanOrEqualTo(here);
        assertThat(stored.probability(new double[] {x, y + .25})).isLessThanOrEqualTo(here);
      }
    }
    Collections.shuffle(rows, new Random(1));
    assertThat(joint(method).calibrate(rows, Direction.NONE)).isEqualTo(joint);
  }

  @Test
  void logisticFindsTheSlopesAndLeavesOutWhatCountsAgainstItsDirection() {
    ProbabilityMap map = fitted(rows(20_000), UP_DOWN);
    // Drawn with slopes 1.5 and −1.5; their standard error is some .025.
    assertThat(map.parameters().get("slope.00000")).isCloseTo(1.5, within(.1));
    assertThat(map.parameters().get("slope.00001")).isCloseTo(-1.5, within(.1));
    ProbabilityMap turned = fitted(rows(2000), List.of(Direction.UP, Direction.UP));
    assertThat(turned.parameters().get("slope.00001")).isZero();
    assertThat(turned.parameters().get("slope.00000")).isPositive();
  }

  @Test
  void degenerateRowsSayWhy() {
    assertThat(why(100, i -> 1, i -> i)).isEqualTo("every label is 1");
    assertThat(why(100, i -> i % 2, i -> 3)).isEqualTo("every score is [3.0, 6.0]");
    assertThat(why(0, i -> 1, i -> i)).startsWith("0 train groups of the 10 needed");
  }

  private static DoubleCalibration joint(String method) {
    return PLAN.by(new JointCalibrator(method, UP_DOWN), new LeastAmbiguous());
  }

  private static ProbabilityMap fitted(List<LabelledResponse> rows, List<Direction> directions) {
    return ((Fit.Fitted) new JointCalibrator("logistic", directions).fit(rows)).map();
  }

  private static String why(
      int n, java.util.function.IntUnaryOperator label, java.util.function.IntUnaryOperator score) {
    List<LabelledResponse> rows = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      double x = score.applyAsInt(i);
      rows.add(LabelledResponse.of("g" + i, List.of(x, 2 * x), label.applyAsInt(i), 1));
    }
    Calibration calibration = joint("logistic").calibrate(rows, Direction.NONE);
    assertThat(calibration.map()).isEmpty();
    return calibration.reason();
  }

  private static List<LabelledResponse> rows(int groups) {
    SplittableRandom random = new SplittableRandom(groups);
    List<LabelledResponse> rows = new ArrayList<>();
    for (int g = 0; g < groups; g++) {
      double x = random.nextGaussian();
      double y = random.nextGaussian();
      double p = 1 / (1 + Math.exp(-1.5 * x + 1.5 * y));
      rows.add(LabelledResponse.of("g" + g, List.of(x, y), random.nextDouble() < p ? 1 : 0, 1));
    }
    return rows;
  }
}
