package dev.assay.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.core.Direction;
import dev.assay.stats.Resampling;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
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
          new Splits(.4, .4, .2, 11),
          .1,
          10,
          10,
          new Fitness(.6, Set.of()),
          new Resampling(200, .95, 5));

  @ParameterizedTest
  @ValueSource(strings = {"boosted", "logistic"})
  void twoMetricsTellMoreThanOne(String method) {
    List<JointJudgement> rows = rows(400);
    Calibration joint = new JointCalibration(PLAN, method).calibrate(rows, UP_DOWN);
    Calibration one =
        PLAN.calibrate(
            rows.stream().map(row -> row.scored(row.scores().get(0))).toList(), Direction.UP);
    assertThat(joint.reason()).isEmpty();
    assertThat(joint.status()).isEqualTo(CalibrationStatus.OK);
    assertThat(joint.auroc().orElseThrow().estimate())
        .isGreaterThan(one.auroc().orElseThrow().estimate() + .05);
    assertThat(joint.reliability().orElseThrow().brier())
        .isLessThan(one.reliability().orElseThrow().brier());
    ProbabilityMap map = joint.map().orElseThrow();
    assertThat(map.method()).isEqualTo(method);
    JointMap stored = JointMap.of(map.method(), map.parameters());
    assertThat(stored.metrics()).isEqualTo(2);
    // Monotone in the direction of each metric.
    for (double x = -3; x < 3; x += .25) {
      for (double y = -3; y < 3; y += .25) {
        double here = stored.probability(new double[] {x, y});
        assertThat(stored.probability(new double[] {x + .25, y})).isGreaterThanOrEqualTo(here);
        assertThat(stored.probability(new double[] {x, y + .25})).isLessThanOrEqualTo(here);
      }
    }
    Collections.shuffle(rows, new Random(1));
    assertThat(new JointCalibration(PLAN, method).calibrate(rows, UP_DOWN)).isEqualTo(joint);
  }

  @Test
  void logisticFindsTheSlopesAndLeavesOutWhatCountsAgainstItsDirection() {
    JointMap map = new JointLogistic(rows(20_000)).fit(UP_DOWN).orElseThrow();
    // Drawn with slopes 1.5 and −1.5; their standard error is some .025.
    assertThat(map.parameters().get("slope.00000")).isCloseTo(1.5, within(.1));
    assertThat(map.parameters().get("slope.00001")).isCloseTo(-1.5, within(.1));
    JointMap turned =
        new JointLogistic(rows(2000)).fit(List.of(Direction.UP, Direction.UP)).orElseThrow();
    assertThat(turned.parameters().get("slope.00001")).isZero();
    assertThat(turned.parameters().get("slope.00000")).isPositive();
  }

  @Test
  void degenerateRowsSayWhy() {
    assertThat(why(100, i -> 1, i -> i)).isEqualTo("every label is 1");
    assertThat(why(100, i -> i % 2, i -> 3)).isEqualTo("every score is [3.0, 6.0]");
    assertThat(why(100, i -> i < 50 ? 0 : 1, i -> i))
        .isEqualTo("the logistic fit did not converge: separable labels");
    assertThat(why(0, i -> 1, i -> i)).startsWith("0 train groups of the 10 needed");
  }

  private static String why(
      int n, java.util.function.IntUnaryOperator label, java.util.function.IntUnaryOperator score) {
    List<JointJudgement> rows = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      double x = score.applyAsInt(i);
      rows.add(new JointJudgement("g" + i, List.of(x, 2 * x), label.applyAsInt(i), Map.of()));
    }
    Calibration calibration = new JointCalibration(PLAN, "logistic").calibrate(rows, UP_DOWN);
    assertThat(calibration.map()).isEmpty();
    return calibration.reason();
  }

  private static List<JointJudgement> rows(int groups) {
    SplittableRandom random = new SplittableRandom(groups);
    List<JointJudgement> rows = new ArrayList<>();
    for (int g = 0; g < groups; g++) {
      double x = random.nextGaussian();
      double y = random.nextGaussian();
      double p = 1 / (1 + Math.exp(-1.5 * x + 1.5 * y));
      rows.add(
          new JointJudgement("g" + g, List.of(x, y), random.nextDouble() < p ? 1 : 0, Map.of()));
    }
    return rows;
  }
}
