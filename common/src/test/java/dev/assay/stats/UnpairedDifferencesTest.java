package dev.assay.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.base.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnpairedDifferencesTest {

  @Test
  void isAbsentForFewerThanFiveGroupsOnASide() {
    assertThat(
            UnpairedDifferences.compare(
                rows("a", 1, 2, 3, 4), rows("b", 0, 1, 2, 3, 4), new Resampling(200, .95, 1)))
        .isEmpty();
  }

  @Test
  void findsAShiftOfSeveralStandardErrors() {
    double p =
        UnpairedDifferences.compare(
                rows("a", 5, 6, 7, 5.5, 6.5, 6.2),
                rows("b", 1, 2, 3, 1.5, 2.5, 2.2),
                new Resampling(2000, .95, 1))
            .orElseThrow();
    // 2 of C(12, 6) = 924 assignments are as extreme: p = .0022, read off 2,001 permutations.
    assertThat(p).isCloseTo(2.0 / 924, within(.004));
  }

  @Test
  void rejectsAtItsLevelWhenMeansAreEqualAndVariancesDiffer() {
    int simulations = 1000;
    int rejected = 0;
    for (int s = 0; s < simulations; s++) {
      SplittableRandom random = new SplittableRandom(Seeds.of(7, "unpaired", "" + s));
      List<Observation> small = new ArrayList<>();
      List<Observation> large = new ArrayList<>();
      for (int g = 0; g < 8; g++) {
        small.add(new Observation("s" + g, "", random.nextGaussian(), 1 + random.nextDouble()));
      }
      for (int g = 0; g < 30; g++) {
        large.add(new Observation("l" + g, "", 3 * random.nextGaussian(), 1 + random.nextDouble()));
      }
      if (UnpairedDifferences.compare(small, large, new Resampling(200, .95, s)).orElseThrow()
          <= .05) {
        rejected++;
      }
    }
    // Standard error of a rate of .05 over 1,000 simulations: .007; three of them and a little
    // bias.
    assertThat(rejected / (double) simulations).isBetween(.02, .08);
  }

  @ParameterizedTest(name = "{0} groups with {1} times the spread of the other 30")
  @CsvSource({"5, .33", "5, 1", "5, 3", "8, 3"})
  void rejectsAtItsLevelFromFiveGroupsOn(int few, double spread) {
    int simulations = 1000;
    int rejected = 0;
    for (int s = 0; s < simulations; s++) {
      SplittableRandom random = new SplittableRandom(Seeds.of(11, "few", few + "/" + s));
      double[] small = new double[few];
      Arrays.setAll(small, g -> spread * random.nextGaussian());
      double[] large = new double[30];
      Arrays.setAll(large, g -> random.nextGaussian());
      double p =
          UnpairedDifferences.compare(
                  rows("s", small), rows("l", large), new Resampling(200, .95, s))
              .orElseThrow();
      rejected += p <= .05 ? 1 : 0;
    }
    // 3.3 standard errors of .05 over 1,000 simulations are .023 (99.9 %), and .01 of its own. With
    // 2, 3 and 4 groups of three times the spread, .145, .098 and .086 are rejected.
    assertThat(rejected / (double) simulations).isLessThan(.05 + .023 + .01);
  }

  /**
   * The same p as the definition, with sums over all groups of either side: a larger left side, a
   * constant side, weights that differ by much, values that lie close together far from 0.
   */
  @ParameterizedTest(name = "{0} against {1} groups, spreads {2} and {3}, from {4} on, weights {5}")
  @CsvSource({
    "5, 40, 1, 1, 0, 1",
    "40, 5, 1, 1, 0, 1",
    "12, 12, 1, 3, 0, 50",
    "6, 20, 0, 1, 0, 1",
    "5, 5, 0, 0, 0, 1",
    "7, 30, 1, 1, 1e6, 1",
    "7, 30, .01, .01, 0, 1",
    "30, 31, 1, 1, -1e3, 1e4"
  })
  void isWhatItsDefinitionSays(
      int inside, int outside, double spread, double other, double from, double weights) {
    for (int s = 0; s < 20; s++) {
      SplittableRandom random = new SplittableRandom(Seeds.of(13, "definition", "" + s));
      List<Observation> left = normal(random, "a", inside, from + 1, spread, weights);
      List<Observation> right = normal(random, "b", outside, from, other, weights);
      Resampling resampling = new Resampling(300, .95, s);
      assertThat(UnpairedDifferences.compare(left, right, resampling))
          .hasValue(byDefinition(left, right, resampling));
    }
  }

  /** Of C(10, 5) = 252 partitions two are as extreme, and no rounding error makes them less so. */
  @ParameterizedTest(name = "{0} apart")
  @ValueSource(doubles = {.8, 100, 1e5, 1e7})
  void partitionsThatAreAsExtremeCountHoweverFarApartTheSidesAre(double apart) {
    for (int s = 0; s < 10; s++) {
      SplittableRandom random = new SplittableRandom(Seeds.of(17, "apart", "" + s));
      double p =
          UnpairedDifferences.compare(
                  normal(random, "a", 5, .1, .002, 1),
                  normal(random, "b", 5, .1 + apart, .002, 1),
                  new Resampling(20_000, .95, 3))
              .orElseThrow();
      // The standard error of .0079 over 20,000 permutations is .0006.
      assertThat(p).as("seed %s", s).isCloseTo(2 / 252.0, within(.0025));
    }
  }

  private static List<Observation> normal(
      SplittableRandom random, String prefix, int n, double mean, double spread, double weights) {
    List<Observation> rows = new ArrayList<>();
    for (int g = 0; g < n; g++) {
      rows.add(
          new Observation(
              prefix + g,
              "",
              mean + spread * random.nextGaussian(),
              1 + (weights - 1) * random.nextDouble()));
    }
    return rows;
  }

  private static double byDefinition(
      List<Observation> inside, List<Observation> outside, Resampling resampling) {
    List<Observation> all = new ArrayList<>(inside);
    all.sort(java.util.Comparator.comparing(Observation::groupId));
    List<Observation> rest = new ArrayList<>(outside);
    rest.sort(java.util.Comparator.comparing(Observation::groupId));
    all.addAll(rest);
    int n = inside.size();
    double observed = Math.abs(statistic(all, n));
    SplittableRandom random = new SplittableRandom(resampling.seed());
    int extreme = 1;
    for (int b = 0; b < resampling.replicates(); b++) {
      for (int i = 0; i < n; i++) {
        java.util.Collections.swap(all, i, i + random.nextInt(all.size() - i));
      }
      extreme += Math.abs(statistic(all, n)) >= observed * (1 - 1e-9) - 1e-9 ? 1 : 0;
    }
    return extreme / (resampling.replicates() + 1.0);
  }

  private static double statistic(List<Observation> all, int n) {
    double[] left = meanAndVariance(all.subList(0, n));
    double[] right = meanAndVariance(all.subList(n, all.size()));
    double difference = left[0] - right[0];
    double error = Math.sqrt(left[1] + right[1]);
    if (error < 1e-12) {
      return Math.abs(difference) < 1e-12 ? 0 : Math.copySign(Double.MAX_VALUE, difference);
    }
    return difference / error;
  }

  private static double[] meanAndVariance(List<Observation> side) {
    double weight = side.stream().mapToDouble(Observation::weight).sum();
    double mean = side.stream().mapToDouble(o -> o.weight() * o.value()).sum() / weight;
    double squares =
        side.stream().mapToDouble(o -> Math.pow(o.weight() * (o.value() - mean), 2)).sum();
    double k = side.size();
    return new double[] {mean, squares / (weight * weight) * k / (k - 1)};
  }

  private static List<Observation> rows(String prefix, double... values) {
    List<Observation> rows = new ArrayList<>();
    for (double value : values) {
      rows.add(Observation.unweighted(prefix + rows.size(), value));
    }
    return rows;
  }
}
