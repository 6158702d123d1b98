package dev.assay.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JackknifeTest {
  private static final Range SHARE = new Range(0, 1);

  /**
   * Mean of .2, .4, .9 without each: .65, .55, .3. s² = .13, s/√3 = √(.13/3) = .208167; t₂ at .975
   * is 4.302653 (table): .5 ± .895669, cut at 0 and 1.
   */
  @Test
  void ofAMeanItIsStudentsInterval() {
    double[] without = {.65, .55, .3};
    Interval interval = Jackknife.interval(.5, without, new Range(-9, 9), .95, 3, 3);
    double half = 4.302652729911275 * Math.sqrt(.13 / 3);
    assertThat(interval.low().getAsDouble()).isCloseTo(.5 - half, within(1e-9));
    assertThat(interval.high().getAsDouble()).isCloseTo(.5 + half, within(1e-9));
    Interval cut = Jackknife.interval(.5, without, SHARE, .95, 3, 3);
    assertThat(cut.low()).hasValue(0);
    assertThat(cut.high()).hasValue(1);
  }

  /** All of 10 groups right: 1 − .05^(1/10) = .258866 may be unseen. */
  @Test
  void whatNeverVariesIsNotCertain() {
    Interval interval = Jackknife.interval(1, new double[] {1, 1, 1}, SHARE, .95, 20, 10);
    assertThat(interval.low().getAsDouble()).isCloseTo(1 - .2588655509, within(1e-9));
    assertThat(interval.high()).hasValue(1);
    assertThat(interval.method()).isEqualTo(Intervals.NO_VARIATION);
  }

  @Test
  void onePartHasNoInterval() {
    assertThat(Jackknife.interval(.5, new double[] {.5}, SHARE, .95, 9, 9).low()).isEmpty();
    assertThat(Jackknife.interval(.5, new double[0], SHARE, .95, 1, 1).low()).isEmpty();
  }

  /**
   * Ratios of two sums, over 120 groups of 1 to 5 rows in 32 parts by chance: what an F1 or a share
   * of attacks is. 1,000 draws; the true coverage of a 95 % interval lies within three standard
   * errors, .02, of .95, and a point more for a ratio of few groups.
   */
  @Test
  void itCoversARatioOverGroups() {
    SplittableRandom random = new SplittableRandom(4);
    int covered = 0;
    for (int draw = 0; draw < 1_000; draw++) {
      double[] hits = new double[32];
      double[] rows = new double[32];
      for (int group = 0; group < 120; group++) {
        int part = random.nextInt(32);
        int size = 1 + random.nextInt(5);
        // Groups of different difficulty, .2 to 1 alike: mean .6 whatever the size.
        double ease = .2 + .8 * random.nextDouble();
        hits[part] += IntStream.range(0, size).filter(i -> random.nextDouble() < ease).count();
        rows[part] += size;
      }
      double allHits = IntStream.range(0, 32).mapToDouble(i -> hits[i]).sum();
      double allRows = IntStream.range(0, 32).mapToDouble(i -> rows[i]).sum();
      double[] without =
          IntStream.range(0, 32)
              .filter(i -> rows[i] > 0)
              .mapToDouble(i -> (allHits - hits[i]) / (allRows - rows[i]))
              .toArray();
      Interval interval =
          Jackknife.interval(allHits / allRows, without, SHARE, .95, (int) allRows, 120);
      covered += interval.covers(.6) ? 1 : 0;
    }
    assertThat(covered / 1_000.0).isBetween(.92, .98);
  }
}
