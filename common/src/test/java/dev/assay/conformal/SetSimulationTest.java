package dev.assay.conformal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.calibration.LabelledResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Simulated coverage of sets. Each round fits on fresh groups and covers one fresh row, so rounds
 * are independent and the Monte Carlo error of a share near .9 over R rounds is 3.3 √(.09 / R)
 * (99.9 %): .0099 for 10,000, .0140 for 5,000, .0221 for 2,000, .0313 for 1,000.
 */
class SetSimulationTest {
  private static final double ALPHA = .1;

  @ParameterizedTest(name = "{0} at {1} groups of up to {2} rows")
  @CsvSource({
    "lac, 9, 1",
    "lac, 50, 1",
    "lac, 50, 5",
    "aps, 9, 1",
    "aps, 20, 1",
    "aps, 100, 1",
    "aps, 20, 5",
    "raps, 50, 1",
    "raps, 20, 5",
    "ordinal, 9, 1",
    "ordinal, 100, 1",
    "ordinal, 20, 5"
  })
  void manyClassesAreCovered(String name, int groups, int rowsPerGroup) {
    // The classes' probabilities are continuous and u is uniform: no ties, so the upper bound
    // holds.
    double coverage = coverage(method(name), groups, rowsPerGroup, 10_000);
    assertThat(coverage).isGreaterThan(1 - ALPHA - .0099);
    if (rowsPerGroup == 1) {
      assertThat(coverage).isLessThan(1 - ALPHA + 1.0 / (groups + 1) + .0099);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"lac", "aps", "raps", "ordinal"})
  void manyClassesAreCoveredAtAThousand(String name) {
    assertThat(coverage(method(name), 1000, 1, 2000))
        .isBetween(1 - ALPHA - .0221, 1 - ALPHA + .001 + .0221);
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 100})
  void everyCategoryIsCovered(int groups) {
    // Labels follow the score in one category and are noise in another; a fifth is of a third kind.
    Map<String, int[]> counts = new HashMap<>();
    SplittableRandom random = new SplittableRandom(groups);
    for (int round = 0; round < 20_000; round++) {
      Map<String, List<Scored>> rows = new HashMap<>();
      for (int g = 0; g < groups * 3; g++) {
        String category = category(random);
        rows.computeIfAbsent(category, c -> new ArrayList<>())
            .add(Scored.of("g" + g, nonconformity(category, random)));
      }
      String category = category(random);
      Quantile quantile = Quantile.of(rows.getOrDefault(category, List.of()), ALPHA);
      int[] count = counts.computeIfAbsent(category, c -> new int[2]);
      count[0]++;
      count[1] += nonconformity(category, random) <= quantile.value() ? 1 : 0;
    }
    assertThat(counts).hasSize(3);
    counts.forEach(
        (category, count) ->
            assertThat(count[1] / (double) count[0])
                .as(category)
                .isGreaterThan(1 - ALPHA - 3.3 * Math.sqrt(.09 / count[0])));
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 50})
  void crossConformalKeepsItsPromise(int groups) {
    double coverage =
        binary(
            groups,
            1000,
            (rows, score) ->
                CrossConformal.fit(SetLearner.logistic(), rows, 5, ALPHA, 1)
                    .map(fit -> fit.set(score))
                    .orElse(PredictionSet.of(0, 1)));
    // Promised: 1 − 2α less a remainder; in fact about 1 − α.
    assertThat(coverage).isGreaterThan(1 - 2 * ALPHA).isGreaterThan(1 - ALPHA - .05);
  }

  @ParameterizedTest
  @ValueSource(ints = {9, 20, 50})
  void fullConformalCovers(int groups) {
    double coverage =
        binary(
            groups,
            2000,
            (rows, score) -> FullConformal.of(SetLearner.logistic(), rows, ALPHA, 1).set(score));
    assertThat(coverage).isGreaterThan(1 - ALPHA - .0221);
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(ints = {9, 20, 50, 100})
  void smallSamplesAreCoveredInManyRounds(int groups) {
    double cross =
        binary(
            groups,
            2_500,
            (rows, score) ->
                CrossConformal.fit(SetLearner.logistic(), rows, 5, ALPHA, 1)
                    .map(fit -> fit.set(score))
                    .orElse(PredictionSet.of(0, 1)));
    double full =
        binary(
            groups,
            2_500,
            (rows, score) -> FullConformal.of(SetLearner.logistic(), rows, ALPHA, 1).set(score));
    assertThat(cross).isGreaterThan(1 - 2 * ALPHA - .0264);
    assertThat(full).isGreaterThan(1 - ALPHA - .0198);
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 100, 1000})
  void weightsMendLabelsThatWereNotDrawnUniformly(int groups) {
    // Hard cases (x near 1) are labelled rarely: π = 1 − .9x. Their labels are stranger.
    int rounds = groups == 1000 ? 2000 : 10_000;
    SplittableRandom random = new SplittableRandom(groups);
    int weighted = 0;
    int plain = 0;
    for (int round = 0; round < rounds; round++) {
      List<Scored> rows = new ArrayList<>();
      while (rows.size() < groups) {
        double x = random.nextDouble();
        if (random.nextDouble() < 1 - .9 * x) {
          rows.add(new Scored("g" + rows.size(), x + random.nextDouble() / 2, 1 / (1 - .9 * x)));
        }
      }
      double x = random.nextDouble();
      double own = x + random.nextDouble() / 2;
      weighted += own <= WeightedQuantile.of(rows, ALPHA).at(1 / (1 - .9 * x)) ? 1 : 0;
      plain += own <= Quantile.of(rows, ALPHA).value() ? 1 : 0;
    }
    double error = 3.3 * Math.sqrt(.09 / rounds);
    assertThat(weighted / (double) rounds).isGreaterThan(1 - ALPHA - error);
    if (groups > 20) {
      assertThat(plain / (double) rounds).isLessThan(1 - ALPHA - .05);
    }
  }

  @ParameterizedTest(name = "systems labelled with chances {0} and {1}")
  @CsvSource({"1, .1", ".5, .1", ".2, .2"})
  void everySystemOfAQuestionCountsAlike(double known, double rare) {
    // Two systems answer each of 300 questions; the second's labels are rare, and stranger by 1.
    int rounds = 4000;
    SplittableRandom random = new SplittableRandom(Math.round(known * 100));
    int covered = 0;
    for (int round = 0; round < rounds; round++) {
      List<Scored> rows = new ArrayList<>();
      for (int g = 0; g < 300; g++) {
        if (random.nextDouble() < known) {
          rows.add(new Scored("g" + g, random.nextDouble(), 1 / known / 2));
        }
        if (random.nextDouble() < rare) {
          rows.add(new Scored("g" + g, 1 + random.nextDouble(), 1 / rare / 2));
        }
      }
      boolean second = random.nextBoolean();
      double own = random.nextDouble() + (second ? 1 : 0);
      double at = WeightedQuantile.of(rows, ALPHA).at(1 / (second ? rare : known) / 2);
      covered += own <= at ? 1 : 0;
    }
    // Monte Carlo error over 4,000 rounds: 3.3 √(.09/4000) = .0157 (99.9 %).
    assertThat(covered / (double) rounds).isBetween(1 - ALPHA - .0157, 1 - ALPHA + .0157 + .01);
  }

  private static Nonconformity method(String name) {
    return switch (name) {
      case "lac" -> new LeastAmbiguous();
      case "aps" -> Adaptive.aps();
      case "raps" -> new Adaptive(.05, 2);
      default -> new OrdinalAdaptive();
    };
  }

  private record Row(String group, double[] probabilities, int label) {}

  /** Probabilities that are wrong on purpose (too sharp): coverage must hold all the same. */
  private static List<Row> rows(SplittableRandom random, int groups, int most) {
    List<Row> rows = new ArrayList<>();
    for (int g = 0; g < groups; g++) {
      double effect = random.nextGaussian();
      int size = most == 1 ? 1 : random.nextInt(1, most + 1);
      for (int r = 0; r < size; r++) {
        double[] truth = new double[4];
        double[] stated = new double[4];
        double t = 0;
        double s = 0;
        for (int y = 0; y < 4; y++) {
          double logit = random.nextGaussian() - Math.abs(y - 1.5 - effect);
          truth[y] = Math.exp(logit);
          stated[y] = Math.exp(2 * logit);
          t += truth[y];
          s += stated[y];
        }
        double left = random.nextDouble() * t;
        int label = 0;
        while (label < 3 && (left -= truth[label]) > 0) {
          label++;
        }
        for (int y = 0; y < 4; y++) {
          stated[y] /= s;
        }
        rows.add(new Row("g" + g, stated, label));
      }
    }
    return rows;
  }

  private static double coverage(Nonconformity method, int groups, int most, int rounds) {
    SplittableRandom random = new SplittableRandom(groups * 31L + most);
    int covered = 0;
    for (int round = 0; round < rounds; round++) {
      List<Scored> scored =
          rows(random, groups, most).stream()
              .map(
                  row ->
                      Scored.of(
                          row.group(),
                          method.of(row.probabilities(), random.nextDouble())[row.label()]))
              .toList();
      Row fresh = rows(random, 1, 1).get(0);
      covered +=
          Quantile.of(scored, ALPHA)
                  .set(method.of(fresh.probabilities(), random.nextDouble()))
                  .contains(fresh.label())
              ? 1
              : 0;
    }
    return covered / (double) rounds;
  }

  private static String category(SplittableRandom random) {
    double u = random.nextDouble();
    return u < .4 ? "easy" : u < .8 ? "hard" : "rare";
  }

  private static double nonconformity(String category, SplittableRandom random) {
    return random.nextDouble() + (category.equals("hard") ? 1 : category.equals("rare") ? 3 : 0);
  }

  private static double binary(
      int groups, int rounds, BiFunction<List<LabelledResponse>, Double, PredictionSet> sets) {
    SplittableRandom random = new SplittableRandom(groups);
    int covered = 0;
    for (int round = 0; round < rounds; round++) {
      List<LabelledResponse> rows = new ArrayList<>();
      for (int g = 0; g < groups; g++) {
        double effect = random.nextGaussian();
        int size = random.nextInt(1, 4);
        for (int r = 0; r < size; r++) {
          rows.add(row("g" + g, effect, random));
        }
      }
      LabelledResponse fresh = row("new", random.nextGaussian(), random);
      covered += sets.apply(rows, fresh.score()).contains(fresh.level()) ? 1 : 0;
    }
    return covered / (double) rounds;
  }

  private static LabelledResponse row(String group, double effect, SplittableRandom random) {
    double score = effect + random.nextGaussian() / 2;
    int label = random.nextDouble() < 1 / (1 + Math.exp(-1.5 * score)) ? 1 : 0;
    return LabelledResponse.of(group, score, label);
  }
}
