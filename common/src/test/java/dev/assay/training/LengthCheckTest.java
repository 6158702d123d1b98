package dev.assay.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.stats.Cohort;
import dev.assay.stats.Interval;
import org.junit.jupiter.api.Test;

class LengthCheckTest {

  @Test
  void rankedByLengthAloneTextsOfTheSameLengthAreAtOneHalf() {
    // The longer text is supported and its score is its length: 1.0 over all pairs, .5 within.
    double[] lengths = {10, 10, 100, 100};
    Cohort cohort = Cohort.of(0, 0, 1, 1);
    assertThat(LengthCheck.area(lengths, lengths, cohort).n()).isZero();
    Interval within = LengthCheck.area(lengths, lengths, Cohort.of(0, 1, 0, 1));
    assertThat(within.n()).isEqualTo(2);
    assertThat(within.estimate()).isEqualTo(.5);
  }

  @Test
  void onePairInTenPercentCountsAndOneBeyondDoesNot() {
    double[] scores = {1, 0};
    assertThat(LengthCheck.area(scores, new double[] {110, 100}, Cohort.of(1, 0)).n()).isOne();
    assertThat(LengthCheck.area(scores, new double[] {111, 100}, Cohort.of(1, 0)).n()).isZero();
  }

  @Test
  void theIntervalIsThatOfTheLinearisedShare() {
    // Supported 3 and 1, others 2 and 0: 3 of 4 pairs. Each row is in two of them and won 2, 1 or
    // lost likewise, so its influence is ±(.5 / 4); 4 · .125² · 4/3 = 1/12, 1.959964 · √(1/12).
    double[] scores = {3, 1, 2, 0};
    double[] same = {7, 7, 7, 7};
    Interval area = LengthCheck.area(scores, same, Cohort.of(1, 1, 0, 0));
    assertThat(area.estimate()).isEqualTo(.75);
    assertThat(area.low()).hasValueCloseTo(.75 - 1.959964 * Math.sqrt(1 / 12.0), within(1e-9));
    assertThat(area.high()).hasValue(1);
  }

  @Test
  void aLengthThatNeverVariesHasNoCorrelation() {
    ObjectNode into = new ObjectMapper().createObjectNode();
    LengthCheck.put(into, new double[] {1, 0}, new double[] {5, 5}, Cohort.of(1, 0));
    assertThat(into.has("spearman_with_length")).isFalse();
    assertThat(into.at("/auroc_at_the_same_length/estimate").doubleValue()).isEqualTo(1);
  }
}
