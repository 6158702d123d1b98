package dev.assay.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PairedDifferencesTest {
  private static final Resampling RESAMPLING = new Resampling(999, .95, 7);

  @Test
  void theExactSignFlipAgreesWithScipy() {
    JsonNode golden = Golden.read("statistics").get("sign_flip");
    assertThat(PairedDifferences.signFlip(Golden.doubles(golden.get("differences")), RESAMPLING))
        .isCloseTo(golden.get("p").asDouble(), within(1e-12));
  }

  @Test
  void threeWinsOfOneSizeAreNoProof() {
    // Of the 8 sign patterns of (1, 1, 1), +++ and −−− are as extreme: p = 2/8.
    assertThat(PairedDifferences.signFlip(new double[] {1, 1, 1}, RESAMPLING)).isEqualTo(.25);
  }

  @Test
  void identicalSystemsHavePOne() {
    assertThat(PairedDifferences.signFlip(new double[40], RESAMPLING)).isEqualTo(1);
    assertThat(PairedDifferences.signFlip(new double[5], RESAMPLING)).isEqualTo(1);
  }

  @Test
  void roundingIsNoDifference() {
    // 0.1 + 0.2 + 0.3 and 0.3 + 0.2 + 0.1 are not the same number.
    List<Observation> first = new ArrayList<>();
    List<Observation> second = new ArrayList<>();
    for (int g = 0; g < 8; g++) {
      first.add(Observation.unweighted("g" + g, (.1 + .2 + .3) / 3));
      second.add(Observation.unweighted("g" + g, (.3 + .2 + .1) / 3));
    }
    Difference found =
        PairedDifferences.compare(first, second, Range.SHARE, new Resampling(199, .95, 1))
            .orElseThrow();
    assertThat(found.pValue()).hasValue(1);
    assertThat(found.difference().estimate()).isZero();
  }

  @Test
  void manyEqualWinsHaveTheSmallestP() {
    double[] wins = new double[100];
    java.util.Arrays.fill(wins, .1);
    assertThat(PairedDifferences.signFlip(wins, RESAMPLING)).isEqualTo(1.0 / 1000);
  }

  @Test
  void subtractsGroupMeansOverCommonGroupsOnly() {
    List<Observation> first =
        List.of(
            Observation.unweighted("a", 1),
            Observation.unweighted("a", .5),
            Observation.unweighted("b", .5),
            Observation.unweighted("only-first", 0));
    List<Observation> second =
        List.of(Observation.unweighted("a", .25), Observation.unweighted("b", 1));
    // a: .75 − .25 = .5 with weight (2 + 1)/2 = 1.5; b: −.5 with weight 1.
    // (1.5 × .5 − 1 × .5) / 2.5 = .1. Signs: |.75 − .5| ≤ all four patterns, so p = 1.
    Difference comparison =
        PairedDifferences.compare(first, second, Range.SHARE, RESAMPLING).orElseThrow();
    assertThat(comparison.difference().estimate()).isCloseTo(.1, within(1e-15));
    assertThat(comparison.difference().nGroups()).isEqualTo(2);
    assertThat(comparison.pValue()).hasValue(1);
  }

  @Test
  void oneCommonGroupHasADifferenceButNoTest() {
    Difference comparison =
        PairedDifferences.compare(
                List.of(Observation.unweighted("a", 1)),
                List.of(Observation.unweighted("a", 0)),
                Range.SHARE,
                RESAMPLING)
            .orElseThrow();
    assertThat(comparison.difference().estimate()).isEqualTo(1);
    assertThat(comparison.pValue()).isEmpty();
    assertThat(
            PairedDifferences.compare(
                List.of(Observation.unweighted("a", 1)), List.of(), Range.SHARE, RESAMPLING))
        .isEmpty();
  }

  @Test
  void theTestHoldsItsLevelAndFindsRealDifferences() {
    // 1,000 rounds: at 5 % the Monte Carlo error is 2.6 × √(.05 × .95 / 1000) = .018 (99 %).
    assertThat(rejections(0, 30, 1000)).isLessThan(.05 + .018).isGreaterThan(.05 - .018);
    assertThat(rejections(.5, 30, 200)).isGreaterThan(.6);
  }

  /** Two systems with skewed noise of the same kind on questions of varying difficulty. */
  private static double rejections(double shift, int groups, int rounds) {
    SplittableRandom random = new SplittableRandom(21);
    int rejected = 0;
    for (int round = 0; round < rounds; round++) {
      List<Observation> first = new ArrayList<>();
      List<Observation> second = new ArrayList<>();
      for (int g = 0; g < groups; g++) {
        double difficulty = random.nextGaussian();
        for (int repeat = 0; repeat < 2; repeat++) {
          double noise = -Math.log(1 - random.nextDouble());
          first.add(Observation.unweighted("g" + g, difficulty + noise + shift));
          second.add(
              Observation.unweighted("g" + g, difficulty - Math.log(1 - random.nextDouble())));
        }
      }
      Resampling resampling = new Resampling(199, .95, round);
      Difference c =
          PairedDifferences.compare(first, second, Range.UNBOUNDED, resampling).orElseThrow();
      rejected += c.pValue().orElseThrow() <= .05 ? 1 : 0;
    }
    return rejected / (double) rounds;
  }
}
