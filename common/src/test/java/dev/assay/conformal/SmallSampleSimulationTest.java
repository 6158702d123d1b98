package dev.assay.conformal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.calibration.Calibrators;
import dev.assay.calibration.JointCalibrator;
import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.LevelCalibrator;
import dev.assay.calibration.LevelScale;
import dev.assay.calibration.Scale;
import dev.assay.core.Direction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Simulated coverage of CV+ and full conformal sets of levels, of several metrics, and of methods
 * that are chosen anew in each fold. Each round fits on fresh groups of one to three rows and
 * covers one fresh row, so the Monte Carlo error of a share near .9 over R rounds is 3.3 √(.09 / R)
 * (99.9 %), near .8 3.3 √(.16 / R).
 */
class SmallSampleSimulationTest {
  private static final double ALPHA = .1;
  private static final LevelScale ORDINAL =
      LevelScale.of(List.of("bad", "fair", "good"), true, List.of("good"));
  private static final LevelScale NOMINAL =
      LevelScale.of(List.of("none", "invented", "outdated"), false, List.of("none"));

  @ParameterizedTest(name = "{0} of {1} at {2} groups, {3} rounds")
  @CsvSource({
    "cv-plus, ordinal, 20, 1000",
    "cv-plus, ordinal, 50, 1000",
    "cv-plus, aps, 20, 1000",
    "cv-plus, lac, 50, 1000",
    "cv-plus, isotonic, 20, 1000",
    "cv-plus, auto, 50, 60",
    "cv-plus, two metrics, 20, 1000",
    "full, ordinal, 9, 500",
    "full, ordinal, 20, 500",
    "full, raps, 20, 500",
    "full, two metrics, 9, 500",
    "full, two metrics, 50, 500"
  })
  void labelsAreCovered(String method, String what, int groups, int rounds) {
    double coverage = coverage(method, what, groups, rounds);
    if (method.equals("full")) {
      assertThat(coverage).isGreaterThan(1 - ALPHA - 3.3 * Math.sqrt(.09 / rounds));
    } else {
      // Promised: 1 − 2α less a remainder; in fact about 1 − α.
      assertThat(coverage).isGreaterThan(1 - 2 * ALPHA - 3.3 * Math.sqrt(.16 / rounds));
      if (rounds >= 1000) {
        assertThat(coverage).isGreaterThan(1 - 2 * ALPHA);
      }
    }
  }

  @Tag("slow")
  @Test
  void labelsAreCoveredByTrees() {
    labelsAreCovered("cv-plus", "two metrics boosted", 30, 40);
  }

  @Tag("slow")
  @ParameterizedTest(name = "{0} of {1} at {2} groups")
  @CsvSource({
    "cv-plus, ordinal, 9", "cv-plus, ordinal, 20", "cv-plus, aps, 50", "cv-plus, isotonic, 50",
    "cv-plus, two metrics, 50", "full, ordinal, 20", "full, lac, 20", "full, two metrics, 20"
  })
  void labelsAreCoveredInManyRounds(String method, String what, int groups) {
    double coverage = coverage(method, what, groups, 2_500);
    assertThat(coverage)
        .isGreaterThan(method.equals("full") ? 1 - ALPHA - .0198 : 1 - 2 * ALPHA - .0264);
  }

  @Test
  void setsOfOrderedLevelsHaveNoGaps() {
    SplittableRandom random = new SplittableRandom(5);
    for (String method : List.of("cv-plus", "full")) {
      SetPredictor sets = predictor(method, "ordinal", rows(random, "ordinal", 30));
      for (int i = 0; i < 50; i++) {
        PredictionSet set = sets.set(random.nextDouble());
        assertThat(set.contains(0) && set.contains(2) && !set.contains(1)).isFalse();
      }
    }
  }

  @Test
  void orderOfRowsHasNoSay() {
    for (String what :
        List.of("ordinal", "aps", "isotonic", "two metrics", "two metrics boosted")) {
      List<LabelledResponse> rows = rows(new SplittableRandom(8), what, 30);
      List<LabelledResponse> other = new ArrayList<>(rows);
      Collections.shuffle(other, new Random(2));
      SmallSampleSets sets = new SmallSampleSets("cv-plus", learner(what), ALPHA, 3);
      assertThat(sets.of(sets.rows(other), rows))
          .as(what)
          .isEqualTo(sets.of(sets.rows(rows), rows));
    }
  }

  @Test
  void whatWasLearntIsPartOfTheStoredMethod() {
    List<LabelledResponse> rows = rows(new SplittableRandom(9), "ordinal", 30);
    SmallSampleSets sets = new SmallSampleSets("cv-plus", learner("ordinal"), ALPHA, 3);
    Guarantee promise = sets.of(sets.rows(rows), rows(new SplittableRandom(10), "ordinal", 20));
    assertThat(promise.method()).isEqualTo("cv-plus ordinal");
    assertThat(SmallSampleSets.knows(promise.method())).isTrue();
    assertThat(SmallSampleSets.learnt(promise.method())).isEqualTo("ordinal");
    assertThat(SmallSampleSets.learnt("full")).isEmpty();
    assertThat(SmallSampleSets.knows("split aps")).isFalse();
    assertThat(promise.observedGroups()).isEqualTo(20);
    assertThat(promise.promise()).contains("1 − 2α");
  }

  @Test
  void aLevelThatOneFoldAloneHasGivesFullSetsAndSaysWhy() {
    List<LabelledResponse> rows = new ArrayList<>();
    for (int g = 0; g < 20; g++) {
      rows.add(LabelledResponse.of("g" + g, List.of(g / 20.0), g == 3 ? 2 : g % 2, 1));
    }
    SmallSampleSets cross = new SmallSampleSets("cv-plus", learner("aps"), ALPHA, 3);
    Guarantee promise = cross.of(cross.rows(rows), rows);
    assertThat(promise.holds()).isFalse();
    assertThat(promise.reason()).contains("more labels of the rarer kind would help");
    assertThat(promise.share()).contains(3.0);
    // Full conformal prediction leaves none out.
    assertThat(new SmallSampleSets("full", learner("aps"), ALPHA, 3).predictor(rows)).isPresent();
  }

  private static double coverage(String method, String what, int groups, int rounds) {
    SplittableRandom random = new SplittableRandom(groups * 31L + what.length());
    int covered = 0;
    for (int round = 0; round < rounds; round++) {
      List<LabelledResponse> rows = rows(random, what, groups);
      LabelledResponse fresh = rows(random, what, 1).get(0);
      SetPredictor sets = predictor(method, what, rows);
      covered += sets == null || sets.set(fresh.vector()).contains(fresh.level()) ? 1 : 0;
    }
    return covered / (double) rounds;
  }

  private static SetPredictor predictor(String method, String what, List<LabelledResponse> rows) {
    return new SmallSampleSets(method, learner(what), ALPHA, 1).predictor(rows).orElse(null);
  }

  private static SetLearner learner(String what) {
    return switch (what) {
      case "ordinal" -> levels(ORDINAL, new OrdinalAdaptive());
      case "aps" -> levels(NOMINAL, Adaptive.aps());
      case "lac" -> levels(NOMINAL, new LeastAmbiguous());
      case "raps" -> levels(NOMINAL, new Adaptive(.05, 1));
      case "two metrics" ->
          SetLearner.binary(
              new JointCalibrator("logistic", List.of(Direction.UP, Direction.NONE)), "logistic");
      case "two metrics boosted" ->
          SetLearner.binary(
              new JointCalibrator("boosted", List.of(Direction.UP, Direction.NONE)), "boosted");
      default ->
          SetLearner.binary(
              Calibrators.of(what, Calibrators.SIMPLEST_FIRST, 5, 1)
                  .on(new Scale(Direction.UP, -10, 10)),
              what);
    };
  }

  private static SetLearner levels(LevelScale scale, Nonconformity sets) {
    return new SetLearner(new LevelCalibrator(scale), sets, sets.id());
  }

  private static List<LabelledResponse> rows(SplittableRandom random, String what, int groups) {
    List<LabelledResponse> rows = new ArrayList<>();
    boolean levels = learner(what).levels().size() == 3;
    for (int g = 0; g < groups; g++) {
      double effect = random.nextGaussian();
      int size = groups == 1 ? 1 : random.nextInt(1, 4);
      for (int r = 0; r < size; r++) {
        double x = effect + random.nextGaussian() / 2;
        double second = effect + random.nextGaussian();
        double u = random.nextDouble();
        double latent = 1.5 * x + Math.log(u / (1 - u));
        int label = levels ? (latent < -1 ? 0 : latent < 1 ? 1 : 2) : latent > 0 ? 1 : 0;
        rows.add(
            LabelledResponse.of(
                "g" + g, what.startsWith("two") ? List.of(x, second) : List.of(x), label, 1));
      }
    }
    return rows;
  }
}
