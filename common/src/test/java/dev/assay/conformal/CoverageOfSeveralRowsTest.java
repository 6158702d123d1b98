package dev.assay.conformal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.LogisticMap;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether coverage fails is told by how much questions differ, not by their number alone. */
class CoverageOfSeveralRowsTest {
  private static final double ALPHA = .1;
  private static final LogisticMap MAP = new LogisticMap(0, 1);
  private static final Nonconformity SETS = new LeastAmbiguous();

  @Test
  void fourInFiveIsTooLittleWhereEachQuestionHasSixRowsOfItsOwn() {
    // Of 100 questions with a row each 79 may be covered (betabinom(100, 91, 10)'s 1 % point), so
    // 80 hold. 600 rows are some 600 draws: the 1 % point of betabinom(600, 541, 60) is 515 of 600.
    Quantile conformal = new Quantile(ALPHA, .5, 100);
    Coverage alike = coverage(conformal, 6, (question, row) -> question % 5 > 0);
    assertThat(alike.share()).isCloseTo(.8, within(1e-12));
    assertThat(alike.holds()).isTrue();
    Coverage own = coverage(conformal, 6, (question, row) -> (question * 6 + row) % 5 > 0);
    assertThat(own.share()).isCloseTo(.8, within(1e-12));
    assertThat(own.least()).isBetween(85.0, 87.0);
    assertThat(own.holds()).isFalse();
  }

  private interface Covered {
    boolean is(int question, int row);
  }

  private static Coverage coverage(Quantile conformal, int rows, Covered covered) {
    List<Coverage.SetSeen> seen = new ArrayList<>();
    for (int question = 0; question < 100; question++) {
      for (int row = 0; row < rows; row++) {
        seen.add(new Coverage.SetSeen("q" + question, 1, covered.is(question, row), 1));
      }
    }
    return Coverage.of(conformal, seen, 2);
  }

  @Tag("slow")
  @ParameterizedTest(name = "{0} rows a question, correlation {1}")
  @CsvSource({"1, 0", "3, 0", "3, .5", "6, .2", "6, 1"})
  void whereThePromiseHoldsItFailsOneTimeInAHundred(int rows, double correlation) {
    SplittableRandom random = new SplittableRandom(rows * 10 + Math.round(correlation * 10));
    int rounds = 2000;
    int failed = 0;
    for (int round = 0; round < rounds; round++) {
      Quantile quantile = Quantile.of(MAP, SETS, world(random, "c", 100, rows, correlation), ALPHA);
      Coverage coverage =
          Coverage.of(quantile, MAP, SETS, world(random, "t", 50, rows, correlation));
      failed += coverage.holds() ? 0 : 1;
    }
    // Monte Carlo: 3.3 √(.01 · .99 / 2000) = .0073 (99.9 %).
    assertThat(failed / (double) rounds).isLessThan(.01 + .0073);
  }

  /** Labels are 0 and scores normal, of a question's rows with this correlation. */
  private static List<LabelledResponse> world(
      SplittableRandom random, String name, int groups, int rows, double correlation) {
    List<LabelledResponse> all = new ArrayList<>();
    for (int g = 0; g < groups; g++) {
      double shared = random.nextGaussian();
      for (int r = 0; r < rows; r++) {
        double score =
            Math.sqrt(correlation) * shared + Math.sqrt(1 - correlation) * random.nextGaussian();
        all.add(LabelledResponse.of(name + g, score, 0));
      }
    }
    return all;
  }
}
