package dev.assay.conformal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.calibration.Fit;
import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.LevelCalibrator;
import dev.assay.calibration.LevelScale;
import dev.assay.calibration.MultinomialMap;
import dev.assay.calibration.OrdinalMap;
import dev.assay.calibration.ProbabilityMap;
import dev.assay.calibration.Reliability;
import dev.assay.calibration.Scale;
import dev.assay.calibration.Splits;
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
import org.junit.jupiter.params.provider.CsvSource;

class LevelCalibrationTest {
  private static final LevelScale TONE =
      LevelScale.of(List.of("bad", "fair", "good"), true, List.of("good"));
  private static final LevelScale FAULT =
      LevelScale.of(List.of("none", "invented", "outdated"), false, List.of("none"));
  private static final Scale UP = Scale.of(Direction.UP);
  private static final DoubleCalibration PLAN = plan(TONE, new OrdinalAdaptive());

  private static DoubleCalibration plan(LevelScale levels, Nonconformity sets) {
    return new DoubleCalibration(
        new LevelCalibrator(levels),
        sets,
        new Splits(.4, .4, .2, 11),
        .1,
        10,
        10,
        new Fitness(.6, Set.of()),
        new Resampling(200, .95, 5));
  }

  @Test
  void aGoodMetricIsOkAndMeasuredOnGroupsThatItHasNotSeen() {
    List<LabelledResponse> rows = rows(300, 3);
    Calibration calibration = PLAN.calibrate(rows, UP);
    assertThat(calibration.reason()).isEmpty();
    assertThat(calibration.status()).isEqualTo(CalibrationStatus.OK);
    assertThat(calibration.map().orElseThrow().method()).isEqualTo("ordinal");
    assertThat(calibration.nGroups()).isEqualTo(300);
    assertThat(calibration.coverage().orElseThrow().setSizes()).hasSize(4);
    // Three equally likely levels have a Brier score of 2/3 and a log loss of ln 3.
    assertThat(calibration.reliability().orElseThrow().brier()).isLessThan(2 / 3.0);
    assertThat(calibration.reliability().orElseThrow().logLoss()).isLessThan(Math.log(3));
    assertThat(calibration.auroc().orElseThrow().estimate()).isGreaterThan(.8);
    Collections.shuffle(rows, new Random(1));
    assertThat(PLAN.calibrate(rows, UP)).isEqualTo(calibration);
  }

  @Test
  void nominalLevelsAreJudgedByTheProbabilityToPass() {
    // Level 0 passes and has the lowest scores: for nominal levels no direction is wrong.
    Calibration calibration = plan(FAULT, Adaptive.aps()).calibrate(rows(300, 3), UP);
    assertThat(calibration.reason()).isEmpty();
    assertThat(calibration.status()).isEqualTo(CalibrationStatus.OK);
    assertThat(calibration.map().orElseThrow().method()).isEqualTo("multinomial");
    assertThat(calibration.auroc().orElseThrow().estimate()).isGreaterThan(.8);
  }

  @Test
  void aMetricThatPointsTheWrongWayOrNowhereIsUnfit() {
    assertThat(PLAN.calibrate(rows(300, -3), UP).reason())
        .contains("falls from the metric's bad end to its good end (direction up)");
    Calibration noise = PLAN.calibrate(rows(300, 0), UP);
    assertThat(noise.status()).isEqualTo(CalibrationStatus.UNFIT);
    assertThat(noise.reason()).contains("the least allowed is 0.600");
  }

  @Test
  void whereNoLevelPassesNothingIsAutomated() {
    LevelScale open = LevelScale.of(FAULT.names(), false, List.of());
    Calibration calibration = plan(open, new OrdinalAdaptive()).calibrate(rows(300, 3), UP);
    assertThat(calibration.status()).isEqualTo(CalibrationStatus.UNFIT);
    assertThat(calibration.reason())
        .isEqualTo("'passing' of the dimension names no level that passes");
    assertThat(calibration.auroc()).isEmpty();
    assertThat(calibration.coverage()).isPresent();
    assertThat(calibration.reliability().orElseThrow().curve()).isEmpty();
  }

  @Test
  void degenerateLabelsSayWhy() {
    assertThat(reason(List.of())).isEqualTo("0 train groups of the 10 needed, " + missing(0));
    assertThat(reason(levels(i -> 1, i -> i))).isEqualTo("every train label is 'fair'");
    assertThat(reason(levels(i -> i % 2, i -> i))).isEqualTo("no train label is 'good'");
    assertThat(reason(levels(i -> i % 3, i -> 7))).isEqualTo("every score is 7.0");
    assertThat(reason(levels(i -> i % 3, i -> i % 3)))
        .isEqualTo("the ordinal fit did not converge: separable labels");
    assertThat(
            plan(FAULT, new OrdinalAdaptive())
                .calibrate(levels(i -> i % 3, i -> i % 3), UP)
                .reason())
        .isEqualTo("the multinomial fit did not converge: separable labels");
    assertThat(PLAN.calibrate(levels(i -> 1, i -> i), UP).status())
        .isEqualTo(CalibrationStatus.DEGENERATE);
    assertThat(PLAN.calibrate(levels(i -> 1, i -> i), UP).map()).isEmpty();
  }

  @Test
  void fewGroupsAreTooFewWithWhatIsKnown() {
    Calibration calibration = PLAN.calibrate(rows(30, 1), UP);
    assertThat(calibration.status()).isEqualTo(CalibrationStatus.TOO_FEW);
    assertThat(calibration.reason()).contains("groups of the 10 needed");
    assertThat(PLAN.counted(rows(5, 3), "why").reason()).isEqualTo("why");
  }

  @Test
  void reliabilityAddsUpOverLevels() {
    // P = (1/4, 1/4, 1/2) always: σ(cut) = 1/4, 1/2 at cuts −ln 3 and 0.
    ProbabilityMap map = new OrdinalMap(TONE, List.of(-Math.log(3), 0.0), 0);
    List<LabelledResponse> rows =
        List.of(
            LabelledResponse.of("a", 1, 2), LabelledResponse.of("b", 2, 0),
            LabelledResponse.of("c", 3, 2), LabelledResponse.of("d", 4, 1));
    Reliability reliability = Reliability.of(map, rows, 2);
    // Label 2: 1/16 + 1/16 + 1/4 = 3/8, twice; labels 0 and 1: 9/16 + 1/16 + 1/4 = 7/8.
    assertThat(reliability.brier()).isCloseTo((2 * 3 / 8.0 + 2 * 7 / 8.0) / 4, within(1e-9));
    // Twice ln 2, twice ln 4.
    assertThat(reliability.logLoss()).isCloseTo(6 * Math.log(2) / 4, within(1e-9));
    // The likeliest level has probability 1/2 and is right half of the time.
    assertThat(reliability.ece()).isCloseTo(0, within(1e-9));
    // Shares are as predicted: Σ share (1 − share) = 3/16 + 3/16 + 1/4, nothing resolved.
    assertThat(reliability.murphy().uncertainty()).isCloseTo(5 / 8.0, within(1e-9));
    assertThat(reliability.murphy().reliability()).isCloseTo(0, within(1e-9));
    assertThat(reliability.curve()).hasSize(1);
    assertThat(reliability.curve().get(0).observed()).isEqualTo(.5);
  }

  /**
   * Fitted on train groups, calibrated on n conformal ones, one fresh row a round. No chance enters
   * the sets, so ties let them cover more than 1 − α + 1/(n + 1); the Monte Carlo error of a share
   * near .9 over 4,000 rounds is 3.3 √(.09 / 4000) = .0157.
   */
  @ParameterizedTest(name = "{0}, {1} groups")
  @CsvSource({"ordinal, 9", "ordinal, 50", "lac, 20", "aps, 50", "'raps(0.05,1)', 50"})
  void fittedSetsCover(String name, int groups) {
    Nonconformity sets = Nonconformity.of(name);
    LevelScale levels = name.equals("ordinal") ? TONE : FAULT;
    SplittableRandom random = new SplittableRandom(groups);
    int covered = 0;
    int gaps = 0;
    int rounds = 4000;
    for (int round = 0; round < rounds; round++) {
      ProbabilityMap map = fitted(levels, random);
      Quantile quantile = Quantile.of(map, sets, rows(groups, 2, random), .1);
      LabelledResponse fresh = rows(1, 2, random).get(0);
      List<Integer> set =
          SetRules.of(map, sets, quantile.value()).decide("", fresh.score()).set().labels();
      covered += set.contains(fresh.level()) ? 1 : 0;
      gaps += set.equals(List.of(0, 2)) ? 1 : 0;
      if (!name.equals("lac")) {
        assertThat(set).as("the likeliest level is always in").isNotEmpty();
      }
    }
    assertThat(covered / (double) rounds).isGreaterThan(.9 - .0157);
    if (levels.ordered()) {
      assertThat(gaps).as("intervals have no gap").isZero();
    }
  }

  @Test
  void aSingleLevelDecidesByWhetherItPasses() {
    ProbabilityMap map = new OrdinalMap(TONE, List.of(-2.0, 2.0), 1);
    CaseSets sets = new CaseSets.Quantiles(TONE, new OrdinalAdaptive(), Map.of("all", .5), false);
    CaseRule.Limit none = CaseRule.Limit.nothing("");
    CaseRule rule = new CaseRule(CalibrationStatus.OK, "", map, sets, CaseRule.SETS, none, none);
    assertThat(rule.decide("", 8).decision().id()).isEqualTo("accept");
    assertThat(rule.decide("", 8).reason()).isEqualTo("only label {good} is plausible");
    assertThat(rule.decide("", 0).decision().id()).isEqualTo("reject");
    assertThat(rule.decide("", 0).reason()).isEqualTo("only label {fair} is plausible");
    // At the cut fair and good have about a half each, and fair, the lower of equals, is first.
    assertThat(rule.decide("", 2.1).reason()).isEqualTo("only label {good} is plausible");
    assertThat(rule.decide("", 2).decision().id()).isEqualTo("refer");
    assertThat(rule.decide("", 2).reason()).isEqualTo("the labels {fair,good} are plausible");
    assertThat(rule.levels(0).keySet()).containsExactly("bad", "fair", "good");
    assertThat(rule.levels(0).values().stream().mapToDouble(p -> p).sum())
        .isCloseTo(1, within(1e-12));
    CaseSets full = new CaseSets.Quantiles(TONE, new OrdinalAdaptive(), Map.of(), false);
    assertThat(rule.texts(full.set("", map.probabilities(8), 8))).isEqualTo(TONE.names());
  }

  @Test
  void passingLevelsMakeOneProbability() {
    ProbabilityMap map =
        new MultinomialMap(
            LevelScale.of(FAULT.names(), false, List.of("none", "outdated")),
            List.of(0.0, Math.log(2)),
            List.of(0.0, 0.0));
    // Weights 1 : 1 : 2.
    assertThat(map.probability(5)).isCloseTo(.75, within(1e-12));
    assertThat(LevelScale.of(TONE.names(), true, List.of("fair")).passesUpwards()).isFalse();
    assertThat(LevelScale.of(TONE.names(), true, List.of("good", "fair")).passesUpwards()).isTrue();
  }

  private static String reason(List<LabelledResponse> rows) {
    return PLAN.calibrate(rows, UP).reason();
  }

  private static String missing(int groups) {
    return "%d conformal groups of the 10 needed, %d test groups of the 10 needed"
        .formatted(groups, groups);
  }

  private static List<LabelledResponse> levels(
      java.util.function.IntUnaryOperator level, java.util.function.IntUnaryOperator score) {
    List<LabelledResponse> rows = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      rows.add(LabelledResponse.of("g" + i, score.applyAsInt(i), level.applyAsInt(i)));
    }
    return rows;
  }

  private static ProbabilityMap fitted(LevelScale levels, SplittableRandom random) {
    for (; ; ) {
      Fit fit = new LevelCalibrator(levels).fit(rows(40, 2, random));
      if (fit instanceof Fit.Fitted fitted) {
        return fitted.map();
      }
    }
  }

  private static List<LabelledResponse> rows(int groups, double slope) {
    return rows(groups, slope, new SplittableRandom(groups));
  }

  /** Two rows a group where there are many groups, else one; proportional odds hold. */
  private static List<LabelledResponse> rows(int groups, double slope, SplittableRandom random) {
    List<LabelledResponse> rows = new ArrayList<>();
    for (int g = 0; g < groups; g++) {
      double effect = random.nextDouble() * 4 - 2;
      for (int r = 0; r < (groups >= 200 ? 2 : 1); r++) {
        double score = effect + random.nextDouble();
        double u = random.nextDouble();
        double latent = slope * score + Math.log(u / (1 - u));
        rows.add(LabelledResponse.of("g" + g, score, latent < -1 ? 0 : latent < 1.5 ? 1 : 2));
      }
    }
    return rows;
  }
}
