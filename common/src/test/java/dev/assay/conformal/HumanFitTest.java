package dev.assay.conformal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.calibration.Calibrators;
import dev.assay.calibration.JointCalibrator;
import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.LevelCalibrator;
import dev.assay.calibration.LevelScale;
import dev.assay.calibration.Scale;
import dev.assay.core.Direction;
import dev.assay.stats.Range;
import dev.assay.stats.ppi.HumanEquivalent;
import dev.assay.stats.ppi.PredictionPowered;
import dev.assay.stats.ppi.PredictionPowered.Sums;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What predictions of what humans would say are made by. */
class HumanFitTest {
  private static final Scale SCALE = new Scale(Direction.UP, 0, 1);

  /** Passes are rare below .5, even above, nearly sure above .9: no logistic curve. */
  private static double passes(double score) {
    return score < .5 ? .05 : score < .9 ? .5 : .98;
  }

  /**
   * Monte Carlo error of a coverage near .95 over 300 rounds: 3.3 √(.0475/300) = .042 (99.9 %); an
   * interval is allowed .015 of its own.
   */
  @ParameterizedTest(name = "{0}, {1} labelled")
  @CsvSource({"logistic, 40", "auto, 40", "auto, 100", "isotonic, 200", "boosted, 100"})
  void theTruthIsCoveredWhateverPredicts(String method, int labelled) {
    double truth = .5 * .05 + .4 * .5 + .1 * .98;
    SplittableRandom random = new SplittableRandom(labelled);
    int rounds = method.equals("boosted") ? 60 : 300;
    int covered = 0;
    for (int round = 0; round < rounds; round++) {
      covered += estimate(random, method, labelled).estimate().covers(truth) ? 1 : 0;
    }
    double error = 3.3 * Math.sqrt(.0475 / rounds);
    assertThat(covered / (double) rounds).isGreaterThan(.95 - error - .015);
  }

  @Test
  void theChosenMethodIsWorthMoreLabelsThanLogisticWhereTheCurveIsNone() {
    double logistic = 0;
    double auto = 0;
    for (int round = 0; round < 40; round++) {
      logistic += estimate(new SplittableRandom(round), "logistic", 400).effectiveGroups();
      auto += estimate(new SplittableRandom(round), "auto", 400).effectiveGroups();
    }
    assertThat(auto).isGreaterThan(1.02 * logistic);
  }

  private static HumanEquivalent estimate(SplittableRandom random, String method, int labelled) {
    int groups = labelled * 5;
    List<LabelledResponse> rows = new ArrayList<>();
    double[] scores = new double[groups];
    int[] labels = new int[groups];
    for (int g = 0; g < groups; g++) {
      scores[g] = random.nextDouble();
      labels[g] = random.nextDouble() < passes(scores[g]) ? 1 : 0;
      if (g < labelled) {
        rows.add(LabelledResponse.of("g" + g, scores[g], labels[g]));
      }
    }
    Optional<CrossFit> fit = fit(method).crossFit(rows, 5, 1);
    PredictionPowered state = PredictionPowered.mean(Range.SHARE);
    for (int g = 0; g < groups; g++) {
      double score = scores[g];
      String group = "g" + g;
      boolean known = g < labelled;
      double f = fit.map(by -> known ? by.apart(group, score) : by.mean(score)).orElse(.5);
      state.add("", known ? new Sums(1, f, 1, labels[g], f, 1) : new Sums(1, f, 0, 0, 0, 0));
    }
    return state.estimate(.95).orElseThrow();
  }

  @Test
  void orderOfRowsHasNoSay() {
    sameInAnyOrder(fit("auto"), false, .3);
    sameInAnyOrder(levels(LevelScale.of(List.of("a", "b", "c"), true, List.of("c"))), true, .3);
    sameInAnyOrder(model("boosted"), false, .3, .6);
    sameInAnyOrder(model("logistic"), false, .3, .6);
  }

  private static void sameInAnyOrder(HumanFit fit, boolean ofLevels, double... at) {
    SplittableRandom random = new SplittableRandom(4);
    List<LabelledResponse> rows = new ArrayList<>();
    for (int g = 0; g < 80; g++) {
      double x = random.nextDouble();
      double y = random.nextDouble();
      int label = random.nextDouble() < x ? 1 : 0;
      rows.add(
          LabelledResponse.of(
              "g" + g, at.length == 1 ? List.of(x) : List.of(x, y), ofLevels ? g % 3 : label, 1));
    }
    List<LabelledResponse> other = new ArrayList<>(rows);
    Collections.shuffle(other, new Random(1));
    CrossFit one = fit.crossFit(rows, 5, 1).orElseThrow();
    CrossFit two = fit.crossFit(other, 5, 1).orElseThrow();
    assertThat(two.apart("g7", at)).isEqualTo(one.apart("g7", at));
    assertThat(two.mean(at)).isEqualTo(one.mean(at));
  }

  @Test
  void aLevelThatOneFoldAloneHasLeavesALogisticFit() {
    LevelScale scale = LevelScale.of(List.of("a", "b", "c"), false, List.of("a"));
    SplittableRandom random = new SplittableRandom(6);
    List<LabelledResponse> rows = new ArrayList<>();
    for (int g = 0; g < 60; g++) {
      double x = random.nextDouble();
      int level = g == 0 ? 2 : random.nextDouble() < x ? 0 : 1;
      rows.add(LabelledResponse.of("g" + g, x, level));
    }
    HumanFit fit = levels(scale);
    CrossFit cross = fit.crossFit(rows, 5, 1).orElseThrow();
    assertThat(cross.mean(.9)).isGreaterThan(cross.mean(.1));
    List<LabelledResponse> same =
        rows.stream().map(row -> LabelledResponse.of(row.groupId(), row.score(), 0)).toList();
    assertThat(fit.crossFit(same, 5, 1)).as("one label only").isEmpty();
  }

  private static HumanFit fit(String method) {
    return new HumanFit(Calibrators.of(method, Calibrators.SIMPLEST_FIRST, 5, 1).on(SCALE));
  }

  private static HumanFit levels(LevelScale scale) {
    return new HumanFit(new LevelCalibrator(scale));
  }

  private static HumanFit model(String method) {
    return new HumanFit(new JointCalibrator(method, List.of(Direction.UP, Direction.NONE)));
  }
}
