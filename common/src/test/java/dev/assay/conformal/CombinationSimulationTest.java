package dev.assay.conformal;

import static dev.assay.conformal.MetricsWorld.ALPHA;
import static dev.assay.conformal.MetricsWorld.DELTA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.conformal.MetricsWorld.Rule;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A model of several metrics beside single ones, before one court: who takes the one that decides
 * most afterwards keeps the promise, and gets no model that is worth nothing. Of fewer questions
 * too few are left to test a promise on: 200 decide .002 where 400 decide .51.
 */
@Tag("slow")
class CombinationSimulationTest {
  private static final int ROUNDS = 200;

  /** Monte Carlo: 3.3 √(.1 · .9 / 200). */
  private static final double ERROR = .07;

  /** Of a world: two metrics that say something, and three that do not. */
  private static final List<Integer> GOOD = List.of(0);

  private static final List<Integer> BOTH = List.of(0, 1);
  private static final List<Integer> GOOD_AND_NOISE = List.of(0, 2, 3, 4);
  private static final List<Integer> NOISE = List.of(2, 3, 4);

  /** The share of two judges who say yes. */
  private static final List<Integer> JUDGES = List.of(5);

  private static final List<Integer> GOOD_AND_JUDGES = List.of(0, 5);

  @ParameterizedTest
  @ValueSource(ints = {400, 800})
  void whoTakesTheOneThatDecidesMostKeepsThePromise(int questions) {
    int broken = 0;
    double decided = 0;
    for (int round = 0; round < ROUNDS; round++) {
      MetricsWorld world = new MetricsWorld(questions * 1000L + round, 8, 0);
      Optional<Rule> most = most(world.rules(questions, round, List.of(GOOD, GOOD_AND_NOISE)));
      broken += most.map(rule -> rule.wrong(world) > ALPHA).orElse(false) ? 1 : 0;
      decided += most.map(Rule::share).orElse(0.0) / ROUNDS;
    }
    // One promise of accepts and one of rejects, together δ; the worse of both is looked at.
    assertThat(broken / (double) ROUNDS).isLessThan(DELTA + ERROR);
    assertThat(decided).isGreaterThan(.2);
  }

  /**
   * Of what looks good .89 pass, however good it looks, and of what looks bad .11: a logistic map
   * is surer than that of many answers, and whoever decides any of them breaks the promise.
   */
  @ParameterizedTest
  @ValueSource(ints = {400, 800})
  void whoTakesTheOneThatDecidesMostIsKeptFromWhatMapsAreTooSureOf(int questions) {
    int broken = 0;
    for (int round = 0; round < ROUNDS; round++) {
      MetricsWorld world = MetricsWorld.ofSteps(questions * 1000L + round, .11);
      Optional<Rule> most = most(world.rules(questions, round, List.of(GOOD, GOOD_AND_NOISE)));
      broken += most.map(rule -> rule.wrong(world) > ALPHA).orElse(false) ? 1 : 0;
    }
    assertThat(broken / (double) ROUNDS).isLessThan(DELTA + ERROR);
  }

  @ParameterizedTest
  @ValueSource(strings = {"logistic", "boosted"})
  void aModelOfNoiseIsNotTakenForAGoodMetric(String method) {
    int fit = 0;
    double noise = 0;
    double metric = 0;
    for (int round = 0; round < ROUNDS; round++) {
      MetricsWorld world = new MetricsWorld(400_000 + round, 8, 0).by(method);
      Map<String, Rule> rules = world.rules(400, round, List.of(GOOD, NOISE));
      fit += rules.containsKey(NOISE.toString()) ? 1 : 0;
      noise += share(rules, NOISE) / ROUNDS;
      metric += share(rules, GOOD) / ROUNDS;
    }
    // That the lower end of an area's 95 % interval lies above .6 where the area is .5.
    assertThat(fit / (double) ROUNDS).isLessThan(.025);
    assertThat(noise).isZero();
    assertThat(metric).isGreaterThan(.2);
  }

  @ParameterizedTest
  @ValueSource(ints = {400})
  void aModelOfTwoMetricsThatBothSaySomethingDecidesMore(int questions) {
    double more = 0;
    for (int round = 0; round < 100; round++) {
      MetricsWorld world = new MetricsWorld(round, 2.5, 1);
      Map<String, Rule> rules = world.rules(questions, round, List.of(GOOD, BOTH));
      more += most(rules).map(Rule::share).orElse(0.0);
      more -= most(world.rules(questions, round, List.of(GOOD))).map(Rule::share).orElse(0.0);
    }
    assertThat(more / 100).isGreaterThan(.05);
  }

  @Test
  void judgesWhoAnswerAtRandomAddNothing() {
    double[] added = new double[60];
    double metric = 0;
    for (int round = 0; round < added.length; round++) {
      MetricsWorld world = new MetricsWorld(round, 8, 0);
      Map<String, Rule> rules = world.rules(400, round, List.of(GOOD, GOOD_AND_JUDGES, JUDGES));
      assertThat(share(rules, JUDGES)).as("judges alone, round " + round).isZero();
      added[round] = share(rules, GOOD_AND_JUDGES) - share(rules, GOOD);
      metric += share(rules, GOOD) / added.length;
    }
    double mean = Arrays.stream(added).average().orElseThrow();
    double squares = Arrays.stream(added).map(gain -> (gain - mean) * (gain - mean)).sum();
    double error = Math.sqrt(squares / (added.length - 1) / added.length);
    assertThat(metric).isGreaterThan(.3);
    // Pure noise would lie above 3.3 standard errors once in 2,000 samples of worlds.
    assertThat(mean).isLessThan(3.3 * error).isLessThan(.03);
  }

  private static double share(Map<String, Rule> rules, List<Integer> inputs) {
    return Optional.ofNullable(rules.get(inputs.toString())).map(Rule::share).orElse(0.0);
  }

  /** By how much is decided of unseen answers; their labels have no say. */
  private static Optional<Rule> most(Map<String, Rule> rules) {
    return rules.values().stream()
        .filter(rule -> rule.share() > 0)
        .reduce((one, other) -> other.share() > one.share() ? other : one);
  }
}
