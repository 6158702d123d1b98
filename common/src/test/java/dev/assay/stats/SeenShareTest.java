package dev.assay.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SeenShareTest {

  @Test
  void isClopperPearsonsForIndependentRows() {
    // Clopper and Pearson (1934), as R's binom.test(2, 20): 0.01234853 to 0.31698271.
    List<Observation> rows = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      rows.add(Observation.unweighted("g" + i, i < 2 ? 1 : 0));
    }
    SeenShare seen = SeenShare.of(rows, .95);
    assertThat(seen.share()).isCloseTo(.1, within(1e-12));
    // The variance between 20 groups is by n − 1, so 19 of 20 trials count.
    double[] exact = {0.01234853, 0.31698271};
    assertThat(seen.low()).isCloseTo(exact[0], within(.002)).isLessThan(exact[0]);
    assertThat(seen.high()).isCloseTo(exact[1], within(.008)).isGreaterThan(exact[1]);
  }

  @Test
  void noneOfNHasTheExactBound() {
    // 1 − .025^(1/30)
    List<Observation> rows = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      rows.add(Observation.unweighted("g" + i / 2, 0));
    }
    SeenShare seen = SeenShare.of(rows, .95);
    assertThat(seen.low()).isZero();
    assertThat(seen.high()).isCloseTo(1 - Math.pow(.025, 1 / 30.0), within(1e-9));
    assertThat(seen.groups()).isEqualTo(30);
    assertThat(SeenShare.of(List.of(), .95)).isEqualTo(SeenShare.NONE);
    assertThat(SeenShare.NONE.known()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "5,.3,1",
    "8,.1,3",
    "8,.5,3",
    "15,.05,3",
    "30,.1,3",
    "30,.5,1",
    "30,.9,3",
    "100,.03,3"
  })
  void coversAtSmallNumbers(int groups, double share, int rows) {
    // Rows of a group agree with probability one half. 2,000 rounds: 3.3 √(.05 · .95 / 2000) =
    // .016.
    SplittableRandom random = new SplittableRandom(groups + rows);
    int covered = 0;
    int rounds = 2000;
    for (int round = 0; round < rounds; round++) {
      List<Observation> drawn = new ArrayList<>();
      for (int g = 0; g < groups; g++) {
        boolean one = random.nextDouble() < share;
        for (int r = 0; r < rows; r++) {
          boolean own = random.nextDouble() < .5 ? one : random.nextDouble() < share;
          drawn.add(Observation.unweighted("g" + g, own ? 1 : 0));
        }
      }
      SeenShare seen = SeenShare.of(drawn, .95);
      covered += seen.low() <= share && share <= seen.high() ? 1 : 0;
    }
    assertThat(covered / (double) rounds).isGreaterThan(.95 - .016);
  }
}
