package dev.assay.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.stats.BoundCheck.Outcome;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

/** How often a drop against a baseline is called what it is not, and found where it is. */
class BoundCheckTest {
  private static final double TOLERANCE = .02;
  private static final double LEVEL = .95;
  private static final int RUNS = 1500;

  @Test
  void saysOnWhichSideOfTheBoundAnIntervalLies() {
    assertThat(new BoundCheck(.9, .85, .95, .85, 10).outcome()).isEqualTo(Outcome.REACHED);
    assertThat(new BoundCheck(.9, .85, .95, .86, 10).outcome()).isEqualTo(Outcome.UNDECIDED);
    assertThat(new BoundCheck(.9, .85, .95, .95, 10).outcome()).isEqualTo(Outcome.UNDECIDED);
    assertThat(new BoundCheck(.9, .85, .95, .951, 10).outcome()).isEqualTo(Outcome.MISSED);
  }

  @Test
  void saysHowManyGroupsWouldSettleIt() {
    // Half a width 0.0196 at 100 groups: standard error 0.01. Distance 0.01 needs it to be
    // 0.01 / (1.959964 + 0.841621) = 0.0035694, that is 100 · 2.801585² = 784.9 groups.
    assertThat(new BoundCheck(.01, -.009599640, .029599640, 0, 100).needed(LEVEL)).hasValue(785);
    assertThat(new BoundCheck(-.01, -.029599640, .009599640, 0, 100).needed(LEVEL)).hasValue(785);
    assertThat(new BoundCheck(0, -.1, .1, 0, 100).needed(LEVEL)).isEmpty();
  }

  @Test
  void aDropOfTheToleranceIsCalledLargerAndNoneRarely() {
    // α/2 = 2.5 % on each side; less than 4 % in 1,500 runs allows for three standard errors of 0.4
    // %.
    Map<Outcome, Double> at = outcomes(300, -TOLERANCE, 1);
    assertThat(at.get(Outcome.MISSED)).isLessThan(.04);
    assertThat(at.get(Outcome.REACHED)).isLessThan(.04);
    assertThat(at.get(Outcome.MISSED)).as("and it is no empty promise").isGreaterThan(.008);
  }

  @Test
  void noDropIsHardlyEverFailedAndALargeOneIs() {
    assertThat(outcomes(300, 0, 2).get(Outcome.MISSED)).isLessThan(.01);
    // Differences of two binary answers that change in 15 % of the cases and fall by 0.12:
    // sd √(.15 − .12²) = .368; (.12 − .02) / (.368 / √300) = 4.7 standard errors, less 1.96: 99.7
    // %.
    assertThat(outcomes(300, -.12, 3).get(Outcome.MISSED)).isGreaterThan(.98);
  }

  @Test
  void theNumberThatItNamesSettlesItInFourOfFive() {
    // True difference 0.06 above the bound, sd √(.15 − .04²) = .385: (2.801585 · .385 / .06)² =
    // 323.6 groups.
    double difference = .04;
    double sd = Math.sqrt(.15 - difference * difference);
    double half =
        new NormalDistribution().inverseCumulativeProbability((1 + LEVEL) / 2) * sd / Math.sqrt(50);
    long needed =
        new BoundCheck(difference, difference - half, difference + half, -TOLERANCE, 50)
            .needed(LEVEL)
            .orElseThrow();
    assertThat(needed).isEqualTo(324);
    assertThat(outcomes((int) needed, difference, 4).get(Outcome.REACHED))
        .isCloseTo(.8, within(.04));
  }

  /** Pairs of binary answers of which 15 % change, for the worse or the better. */
  private static Map<Outcome, Double> outcomes(int groups, double difference, long seed) {
    double worse = (.15 - difference) / 2;
    double better = (.15 + difference) / 2;
    SplittableRandom random = new SplittableRandom(seed);
    Map<Outcome, Double> shares = new EnumMap<>(Outcome.class);
    for (Outcome outcome : Outcome.values()) {
      shares.put(outcome, 0.0);
    }
    for (int run = 0; run < RUNS; run++) {
      List<Observation> before = new ArrayList<>();
      List<Observation> after = new ArrayList<>();
      for (int g = 0; g < groups; g++) {
        double u = random.nextDouble();
        double old = u < worse ? 1 : u < worse + better ? 0 : random.nextInt(2);
        double now = u < worse ? 0 : u < worse + better ? 1 : old;
        before.add(new Observation("g" + g, "", old, 1, 0));
        after.add(new Observation("g" + g, "", now, 1, 0));
      }
      Interval interval =
          PairedDifferences.compare(
                  after,
                  before,
                  new Range(0, 1),
                  new Resampling(100, LEVEL, run),
                  IntervalMethod.LINEARISED)
              .orElseThrow()
              .difference();
      shares.merge(
          new BoundCheck(
                  interval.estimate(),
                  interval.low().orElseThrow(),
                  interval.high().orElseThrow(),
                  -TOLERANCE,
                  interval.nGroups())
              .outcome(),
          1.0 / RUNS,
          Double::sum);
    }
    return shares;
  }
}
