package dev.assay.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DesignTest {

  @Test
  void singletonStrataCollapseInPairsAndTheLastThreeTogether() {
    // a b | c d e | f(2 groups): 7 groups in 3 strata
    assertThat(new Design(List.of("a", "b", "c", "d", "e", "f", "f")).degreesOfFreedom())
        .isEqualTo(4);
  }

  @Test
  void aLoneSingletonJoinsTheSmallestStratum() {
    Design design = new Design(List.of("a", "b", "b", "b", "c", "c"));
    assertThat(design.degreesOfFreedom()).isEqualTo(4);
    // a joins c: its factor is a multiple of 3/2, b's too, and every draw of {a, c, c} sums to 3.
    double[] factors = new double[6];
    design.draw(new SplittableRandom(1), factors);
    assertThat(factors[0] + factors[4] + factors[5]).isCloseTo(3, within(1e-12));
    assertThat(factors[1] + factors[2] + factors[3]).isCloseTo(3, within(1e-12));
  }

  @Test
  void rescaledFactorsHaveTheVarianceOfTheDesign() {
    // For n − 1 draws from n groups the factor is n/(n−1) × Binomial(n−1, 1/n): mean 1,
    // variance (n/(n−1))² (n−1) (1/n)(1−1/n) = 1, so a stratum's mean has variance s²/n.
    for (int n : new int[] {2, 5}) {
      Design design = new Design(java.util.Collections.nCopies(n, "s"));
      SplittableRandom random = new SplittableRandom(n);
      double[] factors = new double[n];
      double sum = 0;
      double squares = 0;
      int draws = 40_000;
      for (int b = 0; b < draws; b++) {
        design.draw(random, factors);
        sum += factors[0];
        squares += factors[0] * factors[0];
      }
      double mean = sum / draws;
      // Monte Carlo error: 4 × 1/√40000 = .02 of the mean; the kurtosis makes it .04 of the
      // variance.
      assertThat(mean).isCloseTo(1, within(.02));
      assertThat(squares / draws - mean * mean).isCloseTo(1, within(.04));
    }
  }

  @Test
  void inAFiniteCorpusFactorsShrinkAndCertainGroupsStay() {
    // f = .75 halves deviations from 1; the certain group of stratum b is always itself.
    Design design = new Design(List.of("a", "a", "b"), new double[] {.75, .75, 1});
    assertThat(design.degreesOfFreedom()).isEqualTo(1);
    double[] factors = new double[3];
    design.draw(new SplittableRandom(1), factors);
    // One draw of two: factors 2 and 0, or 0 and 2; halved 1.5 and .5.
    assertThat(factors[0]).isIn(.5, 1.5);
    assertThat(factors[0] + factors[1]).isEqualTo(2);
    assertThat(factors[2]).isEqualTo(1);
    // 2/1 × Σ (1 − .75) (±1)² = 1 for terms 1 and 3 about 2.
    assertThat(design.variance(new double[] {1, 3, 9})).isEqualTo(1);
  }

  @Test
  void aSingleGroupThatIsNotCertainIsComparedWithTheCertainOnes() {
    Design design = new Design(List.of("a", "b", "b"), new double[] {.5, 1, 1});
    assertThat(design.degreesOfFreedom()).isEqualTo(2);
  }
}
