package dev.assay.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Coverage of 95 % intervals of an AUROC of known truth, from 8 questions on. The Monte Carlo error
 * of a share near .95 is 3.3 √(.95 · .05 / rounds) (99.9 %): .023 over 1,000 rounds, .0131 over
 * 3,000. Near 1 most draws separate the classes, whose bound is exact and covers always, so that
 * more than .95 is no fault; how wide intervals are is held by the second test.
 */
class AurocSimulationTest {
  private static final NormalDistribution NORMAL = new NormalDistribution();
  private static final double[] AREAS = {.76, .90, .95, .99};
  private static final int[] GROUPS = {8, 15, 20, 30, 60, 150};
  private static final String[] IDS =
      IntStream.range(0, 150).mapToObj(g -> "group-" + g).toArray(String[]::new);

  /** How rows come about. */
  private enum World {
    /** Rows of a group share label and half of their variance. */
    ALIKE,
    /** Labels differ within a group. */
    MIXED,
    /** One group in five has label 1. */
    RARE,
    /** Groups of label 1 are above all others or like them, nothing between. */
    TAIL
  }

  @ParameterizedTest(name = "{0}, {1} rows a question")
  @CsvSource({"ALIKE, 1", "ALIKE, 3", "MIXED, 3", "RARE, 3", "TAIL, 3"})
  void areasAreCovered(World world, int rows) {
    for (double area : AREAS) {
      for (int groups : GROUPS) {
        assertThat(coverage(world, rows, area, groups, 1000))
            .as("area %s of %d questions", area, groups)
            .isGreaterThan(.95 - .023);
      }
    }
  }

  @Tag("slow")
  @ParameterizedTest(name = "{0}, {1} rows a question")
  @CsvSource({"ALIKE, 1", "ALIKE, 6", "RARE, 1", "TAIL, 1", "TAIL, 6"})
  void areasAreCoveredInManyRounds(World world, int rows) {
    for (double area : AREAS) {
      for (int groups : GROUPS) {
        assertThat(coverage(world, rows, area, groups, 3000))
            .as("area %s of %d questions", area, groups)
            .isGreaterThan(.95 - .0131);
      }
    }
  }

  @ParameterizedTest(name = "{0}, {1} rows a question")
  @CsvSource({"ALIKE, 1", "ALIKE, 3", "MIXED, 3"})
  void manyQuestionsAreCoveredNoMoreOftenThanPromised(World world, int rows) {
    assertThat(coverage(world, rows, .76, 150, 2000)).isBetween(.95 - .016, .95 + .016);
    assertThat(coverage(world, rows, .90, 150, 2000)).isBetween(.95 - .016, .95 + .016 + .01);
  }

  private static double coverage(World world, int rows, double area, int groups, int rounds) {
    SplittableRandom random = new SplittableRandom(groups * 1009L + Math.round(area * 100) + rows);
    Resampling resampling = new Resampling(100, .95, 1);
    int covered = 0;
    int drawn = 0;
    while (drawn < rounds) {
      Simulated data = draw(random, world, rows, area, groups);
      if (Arrays.stream(data.cohort().labels()).distinct().count() < 2) {
        continue;
      }
      drawn++;
      Interval interval = Auroc.interval(data.scores(), data.cohort(), resampling).orElseThrow();
      covered += interval.covers(area) ? 1 : 0;
    }
    return covered / (double) rounds;
  }

  private static Simulated draw(
      SplittableRandom random, World world, int rows, double area, int groups) {
    double like = world == World.TAIL ? 1.8 * (1 - area) : 0;
    double shift =
        Math.sqrt(2) * NORMAL.inverseCumulativeProbability((area - like / 2) / (1 - like));
    int n = groups * rows;
    String[] ids = new String[n];
    int[] labels = new int[n];
    double[] scores = new double[n];
    for (int g = 0; g < groups; g++) {
      double effect = random.nextGaussian() * Math.sqrt(.5);
      double share = random.nextDouble();
      int label = random.nextDouble() < (world == World.RARE ? .2 : .5) ? 1 : 0;
      double above = random.nextDouble() < like ? 0 : shift;
      for (int i = g * rows; i < (g + 1) * rows; i++) {
        ids[i] = IDS[g];
        labels[i] = world == World.MIXED ? (random.nextDouble() < share ? 1 : 0) : label;
        scores[i] = above * labels[i] + effect + random.nextGaussian() * Math.sqrt(.5);
      }
    }
    return new Simulated(scores, Cohort.of(ids, labels));
  }
}
