package dev.assay.conformal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.calibration.Calibrator;
import dev.assay.calibration.JointCalibrator;
import dev.assay.calibration.LabelledParts;
import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.LevelScale;
import dev.assay.calibration.LogisticCalibrator;
import dev.assay.calibration.LogisticMap;
import dev.assay.calibration.ProbabilityMap;
import dev.assay.calibration.Scale;
import dev.assay.calibration.Splits;
import dev.assay.core.Direction;
import dev.assay.stats.Resampling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
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
  private static final double ALPHA = .1;
  private static final double DELTA = .1;
  private static final int ROUNDS = 200;
  private static final int UNSEEN = 400;

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
      World world = new World(questions * 1000L + round, 8, 0);
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
      World world = World.ofSteps(questions * 1000L + round, .11);
      Optional<Rule> most = most(world.rules(questions, round, List.of(GOOD, GOOD_AND_NOISE)));
      broken += most.map(rule -> rule.wrong(world) > ALPHA).orElse(false) ? 1 : 0;
    }
    assertThat(broken / (double) ROUNDS).isLessThan(DELTA + ERROR);
  }

  /** Trees, which learn noise by heart. */
  @ParameterizedTest
  @ValueSource(ints = {400})
  void aModelOfNoiseIsNotTakenForAGoodMetric(int questions) {
    int taken = 0;
    double decided = 0;
    for (int round = 0; round < ROUNDS; round++) {
      World world = new World(questions * 1000L + round, 8, 0);
      Map<String, Rule> rules = world.by("boosted").rules(questions, round, List.of(GOOD, NOISE));
      taken += share(rules, NOISE) > 0 ? 1 : 0;
      decided += share(rules, GOOD) / ROUNDS;
    }
    assertThat(taken / (double) ROUNDS).isLessThan(DELTA);
    assertThat(decided).isGreaterThan(.2);
  }

  @ParameterizedTest
  @ValueSource(ints = {400})
  void aModelOfTwoMetricsThatBothSaySomethingDecidesMore(int questions) {
    double more = 0;
    for (int round = 0; round < 100; round++) {
      World world = new World(round, 2.5, 1);
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
      World world = new World(round, 8, 0);
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

  private record Answer(List<Double> scores, double passes) {}

  /**
   * What a metric or model decides of unseen answers.
   *
   * @param said of each of them
   */
  private record Rule(List<Integer> inputs, List<Decision> said) {

    double share() {
      return said.stream().filter(d -> d != Decision.REFER).count() / (double) said.size();
    }

    /** The worse of the shares that are accepted, and rejected, wrongly. */
    double wrong(World world) {
      return Math.max(
          wrong(world, Decision.ACCEPT, answer -> 1 - answer.passes()),
          wrong(world, Decision.REJECT, Answer::passes));
    }

    private double wrong(World world, Decision side, ToDoubleFunction<Answer> error) {
      double sum = 0;
      int count = 0;
      for (int i = 0; i < said.size(); i++) {
        if (said.get(i) == side) {
          sum += error.applyAsDouble(world.unseen.get(i));
          count++;
        }
      }
      return count == 0 ? 0 : sum / count;
    }
  }

  /**
   * Answers pass with probability σ(s (a + w b)), a and b standard normal, but never with less than
   * a least one nor more than its complement. Two judges toss a coin each.
   */
  private static final class World {
    private final SplittableRandom random;
    private final SplittableRandom judges;
    private final double slope;
    private final double second;
    private final double least;
    private String method = LogisticMap.METHOD;
    private final List<Answer> unseen = new ArrayList<>();

    World(long seed, double slope, double second) {
      this(seed, slope, second, 0);
    }

    /** Only the sign of the first metric matters. */
    static World ofSteps(long seed, double least) {
      return new World(seed, 1e6, 0, least);
    }

    private World(long seed, double slope, double second, double least) {
      this.random = new SplittableRandom(seed);
      this.judges = new SplittableRandom(-1 - seed);
      this.slope = slope;
      this.second = second;
      this.least = least;
      for (int i = 0; i < UNSEEN; i++) {
        unseen.add(answer());
      }
    }

    /** With models of this method. */
    World by(String other) {
      method = other;
      return this;
    }

    private Answer answer() {
      List<Double> scores = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        scores.add(random.nextGaussian());
      }
      scores.add((judges.nextInt(2) + judges.nextInt(2)) / 2.0);
      double z = slope * (scores.get(0) + second * scores.get(1));
      double passes = 1 / (1 + Math.exp(-z));
      return new Answer(scores, Math.min(1 - least, Math.max(least, passes)));
    }

    /** Those that the court finds fit, certified as one family. */
    Map<String, Rule> rules(int questions, int round, List<List<Integer>> inputs) {
      List<Answer> answers = new ArrayList<>();
      List<Integer> labels = new ArrayList<>();
      for (int i = 0; i < questions; i++) {
        Answer answer = answer();
        answers.add(answer);
        labels.add(random.nextDouble() < answer.passes() ? 1 : 0);
      }
      Automation automation = Automation.of(Automation.Terms.of(ALPHA), DELTA, round);
      Map<String, Automation.Tested> tested = new TreeMap<>();
      Map<String, ProbabilityMap> maps = new TreeMap<>();
      Map<String, CaseSets> sets = new TreeMap<>();
      for (List<Integer> own : inputs) {
        List<LabelledResponse> rows = new ArrayList<>();
        for (int i = 0; i < questions; i++) {
          rows.add(LabelledResponse.of("q" + i, of(answers.get(i), own), labels.get(i), 1));
        }
        DoubleCalibration court = court(own, round);
        Calibration calibration = court.calibrate(rows, Scale.of(Direction.UP));
        if (calibration.status() == CalibrationStatus.OK) {
          ProbabilityMap map = calibration.map().orElseThrow();
          LabelledParts parts = LabelledParts.of(court.splits(), rows);
          CaseSets made =
              CaseSets.Quantiles.of(
                  LevelScale.BINARY,
                  new LeastAmbiguous(),
                  new SetGuarantees(ALPHA, false, false).of(map, new LeastAmbiguous(), parts),
                  false);
          maps.put(own.toString(), map);
          sets.put(own.toString(), made);
          tested.put(own.toString(), automation.test(map, made, parts));
        }
      }
      Family family = Family.of(tested, automation, DELTA, 1, true);
      Map<String, Rule> rules = new TreeMap<>();
      for (List<Integer> own : inputs) {
        String name = own.toString();
        if (tested.containsKey(name)) {
          List<Guarantee> promises = family.guarantees(name, tested.get(name));
          CaseRule rule =
              new CaseRule(
                  CalibrationStatus.OK,
                  "",
                  maps.get(name),
                  sets.get(name),
                  Automation.LEARN_THEN_TEST,
                  limit(promises.get(0)),
                  limit(promises.get(1)));
          rules.put(
              name,
              new Rule(
                  own,
                  unseen.stream()
                      .map(answer -> rule.decide("", vector(answer, own)).decision())
                      .toList()));
        }
      }
      return rules;
    }

    private static double[] vector(Answer answer, List<Integer> own) {
      return of(answer, own).stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static List<Double> of(Answer answer, List<Integer> own) {
      return own.stream().map(answer.scores()::get).toList();
    }

    private static CaseRule.Limit limit(Guarantee promise) {
      return new CaseRule.Limit(promise.quantile().orElse(Double.POSITIVE_INFINITY), "");
    }

    private DoubleCalibration court(List<Integer> own, int round) {
      Calibrator calibrator =
          own.size() == 1
              ? new LogisticCalibrator()
              : new JointCalibrator(method, Collections.nCopies(own.size(), Direction.UP));
      return new DoubleCalibration(
          calibrator,
          new LeastAmbiguous(),
          new Splits(.4, .4, .2, round),
          ALPHA,
          15,
          10,
          new Fitness(.6, Set.of()),
          new Resampling(100, .95, round));
    }
  }
}
