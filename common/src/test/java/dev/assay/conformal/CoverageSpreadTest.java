package dev.assay.conformal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.calibration.LabelledParts;
import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.LogisticMap;
import dev.assay.stats.BetaBinomial;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CoverageSpreadTest {
  private static final LogisticMap MAP = new LogisticMap(0, 1.5);
  private static final Nonconformity SETS = new LeastAmbiguous();
  private static final double ALPHA = .1;

  @Test
  void anUnluckyDivisionShowsAsOne() {
    SplittableRandom random = new SplittableRandom(7);
    LabelledParts parts = parts(random, 40, 30);
    while (coverage(parts).share() > .8) {
      parts = parts(random, 40, 30);
    }
    CoverageSpread spread = CoverageSpread.of(MAP, SETS, parts, ALPHA, 3).orElseThrow();
    // Scores differ, so over all divisions of whatever groups the mean is 37/41, the quantile being
    // the 37th of 40; over 200 of them within 3.3 √(.09 (1/30 + 1/40) / 200) = .017 (99.9 %).
    assertThat(spread.mean()).isCloseTo(37 / 41.0, within(.017));
    // And the number covered is BetaBinomial(30, 37, 4), whose 5 % point is 23.
    BetaBinomial covered = new BetaBinomial(30, 37, 4);
    assertThat(spread.low() * 30).isCloseTo(covered.quantile(.05), within(1.01));
    assertThat(spread.high() * 30).isCloseTo(covered.quantile(.95), within(1.01));
    assertThat(spread.low()).isLessThan(.85);
  }

  @Test
  void anyOrderOfTheRowsGivesTheSame() {
    LabelledParts parts = parts(new SplittableRandom(9), 40, 30);
    List<LabelledResponse> turned = new ArrayList<>(parts.test());
    java.util.Collections.reverse(turned);
    assertThat(
            CoverageSpread.of(
                MAP, SETS, new LabelledParts(parts.train(), parts.conformal(), turned), ALPHA, 3))
        .isEqualTo(CoverageSpread.of(MAP, SETS, parts, ALPHA, 3));
  }

  @Test
  void manyGroupsNeedNone() {
    SplittableRandom random = new SplittableRandom(8);
    assertThat(CoverageSpread.of(MAP, SETS, parts(random, 100, 101), ALPHA, 3)).isEmpty();
    assertThat(CoverageSpread.of(MAP, SETS, parts(random, 100, 0), ALPHA, 3)).isEmpty();
  }

  private static Coverage coverage(LabelledParts parts) {
    return Coverage.of(
        Quantile.of(MAP, SETS, parts.conformal(), ALPHA), MAP, SETS, parts.test());
  }

  private static LabelledParts parts(SplittableRandom random, int conformal, int test) {
    return new LabelledParts(
        List.of(), rows(random, "c", conformal), rows(random, "t", test));
  }

  private static List<LabelledResponse> rows(SplittableRandom random, String name, int groups) {
    List<LabelledResponse> rows = new ArrayList<>();
    for (int g = 0; g < groups; g++) {
      double score = random.nextGaussian();
      int label = random.nextDouble() < MAP.probability(score) ? 1 : 0;
      rows.add(LabelledResponse.of(name + g, score, label));
    }
    return rows;
  }
}
