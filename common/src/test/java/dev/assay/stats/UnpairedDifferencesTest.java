package dev.assay.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.base.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class UnpairedDifferencesTest {

  @Test
  void isAbsentForFewerThanTwoGroupsOnASide() {
    assertThat(
            UnpairedDifferences.compare(
                rows("a", 1), rows("b", 0, 1, 2), new Resampling(200, .95, 1)))
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

  private static List<Observation> rows(String prefix, double... values) {
    List<Observation> rows = new ArrayList<>();
    for (double value : values) {
      rows.add(Observation.unweighted(prefix + rows.size(), value));
    }
    return rows;
  }
}
