package dev.assay.conformal;

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
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Answers pass with probability σ(s (a + w b)), a and b standard normal, but never with less than a
 * least one nor more than its complement. Two judges toss a coin each.
 */
final class MetricsWorld {
  static final double ALPHA = .1;
  static final double DELTA = .1;
  private static final int UNSEEN = 400;

  private final SplittableRandom random;
  private final SplittableRandom judges;
  private final double slope;
  private final double second;
  private final double least;
  private String method = LogisticMap.METHOD;
  private final List<Answer> unseen = new ArrayList<>();

  MetricsWorld(long seed, double slope, double second) {
    this(seed, slope, second, 0);
  }

  /** Only the sign of the first metric matters. */
  static MetricsWorld ofSteps(long seed, double least) {
    return new MetricsWorld(seed, 1e6, 0, least);
  }

  private MetricsWorld(long seed, double slope, double second, double least) {
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
  MetricsWorld by(String other) {
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

  private record Answer(List<Double> scores, double passes) {}

  /**
   * What a metric or model decides of unseen answers.
   *
   * @param said of each of them
   */
  record Rule(List<Integer> inputs, List<Decision> said) {

    double share() {
      return said.stream().filter(d -> d != Decision.REFER).count() / (double) said.size();
    }

    /** The worse of the shares that are accepted, and rejected, wrongly. */
    double wrong(MetricsWorld world) {
      return Math.max(
          wrong(world, Decision.ACCEPT, answer -> 1 - answer.passes()),
          wrong(world, Decision.REJECT, Answer::passes));
    }

    private double wrong(MetricsWorld world, Decision side, ToDoubleFunction<Answer> error) {
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
}
