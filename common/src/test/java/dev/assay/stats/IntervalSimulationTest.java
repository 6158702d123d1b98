package dev.assay.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Simulated coverage of 95 % intervals. The Monte Carlo error of a share near .95 is 2.6 × √(.95 ×
 * .05 / rounds) (99 %): .025 for 500 rounds, .018 for 1,000, .009 for 4,000. Beyond that a
 * bootstrap is allowed .02 of its own.
 */
class IntervalSimulationTest {
  private static final double OWN = .02;

  @ParameterizedTest(name = "{0} strata of {1} groups of {2} rows")
  @CsvSource({"10, 2, 1", "20, 2, 3", "5, 8, 2", "1, 40, 1", "1, 10, 3"})
  void stratifiedMeansAreCoveredNearTheLevel(int strata, int groups, int rows) {
    assertThat(meanCoverage(strata, groups, rows, 1000))
        .isBetween(.95 - .018 - OWN, .95 + .018 + OWN);
  }

  @Test
  void aurocIsCoveredNearTheLevelWithRepeatedRows() {
    assertThat(aurocCoverage(60, 3, 1, 500)).isBetween(.95 - .025 - OWN, .95 + .025 + OWN);
  }

  @Test
  void noSignalRarelyBeatsAnotherWithoutSignal() {
    // The lower bound of the paired difference exceeds 0 in at most 2.5 % + 2.6 √(.0244/1000) +
    // .01.
    SplittableRandom random = new SplittableRandom(41);
    int won = 0;
    for (int round = 0; round < 500; round++) {
      Simulated data = Simulated.rows(random.nextLong(), 50, 3, 0);
      double[] other = Simulated.rows(random.nextLong(), 50, 3, 0).scores();
      Interval gain =
          Auroc.difference(data.scores(), other, data.cohort(), new Resampling(300, .95, round))
              .orElseThrow();
      won += gain.low().orElse(0) > 0 ? 1 : 0;
    }
    assertThat(won / 500.0).isLessThan(.025 + .018 + .01);
  }

  @Tag("slow")
  @ParameterizedTest(name = "{0} strata of {1} groups of {2} rows")
  @CsvSource({"10, 2, 1", "20, 2, 3", "50, 2, 2", "8, 3, 2", "5, 8, 2", "1, 40, 1", "1, 100, 4"})
  void stratifiedMeansAreCoveredNearTheLevelInManyRounds(int strata, int groups, int rows) {
    assertThat(meanCoverage(strata, groups, rows, 4000))
        .isBetween(.95 - .009 - OWN, .95 + .009 + OWN);
  }

  @Tag("slow")
  @ParameterizedTest(name = "{0} groups of {1} rows, shift {2}")
  @CsvSource({"30, 1, 1", "60, 3, 1", "100, 6, 2", "200, 1, .5"})
  void aurocIsCoveredNearTheLevelInManyRounds(int groups, int rows, double shift) {
    assertThat(aurocCoverage(groups, rows, shift, 4000))
        .isBetween(.95 - .009 - OWN, .95 + .009 + OWN);
  }

  /**
   * Strata differ in mean and weight; rows of a group share an effect. Every stratum's mean and its
   * weight are known, so is the truth: Σ w m / Σ w.
   */
  private static double meanCoverage(int strata, int groups, int rowsPerGroup, int rounds) {
    SplittableRandom random = new SplittableRandom(strata * 1000L + groups);
    double weights = 0;
    double total = 0;
    for (int h = 0; h < strata; h++) {
      weights += 1 + h % 3;
      total += (1 + h % 3) * (double) h;
    }
    double truth = total / weights;
    int covered = 0;
    for (int round = 0; round < rounds; round++) {
      List<Observation> sample = new ArrayList<>();
      for (int h = 0; h < strata; h++) {
        for (int g = 0; g < groups; g++) {
          double effect = h + random.nextGaussian();
          for (int r = 0; r < rowsPerGroup; r++) {
            double value = effect + random.nextGaussian() / 2;
            sample.add(new Observation(h + "/" + g, "s" + h, value, 1 + h % 3));
          }
        }
      }
      Resampling resampling = new Resampling(400, .95, round);
      Interval interval = Intervals.mean(sample, Range.UNBOUNDED, resampling).orElseThrow();
      covered += interval.covers(truth) ? 1 : 0;
    }
    return covered / (double) rounds;
  }

  private static double aurocCoverage(int groups, int rows, double shift, int rounds) {
    double truth = new NormalDistribution().cumulativeProbability(shift / Math.sqrt(2));
    SplittableRandom random = new SplittableRandom(groups);
    int covered = 0;
    for (int round = 0; round < rounds; round++) {
      Simulated data = Simulated.rows(random.nextLong(), groups, rows, shift);
      Resampling resampling = new Resampling(400, .95, round);
      covered +=
          Auroc.interval(data.scores(), data.cohort(), resampling).orElseThrow().covers(truth)
              ? 1
              : 0;
    }
    return covered / (double) rounds;
  }
}
