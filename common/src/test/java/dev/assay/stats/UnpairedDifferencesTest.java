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

  private static List<Observation> rows(String prefix, double... values) {
    List<Observation> rows = new ArrayList<>();
    for (double value : values) {
      rows.add(Observation.unweighted(prefix + rows.size(), value));
    }
    return rows;
  }
}
