package dev.assay.conformal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.LogisticMap;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Simulated coverage of prediction sets. Each round calibrates on fresh groups and covers one fresh
 * group, so rounds are independent and the Monte Carlo error of a share near .9 over 10,000 rounds
 * is 3.3 × √(.9 × .1 / 10000) = .0099 (99.9 %).
 */
class ConformalSimulationTest {
  private static final double ALPHA = .1;
  private static final int ROUNDS = 10_000;
  private static final double ERROR = .0099;
  private static final LogisticMap MAP = new LogisticMap(-.3, 2);
  private static final LogisticMap TRUTH = new LogisticMap(0, 1.5);
  private static final Nonconformity SETS = new LeastAmbiguous();

  @ParameterizedTest
  @ValueSource(ints = {9, 20, 50, 100})
  void coversAsPromisedAndNotMuchMore(int groups) {
    double coverage = coverage(groups, 1, ROUNDS);
    assertThat(coverage).isBetween(1 - ALPHA - ERROR, 1 - ALPHA + 1.0 / (groups + 1) + ERROR);
  }

  @Test
  void coversAsPromisedAtAThousand() {
    // 2,000 rounds: 3.3 × √(.09 / 2000) = .022
    assertThat(coverage(1000, 1, 2000)).isBetween(1 - ALPHA - .022, 1 - ALPHA + .001 + .022);
  }

  @ParameterizedTest
  @ValueSource(ints = {9, 20, 100})
  void repeatedRowsOfAGroupKeepThePromiseByGroup(int groups) {
    assertThat(coverage(groups, 6, ROUNDS)).isGreaterThan(1 - ALPHA - ERROR);
  }

  @Test
  void theFailureRuleRarelyBlamesASoundCalibration() {
    // The rule fails at most 1 %: 3.3 × √(.01 × .99 / 4000) = .0052. One-row groups make it exact.
    SplittableRandom random = new SplittableRandom(31);
    int failed = 0;
    for (int round = 0; round < 4000; round++) {
      Quantile conformal = Quantile.of(MAP, SETS, rows(random, 40, 1), ALPHA);
      failed += Coverage.of(conformal, MAP, SETS, rows(random, 60, 1)).holds() ? 0 : 1;
    }
    assertThat(failed / 4000.0).isLessThan(.01 + .0052);
  }

  @Test
  void theFailureRuleCatchesGroupsOfAnotherKind() {
    // Test labels are turned round half of the time: coverage falls to about .7.
    SplittableRandom random = new SplittableRandom(37);
    int caught = 0;
    for (int round = 0; round < 200; round++) {
      Quantile conformal = Quantile.of(MAP, SETS, rows(random, 200, 1), ALPHA);
      List<LabelledResponse> other =
          rows(random, 200, 1).stream()
              .map(row -> LabelledResponse.of(row.groupId(), row.score(), random.nextInt(2)))
              .toList();
      caught += Coverage.of(conformal, MAP, SETS, other).holds() ? 0 : 1;
    }
    assertThat(caught / 200.0).isGreaterThan(.9);
  }

  @ParameterizedTest(name = "{0} test groups of up to {1} rows")
  @CsvSource({"15, 3", "30, 3", "60, 6"})
  void theFailureRuleRarelyBlamesRepeatedRows(int groups, int rows) {
    // As above, 4,000 rounds.
    SplittableRandom random = new SplittableRandom(31L * groups + rows);
    int failed = 0;
    for (int round = 0; round < 4000; round++) {
      Quantile conformal = Quantile.of(MAP, SETS, rows(random, 40, rows), ALPHA);
      failed += Coverage.of(conformal, MAP, SETS, rows(random, groups, rows)).holds() ? 0 : 1;
    }
    assertThat(failed / 4000.0).isLessThan(.01 + .0052);
  }

  @Tag("slow")
  @Test
  void theFailureRuleRarelyBlamesRepeatedRowsOfManyGroups() {
    theFailureRuleRarelyBlamesRepeatedRows(200, 6);
  }

  @ParameterizedTest(name = "{0} test groups of up to {1} rows")
  @CsvSource({"100, 6, .5", "100, 10, .65"})
  void theFailureRuleCatchesRepeatedRowsOfAnotherKind(int groups, int rows, double least) {
    // A third of the test labels is turned round or not, half and half: coverage falls to .83. By
    // the variance of single rows one round in eight would be caught. Monte Carlo error .08.
    SplittableRandom random = new SplittableRandom(41);
    int caught = 0;
    for (int round = 0; round < 400; round++) {
      Quantile conformal = Quantile.of(MAP, SETS, rows(random, 200, rows), ALPHA);
      List<LabelledResponse> other =
          rows(random, groups, rows).stream()
              .map(
                  row ->
                      random.nextInt(3) > 0
                          ? row
                          : LabelledResponse.of(row.groupId(), row.score(), random.nextInt(2)))
              .toList();
      caught += Coverage.of(conformal, MAP, SETS, other).holds() ? 0 : 1;
    }
    assertThat(caught / 400.0).isGreaterThan(least);
  }

  /** Share of rounds in which a random row of a fresh group is covered. */
  private static double coverage(int groups, int rowsPerGroup, int rounds) {
    SplittableRandom random = new SplittableRandom(groups * 31L + rowsPerGroup);
    int covered = 0;
    for (int round = 0; round < rounds; round++) {
      Quantile conformal = Quantile.of(MAP, SETS, rows(random, groups, rowsPerGroup), ALPHA);
      LabelledResponse fresh = rows(random, 1, 1).get(0);
      covered +=
          SetRules.of(MAP, SETS, conformal.value())
                  .decide("", fresh.score())
                  .set()
                  .contains(fresh.level())
              ? 1
              : 0;
    }
    return covered / (double) rounds;
  }

  /** Groups share an effect; up to {@code rowsPerGroup} rows each, the sizes random. */
  private static List<LabelledResponse> rows(
      SplittableRandom random, int groups, int rowsPerGroup) {
    List<LabelledResponse> rows = new ArrayList<>();
    for (int g = 0; g < groups; g++) {
      double effect = random.nextGaussian();
      int size = rowsPerGroup == 1 ? 1 : random.nextInt(1, rowsPerGroup + 1);
      for (int r = 0; r < size; r++) {
        double score = effect + random.nextGaussian() / 2;
        int label = random.nextDouble() < TRUTH.probability(score) ? 1 : 0;
        rows.add(LabelledResponse.of("g" + g, score, label));
      }
    }
    return rows;
  }
}
