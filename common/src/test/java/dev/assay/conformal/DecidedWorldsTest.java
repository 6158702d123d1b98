package dev.assay.conformal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.calibration.Fit;
import dev.assay.calibration.LabelledParts;
import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.LevelScale;
import dev.assay.calibration.LogisticCalibrator;
import dev.assay.calibration.ProbabilityMap;
import dev.assay.calibration.Scale;
import dev.assay.calibration.Splits;
import dev.assay.conformal.Automation.Tested;
import dev.assay.conformal.LearnThenTest.Sequence;
import dev.assay.core.Direction;
import dev.assay.stats.SeenShare;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Worlds in which most answers are easy and right, so that a promise about all that is decided
 * would hide what is accepted wrongly.
 */
class DecidedWorldsTest {
  private static final double ALPHA = .1;
  private static final double DELTA = .1;
  private static final double EASY = .85;
  private static final Splits SPLITS = new Splits(.4, .4, .2, 3);

  @ParameterizedTest
  @ValueSource(doubles = {.03, .06, .08})
  void acceptedAnswersKeepTheirPromiseAndMissedOnesAreAsTheRowSays(double failures) {
    // 85 % of the answers have score 1, of which 1 % fail; the others' scores are even in [0, 1],
    // and the lower the score, the more of them fail. 300 rounds of 500 questions.
    int rounds = 300;
    SplittableRandom random = new SplittableRandom((long) (failures * 100));
    int broken = 0;
    int rejectsBroken = 0;
    int accepting = 0;
    int covered = 0;
    int coveredLeast = 0;
    double difference = 0;
    for (int round = 0; round < rounds; round++) {
      LabelledParts parts = LabelledParts.of(SPLITS, world(random, 500, failures));
      Fit fit = new LogisticCalibrator().on(new Scale(Direction.UP, 0, 1)).fit(parts.train());
      if (fit instanceof Fit.Degenerate) {
        continue;
      }
      ProbabilityMap map = ((Fit.Fitted) fit).map();
      CaseSets sets =
          CaseSets.Quantiles.of(
              LevelScale.BINARY,
              new LeastAmbiguous(),
              new SetGuarantees(ALPHA, false, false).of(map, new LeastAmbiguous(), parts),
              false);
      Automation automation = Automation.of(Automation.Terms.of(ALPHA), DELTA, round);
      Tested tested = automation.test(map, sets, parts);
      List<Guarantee> promises =
          Family.of(Map.of("m", tested), automation, DELTA, 1, true).guarantees("m", tested);
      Truth truth = new Truth(failures, rule(map, sets, promises));
      broken += truth.wrongOf(Decision.ACCEPT) > ALPHA ? 1 : 0;
      rejectsBroken += truth.wrongOf(Decision.REJECT) > ALPHA ? 1 : 0;
      Guarantee accepts = promises.get(0);
      if (accepts.quantile().isPresent()) {
        accepting++;
        assertThat(accepts.quantile().get()).isGreaterThanOrEqualTo(1 - ALPHA);
        SeenShare missed = accepts.decisions().orElseThrow().seen().missed();
        covered += missed.low() <= truth.missed() && truth.missed() <= missed.high() ? 1 : 0;
        difference += missed.known() ? missed.share() - truth.missed() : 0;
        // At least half the accepted have score 1, and so have the least sure of them or they are
        // from the others: between 1 % and the share at the lowest accepted score are wrong.
        SeenShare least = accepts.decisions().orElseThrow().seen().leastSure();
        coveredLeast += least.high() >= .01 && least.low() <= .5 ? 1 : 0;
      }
    }
    // Monte Carlo: 3.3 √(.05 · .95 / 300) = .042 of a share, and as much of δ/2 = .05 of each side.
    assertThat(accepting).isGreaterThan(150);
    assertThat(broken / (double) rounds).isLessThan(DELTA / 2 + .042);
    assertThat(rejectsBroken / (double) rounds).isLessThan(DELTA / 2 + .042);
    assertThat(covered / (double) accepting).isGreaterThan(.95 - .042);
    assertThat(coveredLeast).isEqualTo(accepting);
    // Some 3 to 8 failed answers a round on unseen questions: √(.25 / 3 / 300) · 3.3 = .055.
    assertThat(Math.abs(difference / accepting)).isLessThan(.055);
  }

  @Test
  void aPromiseIsKeptOverTwelveRoundsOfLabels() {
    // Each round adds 30 questions to the tests. Just more than a tenth of what is sure is wrong,
    // so
    // that whatever is certified breaks the promise. 1,000 histories: 3.3 √(.09/1000) = .031.
    SplittableRandom random = new SplittableRandom(12);
    int histories = 1000;
    int broken = 0;
    int anew = 0;
    for (int history = 0; history < histories; history++) {
      List<Verdict> rows = new ArrayList<>();
      boolean once = false;
      boolean onceAnew = false;
      for (int round = 1; round <= 12; round++) {
        for (int i = 0; i < 30; i++) {
          rows.add(sure(random, round + "r" + i));
        }
        Sequence sequence =
            LearnThenTest.sequence(
                rows, List.of(new LearnThenTest.Cut(1, .9)), Decision.ACCEPT, ALPHA, history);
        once |= breaks(sequence, Rounds.spent(DELTA, round));
        onceAnew |= breaks(sequence, DELTA);
      }
      broken += once ? 1 : 0;
      anew += onceAnew ? 1 : 0;
    }
    assertThat(broken / (double) histories).isLessThan(DELTA + .031);
    // A promise that is made anew each round is broken far more often.
    assertThat(anew / (double) histories).isGreaterThan(DELTA + .08);
  }

  @Test
  void whatIsSpentOverAllRoundsIsDelta() {
    // 1/2 + 1/6 + 1/12 + … = 1 − 1/(K + 1) after K rounds
    double spent = 0;
    for (int round = 1; round <= 999; round++) {
      spent += Rounds.spent(DELTA, round);
    }
    assertThat(spent).isCloseTo(DELTA * .999, org.assertj.core.api.Assertions.within(1e-12));
  }

  private static boolean breaks(Sequence sequence, double delta) {
    return LearnThenTest.certified(LearnThenTest.started(sequence, delta), delta).isPresent();
  }

  private static Verdict sure(SplittableRandom random, String group) {
    Opinion said = new Opinion(Decision.ACCEPT, .95, true);
    return new Verdict(group, said, random.nextDouble() >= ALPHA + 1e-9, 1);
  }

  private static CaseRule rule(ProbabilityMap map, CaseSets sets, List<Guarantee> promises) {
    return new CaseRule(
        CalibrationStatus.OK,
        "",
        map,
        sets,
        Automation.LEARN_THEN_TEST,
        new CaseRule.Limit(promises.get(0).quantile().orElse(Double.POSITIVE_INFINITY), ""),
        new CaseRule.Limit(promises.get(1).quantile().orElse(Double.POSITIVE_INFINITY), ""));
  }

  /** The share that fails at a score. */
  private static double fails(double score, double failures) {
    double hard = (failures - EASY * .01) / (1 - EASY);
    return score == 1 ? .01 : Math.min(1, 2 * hard * (1 - score));
  }

  private static List<LabelledResponse> world(
      SplittableRandom random, int groups, double failures) {
    List<LabelledResponse> rows = new ArrayList<>();
    for (int g = 0; g < groups; g++) {
      double score = random.nextDouble() < EASY ? 1 : random.nextDouble();
      int label = random.nextDouble() < fails(score, failures) ? 0 : 1;
      rows.add(LabelledResponse.of("g" + g, score, label));
    }
    return rows;
  }

  /** What a rule does in the whole world: exact on a grid of scores. */
  private static final class Truth {
    private final double[][] decided = new double[2][2];
    private double failed;

    Truth(double failures, CaseRule rule) {
      int grid = 400;
      add(1, EASY, failures, rule);
      for (int i = 0; i < grid; i++) {
        add((i + .5) / grid, (1 - EASY) / grid, failures, rule);
      }
    }

    private void add(double score, double mass, double failures, CaseRule rule) {
      double fails = mass * fails(score, failures);
      failed += fails;
      Decision decision = rule.decide("", score).decision();
      if (decision != Decision.REFER) {
        decided[decision.ordinal()][0] += fails;
        decided[decision.ordinal()][1] += mass - fails;
      }
    }

    double wrongOf(Decision side) {
      double[] of = decided[side.ordinal()];
      double wrong = side == Decision.ACCEPT ? of[0] : of[1];
      return of[0] + of[1] > 0 ? wrong / (of[0] + of[1]) : 0;
    }

    double missed() {
      return decided[Decision.ACCEPT.ordinal()][0] / failed;
    }
  }
}
