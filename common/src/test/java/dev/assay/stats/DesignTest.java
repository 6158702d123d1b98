package dev.assay.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
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

  // Two strata; of a 2 of 4 are drawn, of b 2 of 3, every pair alike.
  private static final double[] A = {1, 3, 4, 8};
  private static final double[] B = {2, 2, 9};
  private static final double[] CHANCES = {.5, .5, 2 / 3.0, 2 / 3.0};
  private static final Design DRAWN = new Design(List.of("a", "a", "b", "b"), CHANCES);

  /** Horvitz and Thompson's y/π, whose sum is the population's total. */
  private static double[] expanded(int a1, int a2, int b1, int b2) {
    double[] terms = {A[a1], A[a2], B[b1], B[b2]};
    for (int i = 0; i < terms.length; i++) {
      terms[i] /= CHANCES[i];
    }
    return terms;
  }

  @Test
  void theVarianceOfATotalOfTwoStrataByHand() {
    // a: 2 of 4 with 1 and 3, N² (1 − f) s²/n = 16 × 1/2 × 2/2 = 8; b: 2 of 3 with 2 and 9,
    // 9 × 1/3 × 24.5/2 = 36.75.
    assertThat(DRAWN.variance(expanded(0, 1, 0, 2))).isCloseTo(44.75, within(1e-12));
    assertThat(DRAWN.degreesOfFreedom()).isEqualTo(2);
  }

  /** Yates and Grundy 1953: Σ over pairs of (π π' − π'') / π'' (y/π − y'/π')². */
  @Test
  void theStratifiedVarianceIsThatOfTheJointInclusionProbabilities() {
    double[] terms = expanded(0, 3, 1, 2);
    // Within a stratum π'' = n (n − 1) / (N (N − 1)); across strata π'' = π π' and nothing is
    // added.
    double yatesGrundy = 0;
    double[][] joint = {{2 * 1 / (4 * 3.0), .5}, {2 * 1 / (3 * 2.0), 2 / 3.0}};
    for (int h = 0; h < 2; h++) {
      double p = joint[h][1];
      double difference = terms[2 * h] - terms[2 * h + 1];
      yatesGrundy += (p * p - joint[h][0]) / joint[h][0] * difference * difference;
    }
    assertThat(DRAWN.variance(terms)).isCloseTo(yatesGrundy, within(1e-12));
  }

  /** Over all 6 × 3 samples, each as likely as the others. */
  @Test
  void stratifiedTotalsAndTheirVariancesAreUnbiased() {
    double truth = 16 + 13;
    double mean = 0;
    double squares = 0;
    double variances = 0;
    int samples = 0;
    for (int i = 0; i < 4; i++) {
      for (int j = i + 1; j < 4; j++) {
        for (int out = 0; out < 3; out++) {
          double[] terms = expanded(i, j, out == 0 ? 1 : 0, out == 2 ? 1 : 2);
          double total = Arrays.stream(terms).sum();
          mean += total;
          squares += (total - truth) * (total - truth);
          variances += DRAWN.variance(terms);
          samples++;
        }
      }
    }
    assertThat(samples).isEqualTo(18);
    assertThat(mean / 18).isCloseTo(truth, within(1e-12));
    assertThat(variances / 18).isCloseTo(squares / 18, within(1e-9));
  }

  @Test
  void aCensusHasNoVariance() {
    Design all = new Design(List.of("a", "a", "b"), new double[] {1, 1, 1});
    assertThat(all.variance(new double[] {3, 5, 10})).isZero();
    assertThat(all.degreesOfFreedom()).isZero();
  }
}
