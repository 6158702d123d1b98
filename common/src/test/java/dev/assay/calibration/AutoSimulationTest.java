package dev.assay.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.base.Logistic;
import dev.assay.core.Direction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What {@code auto} says from few labels against a known truth: fits on n groups of one to three
 * dependent rows, measured by the true probabilities of 2,000 fresh scores, so that only the fits
 * are random. Over {@value #ROUNDS} fits.
 */
class AutoSimulationTest {
  private static final int ROUNDS = 24;
  private static final int FRESH = 2000;

  /** A score with its true probability, by world. */
  private static final Map<String, Function<SplittableRandom, double[]>> WORLDS =
      Map.of(
          "most answers easy, 3 % of them failed",
          random -> {
            double score = random.nextDouble();
            return random.nextDouble() < .85
                ? new double[] {1, .97}
                : new double[] {score, .1 + .6 * score};
          },
          "a step",
          random -> {
            double score = random.nextDouble();
            return new double[] {score, score < .5 ? .05 : .95};
          },
          "a good metric",
          random -> {
            double x = 2.5 * random.nextGaussian();
            return new double[] {Logistic.sigmoid(.8 * x), Logistic.sigmoid(2 * x)};
          },
          "a poor metric",
          random -> {
            double score = random.nextDouble();
            return new double[] {score, .35 + .3 * score};
          });

  static Stream<Arguments> sizes() {
    return WORLDS.keySet().stream()
        .sorted()
        .flatMap(
            world -> Stream.of(15, 25, 40, 57, 100, 200, 400).map(n -> Arguments.of(world, n)));
  }

  @ParameterizedTest(name = "{0}, {1} groups")
  @MethodSource("sizes")
  void isNoWorseThanTheBaseRateAndRarelyTooSure(String world, int groups) {
    SplittableRandom random = new SplittableRandom(world.hashCode() + groups);
    double[][] fresh =
        Stream.generate(() -> WORLDS.get(world).apply(random))
            .limit(FRESH)
            .toArray(double[][]::new);
    double loss = 0;
    double base = 0;
    double worst = 0;
    double surplus = 0;
    for (int round = 0; round < ROUNDS; round++) {
      List<LabelledResponse> rows = rows(world, groups, random);
      ProbabilityMap map =
          ((Fit.Fitted)
                  Calibrators.of("auto", Calibrators.SIMPLEST_FIRST, 5, round)
                      .on(new Scale(Direction.UP, 0, 1))
                      .fit(rows))
              .map();
      double share = rows.stream().mapToInt(LabelledResponse::level).average().orElseThrow();
      double own = 0;
      for (double[] one : fresh) {
        double p = map.probability(one[0]);
        double truth = one[1];
        own += (truth * LogLoss.of(p) + (1 - truth) * LogLoss.of(1 - p)) / FRESH;
        base += (truth * LogLoss.of(share) + (1 - truth) * LogLoss.of(1 - share)) / FRESH;
        if (Math.max(p, 1 - p) > .99) {
          surplus += ((p > .5 ? 1 - truth : truth) - .01) / FRESH;
        }
      }
      loss += own;
      worst = Math.max(worst, own);
    }
    // No metric without information can do better than the base rate; half a nat in ten is the
    // price of a slope from 15 groups.
    assertThat(loss / ROUNDS).isLessThan(base / ROUNDS + (world.contains("poor") ? .05 : 0));
    assertThat(worst).as("the worst fit, in nats").isLessThan(1.1);
    assertThat(surplus / ROUNDS).as("said surer than .99 and wrong").isLessThan(.01);
  }

  /** One to three rows a group, of one score and of labels that agree more often than not. */
  private static List<LabelledResponse> rows(String world, int groups, SplittableRandom random) {
    while (true) {
      List<LabelledResponse> rows = new ArrayList<>();
      for (int g = 0; g < groups; g++) {
        double[] one = WORLDS.get(world).apply(random);
        double shared = random.nextDouble();
        int size = random.nextInt(1, 4);
        for (int r = 0; r < size; r++) {
          double u = random.nextDouble() < .7 ? shared : random.nextDouble();
          rows.add(LabelledResponse.of("g" + g, one[0], u < one[1] ? 1 : 0));
        }
      }
      if (ScoreTable.of(rows).degeneracy().isEmpty()) {
        return rows;
      }
    }
  }
}
