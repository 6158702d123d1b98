package dev.assay.conformal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.calibration.LevelScale;
import dev.assay.conformal.LearnThenTest.Cut;
import dev.assay.conformal.LearnThenTest.Sequence;
import dev.assay.conformal.LearnThenTest.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AutomateTest {
  private static final double ALPHA = .1;
  private static final double DELTA = .1;

  @Test
  void twentyTwoGroupsWithoutAnErrorAreEnough() {
    // .9^22 = .0985 ≤ .1 < .9^21
    assertThat(LearnThenTest.groupsNeeded(.1, .1)).isEqualTo(22);
    assertThat(LearnThenTest.groupsNeeded(.05, .1)).isEqualTo(45);
    List<Verdict> right = verdicts(22, .9, false);
    Step step = step(right, .9);
    assertThat(step.pValue()).isCloseTo(Math.pow(.9, 22), within(1e-12));
    assertThat(LearnThenTest.certified(List.of(step), .1)).contains(step);
    assertThat(step(verdicts(21, .9, false), .9).pValue()).isGreaterThan(.1);
  }

  @Test
  void aSequenceEndsAtTheFirstCutThatIsNotCertified() {
    List<Step> steps = List.of(step(.9, .01), step(.8, .02), step(.7, .2), step(.6, .001));
    assertThat(LearnThenTest.certified(steps, .1)).contains(steps.get(1));
    assertThat(LearnThenTest.certified(steps, .005)).isEmpty();
  }

  @Test
  void aFinishedSequenceGivesItsShareToTheOthers() {
    // Shares .05 each: a is certified to its end, so b is tested at .1; without a, b has .05.
    List<Step> a = List.of(step(.9, .01), step(.5, .02));
    List<Step> b = List.of(step(.9, .01), step(.8, .08), step(.5, .3));
    Map<String, Optional<Step>> family = family(Map.of("a", a, "b", b));
    assertThat(family.get("a")).contains(a.get(1));
    assertThat(family.get("b")).contains(b.get(1));
    List<Step> stuck = List.of(step(.9, .5));
    family = family(Map.of("a", stuck, "b", b, "none", List.of()));
    assertThat(family.get("a")).isEmpty();
    assertThat(family.get("none")).isEmpty();
    assertThat(family.get("b")).contains(b.get(0));
  }

  @Test
  void tooFewGroupsAreNotTested() {
    List<Cut> cuts = LearnThenTest.cuts(verdicts(50, .9, false), Decision.ACCEPT, .5, 1);
    assertThat(cuts).containsExactly(new Cut(1, .9));
    assertThat(LearnThenTest.cuts(List.of(), Decision.ACCEPT, .5, 1)).isEmpty();
    Sequence few = sequence(verdicts(21, .9, false), cuts);
    assertThat(LearnThenTest.started(few, .1)).isEmpty();
    Sequence enough = sequence(verdicts(22, .9, false), cuts);
    assertThat(LearnThenTest.started(enough, .1)).isEqualTo(enough.steps());
    assertThatThrownBy(() -> LearnThenTest.started(few, 0))
        .hasMessageContaining("delta lies in (0, 0.5]");
  }

  @Test
  void cutsAreOfOneSideAndNeverBelowTheLeastConfidenceNorAtEvenOdds() {
    List<Verdict> rows = new ArrayList<>(verdicts(10, .95, false));
    rows.addAll(List.of(verdict("x", .89, false), verdict("y", .5, false)));
    rows.add(new Verdict("z", Opinion.of(.02, PredictionSet.of(0), LevelScale.BINARY), false, 1));
    // Ten of thirteen groups are accepted from .95 on, one rejected from .98 on.
    assertThat(LearnThenTest.cuts(rows, Decision.ACCEPT, .9, 1))
        .containsExactly(new Cut(10 / 13.0, .95));
    assertThat(LearnThenTest.cuts(rows, Decision.ACCEPT, .5, 1))
        .extracting(Cut::at)
        .containsExactly(.95, .89);
    assertThat(LearnThenTest.cuts(rows, Decision.REJECT, .9, 1))
        .containsExactly(new Cut(1 / 13.0, .98));
  }

  @Test
  void whatItsSetRefersIsNotDecidedAndItsErrorCountsAllTheSame() {
    List<Verdict> rows = new ArrayList<>(verdicts(30, .9, false));
    PredictionSet both = PredictionSet.of(0, 1);
    rows.add(new Verdict("x", Opinion.of(.95, both, LevelScale.BINARY), true, 1));
    rows.add(new Verdict("y", Opinion.of(.95, both, LevelScale.BINARY), false, 1));
    Step step = step(rows, .9);
    assertThat(step.decided()).isEqualTo(30);
    assertThat(step.errors()).isEqualTo(1);
  }

  @Test
  void rowsOfAGroupCountOnce() {
    List<Verdict> twins = new ArrayList<>(verdicts(22, .9, false));
    twins.addAll(verdicts(22, .9, false));
    assertThat(step(twins, .5).decided()).isEqualTo(22);
  }

  @Test
  void riskControlSpendsItsAllowance() {
    // G = 9, α = .3: allowed loss .3 × 10 − 1 = 2 groups. Wrong at .9, .7 and .5.
    List<Verdict> rows = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      rows.add(verdict("g" + i, .95 - i * .05, i == 1 || i == 5 || i == 8));
    }
    assertThat(RiskControl.cut(rows, .3, 1)).hasValue(.95 - 7 * .05);
    assertThat(RiskControl.cut(rows, .05, 1)).isEmpty();
    assertThat(RiskControl.cut(verdicts(20, .8, false), .1, 1)).hasValue(.5);
    assertThat(RiskControl.cut(List.of(), .5, 1)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {50, 200, 1000})
  void theErrorPromiseHoldsAndTheNaiveChoiceBreaksIt(int groups) {
    // A confidence c is right with probability c, so what is decided from t on is wrong with
    // probability (1 − t) / 2, and .8 is the loosest cut that keeps the promise. Monte Carlo error
    // of a share near .1 over 2,000 rounds: 3.3 √(.09/2000) = .022. The naive choice, which breaks
    // it in every other round, is looked at in a quarter of them: 3.3 √(.25/500) = .074.
    SplittableRandom random = new SplittableRandom(groups);
    int broken = 0;
    int naivelyBroken = 0;
    int decidedAny = 0;
    for (int round = 0; round < 2000; round++) {
      List<Verdict> elsewhere = simulated(random, groups / 2, 3);
      List<Verdict> rows = simulated(random, groups, 3);
      List<Cut> cuts = cuts(elsewhere);
      List<Step> steps = LearnThenTest.started(sequence(rows, cuts), DELTA);
      Optional<Step> chosen = LearnThenTest.certified(steps, DELTA);
      decidedAny += chosen.isPresent() ? 1 : 0;
      broken += chosen.isPresent() && risk(chosen.get().cut().at()) > ALPHA ? 1 : 0;
      if (round % 4 != 0) {
        continue;
      }
      Optional<Step> naive =
          sequence(rows, grid()).steps().stream()
              .filter(s -> s.decided() > 0 && s.errors() <= ALPHA * s.decided())
              .reduce((strict, loose) -> loose);
      naivelyBroken += naive.isPresent() && risk(naive.get().cut().at()) > ALPHA ? 1 : 0;
    }
    assertThat(broken / 2000.0).isLessThan(DELTA + .022);
    assertThat(naivelyBroken / 500.0).isGreaterThan(DELTA + .05);
    if (groups == 1000) {
      assertThat(decidedAny).isGreaterThan(1800);
    }
  }

  @Test
  void severalMetricsHoldAtOnce() {
    // Five metrics on the same cases; without the family's share the promise breaks more often.
    SplittableRandom random = new SplittableRandom(5);
    int broken = 0;
    int single = 0;
    int rounds = 1000;
    for (int round = 0; round < rounds; round++) {
      Map<String, Sequence> sequences = new java.util.TreeMap<>();
      boolean any = false;
      for (int metric = 0; metric < 5; metric++) {
        List<Cut> cuts = cuts(simulated(random, 100, 1));
        Sequence steps = sequence(simulated(random, 200, 1), cuts);
        sequences.put("m" + metric, steps);
        any |=
            LearnThenTest.certified(LearnThenTest.started(steps, DELTA), DELTA)
                .map(s -> risk(s.cut().at()) > ALPHA)
                .orElse(false);
      }
      single += any ? 1 : 0;
      broken +=
          LearnThenTest.family(sequences, DELTA).values().stream()
                  .flatMap(Optional::stream)
                  .anyMatch(s -> risk(s.cut().at()) > ALPHA)
              ? 1
              : 0;
    }
    // 3.3 √(.09/1000) = .031
    assertThat(broken / 1000.0).isLessThan(DELTA + .031);
    assertThat(single / 1000.0).isGreaterThan(broken / 1000.0);
  }

  @Test
  void riskControlBoundsDecidedErrorsAmongAllAndNotAmongTheDecided() {
    SplittableRandom random = new SplittableRandom(9);
    double wrong = 0;
    double decided = 0;
    for (int round = 0; round < 4000; round++) {
      var cut = RiskControl.cut(simulated(random, 100, 3), ALPHA, 1);
      if (cut.isPresent()) {
        double share = 2 * (1 - cut.getAsDouble());
        wrong += share * risk(cut.getAsDouble());
        decided += share;
      }
    }
    assertThat(wrong / 4000).isLessThan(ALPHA + .003);
    assertThat(wrong / decided).isGreaterThan(ALPHA + .02);
  }

  @Test
  void unequalChancesAreEvenedOut() {
    // Sure cases are labelled ten times as often: unweighted, the decided look better than they
    // are.
    SplittableRandom random = new SplittableRandom(12);
    int broken = 0;
    for (int round = 0; round < 2000; round++) {
      List<Verdict> rows = new ArrayList<>();
      for (Verdict row : simulated(random, 600, 1)) {
        double chance = row.confidence() > .9 ? .9 : .3;
        if (random.nextDouble() < chance) {
          rows.add(new Verdict(row.groupId(), row.said(), row.passed(), 1 / chance));
        }
      }
      List<Cut> cuts = cuts(simulated(random, 200, 1));
      Sequence steps = sequence(rows, cuts);
      broken +=
          LearnThenTest.certified(LearnThenTest.started(steps, DELTA), DELTA)
                  .map(s -> risk(s.cut().at()) > ALPHA)
                  .orElse(false)
              ? 1
              : 0;
    }
    assertThat(broken / 2000.0).isLessThan(DELTA + .022);
  }

  private static double risk(double cut) {
    return (1 - cut) / 2;
  }

  private static List<Cut> grid() {
    List<Cut> cuts = new ArrayList<>();
    for (int i = 0; i <= 20; i++) {
      cuts.add(new Cut(i / 20.0, 1 - i / 40.0));
    }
    return cuts;
  }

  /** Uniform confidence; the rows of a group share most of it. */
  private static List<Verdict> simulated(SplittableRandom random, int groups, int most) {
    List<Verdict> rows = new ArrayList<>();
    for (int g = 0; g < groups; g++) {
      double confidence = random.nextDouble(.5, 1);
      boolean wrong = random.nextDouble() > confidence;
      int size = most == 1 ? 1 : random.nextInt(1, most + 1);
      for (int r = 0; r < size; r++) {
        rows.add(verdict("g" + g, confidence, wrong));
      }
    }
    return rows;
  }

  private static List<Verdict> verdicts(int n, double confidence, boolean wrong) {
    List<Verdict> rows = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      rows.add(verdict("g" + i, confidence, wrong));
    }
    return rows;
  }

  private static Step step(double cut, double p) {
    return new Step(new Cut(1, cut), 900, 0, 1000, p);
  }

  /** What the machine would accept. */
  private static Verdict verdict(String group, double confidence, boolean wrong) {
    Decision said = confidence > .5 ? Decision.ACCEPT : Decision.REFER;
    return new Verdict(group, new Opinion(said, confidence, true), !wrong, 1);
  }

  private static List<Cut> cuts(List<Verdict> elsewhere) {
    return LearnThenTest.cuts(elsewhere, Decision.ACCEPT, .5, 1);
  }

  private static Sequence sequence(List<Verdict> rows, List<Cut> cuts) {
    return LearnThenTest.sequence(rows, cuts, Decision.ACCEPT, ALPHA, 1);
  }

  private static Step step(List<Verdict> rows, double at) {
    return sequence(rows, List.of(new Cut(1, at))).steps().get(0);
  }

  private static Map<String, Optional<Step>> family(Map<String, List<Step>> steps) {
    Map<String, Sequence> sequences = new java.util.TreeMap<>();
    steps.forEach((name, one) -> sequences.put(name, new Sequence(ALPHA, one)));
    return LearnThenTest.family(sequences, DELTA);
  }
}
