package dev.assay.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.core.Direction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Models of few labels beside statsmodels 0.15.0: {@code GLM(t, add_constant(X), Binomial(),
 * var_weights=1/n).fit(tol=1e-14)} with t = (n₁ + 1)/(n₁ + 2) for label 1 and 1/(n₀ + 2) for label
 * 0; scipy 1.17.1's BFGS on the same loss ends at the same places to 1e-8 (numpy 2.4.6). Ours ends
 * where the loss falls no more in doubles, some 1e-8 from there.
 */
class JointLogisticTest {
  private static final double[][] SCORES = {
    {.1, 3, 0}, {.2, 1, .5}, {.3, 2, 1}, {.35, 0, .5}, {.4, 2, 0}, {.5, 1, 1},
    {.55, 3, .5}, {.6, 0, .5}, {.7, 2, 1}, {.8, 1, .5}, {.9, 3, 1}, {.95, 2, .5}
  };
  private static final int[] LABELS = {0, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1, 1};

  /** The first metric tells them apart at .65. */
  private static final int[] SEPARABLE = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1};

  @Test
  void aFewLabelsHaveTheModelOfPlattsTargets() {
    assertThat(model(LABELS, Direction.NONE, 0, 1, 2))
        .usingComparatorWithPrecision(1e-7)
        .containsExactly(-3.474721600347, 2.279861376372, -0.137575969307, 4.054881726252);
    // The second metric would count against its direction: the model of the two others.
    assertThat(model(LABELS, Direction.UP, 0, 1, 2))
        .usingComparatorWithPrecision(1e-7)
        .containsExactly(-3.545023955867, 2.15673185324, 0.0, 3.965429883348);
  }

  @Test
  void labelsThatOneMetricSeparatesHaveAModelAsTheyHaveOneOfThatMetric() {
    assertThat(model(SEPARABLE, Direction.UP, 0, 1, 2))
        .usingComparatorWithPrecision(1e-7)
        .containsExactly(-5.117020279566, 6.54020825658, 0.192437244139, 0.518587090839);
    double[] alone = model(SEPARABLE, Direction.UP, 0);
    assertThat(alone)
        .usingComparatorWithPrecision(1e-7)
        .containsExactly(-4.682668630345, 6.882607935099);
    LogisticMap single =
        (LogisticMap) ((Fit.Fitted) new LogisticCalibrator().fit(rows(SEPARABLE, 0))).map();
    assertThat(alone[0]).isCloseTo(single.intercept(), within(1e-7));
    assertThat(alone[1]).isCloseTo(single.slopes().get(0), within(1e-7));
  }

  @Test
  void aMetricThatStandsThereTwiceCountsOnce() {
    double[] once = model(LABELS, Direction.UP, 0, 2);
    double[] twice = model(LABELS, Direction.UP, 0, 2, 2);
    assertThat(twice[0]).isCloseTo(once[0], within(1e-6));
    assertThat(twice[1]).isCloseTo(once[1], within(1e-6));
    assertThat(twice[2] + twice[3]).isCloseTo(once[2], within(1e-6));
  }

  /** Intercept and slopes. */
  private static double[] model(int[] labels, Direction direction, int... metrics) {
    JointCalibrator calibrator =
        new JointCalibrator("logistic", Collections.nCopies(metrics.length, direction));
    LogisticMap map = (LogisticMap) ((Fit.Fitted) calibrator.fit(rows(labels, metrics))).map();
    List<Double> found = new ArrayList<>(List.of(map.intercept()));
    found.addAll(map.slopes());
    return found.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static List<LabelledResponse> rows(int[] labels, int... metrics) {
    List<LabelledResponse> rows = new ArrayList<>();
    for (int i = 0; i < labels.length; i++) {
      List<Double> own = new ArrayList<>();
      for (int metric : metrics) {
        own.add(SCORES[i][metric]);
      }
      rows.add(LabelledResponse.of("q" + i, own, labels[i], 1));
    }
    return rows;
  }
}
