package dev.assay.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AurocTest {
  private static final Resampling RESAMPLING = new Resampling(500, .95, 7);

  static Stream<JsonNode> golden() {
    return StreamSupport.stream(Golden.read("statistics").get("auroc").spliterator(), false);
  }

  @ParameterizedTest
  @MethodSource("golden")
  void agreesWithScikitLearn(JsonNode example) {
    int[] labels = Golden.ints(example.get("labels"));
    Cohort cohort =
        new Cohort(Cohort.of(labels).groups(), labels, Golden.doubles(example.get("weights")));
    assertThat(Auroc.of(Golden.doubles(example.get("scores")), cohort).orElseThrow())
        .isCloseTo(example.get("expected").asDouble(), within(1e-12));
  }

  static Stream<JsonNode> delong() {
    return StreamSupport.stream(Golden.read("auroc").spliterator(), false);
  }

  @ParameterizedTest
  @MethodSource("delong")
  void singleRowsGetDeLongsError(JsonNode example) {
    double[] first = Golden.doubles(example.get("first"));
    double[] second = Golden.doubles(example.get("second"));
    Cohort cohort = Cohort.of(Golden.ints(example.get("labels")));
    double area = Auroc.of(first, cohort).orElseThrow();
    Clusters clusters = Clusters.of(cohort);
    DeLong errors =
        new RankedScores(first, cohort, clusters.groupOfRow()).errors(area, clusters.count());
    assertThat(errors.standardError().orElseThrow())
        .isCloseTo(example.get("se").asDouble(), within(1e-12));
    Interval gain = Auroc.difference(first, second, cohort, RESAMPLING).orElseThrow();
    assertThat(gain.high().orElseThrow() - gain.estimate())
        .isCloseTo(1.959963984540054 * example.get("se_difference").asDouble(), within(1e-12));
  }

  @Test
  void groupsOfRowsGetObuchowskisError() {
    // Groups a: .9 (1), .2 (0); b: .7 (1), .8 (0); c: .6 (1), .1 (0). Area: .9 beats 3, .7 and .6
    // beat 2 of 3: 7/9. Components less the area: a 2/9, b −1/9, c −1/9 of label 1; the share that
    // beats .2 is 1, .8 is 1/3, .1 is 1: a 2/9, b −4/9, c 2/9 of label 0. All over 3:
    // S₁₁ = 3/2 · (4 + 1 + 1)/729, S₀₀ = 3/2 · (4 + 16 + 4)/729, S₁₀ = 3/2 · (4 + 4 − 2)/729.
    // Variance S₁₁ + S₀₀ + 2 S₁₀ = 3/2 · 42/729 = 63/729.
    Cohort cohort =
        Cohort.of(new String[] {"a", "a", "b", "b", "c", "c"}, new int[] {1, 0, 1, 0, 1, 0});
    double[] scores = {.9, .2, .7, .8, .6, .1};
    DeLong errors =
        new RankedScores(scores, cohort, new int[] {0, 0, 1, 1, 2, 2}).errors(7 / 9.0, 3);
    assertThat(errors.variance()).isCloseTo(63 / 729.0, within(1e-12));
    // What groups add: a 4, b −5, c 1: (16 + 25 + 1)² / (256 + 625 + 1) = 2.
    assertThat(errors.contributing()).isCloseTo(2, within(1e-12));
    // Expected at A = 7/9 with 3 groups of either label: A (1 − A) / 9 · (1 + 2 (2/11 + 7/16))
    // = 14/729 · (1 + 2 · 109/176) = 14/729 · 394/176. Two groups each: mean of both variances.
    double variance = (63 / 729.0 + 14 / 729.0 * 394 / 176) / 2;
    // Student's t of 3 − 2 = 1 degree of freedom: 12.7062047.
    double half = 12.7062047362 * Math.sqrt(variance) / (14 / 81.0);
    double odds = Math.log(3.5);
    Interval interval = Auroc.interval(scores, cohort, RESAMPLING).orElseThrow();
    assertThat(interval.low().orElseThrow())
        .isCloseTo(1 / (1 + Math.exp(half - odds)), within(1e-9));
    assertThat(interval.method()).isEqualTo(Auroc.LOG_ODDS);
  }

  @Test
  void weightsThatAreNoPowersOfTwoLeaveSeparatedClassesSeparated() {
    Cohort cohort =
        new Cohort(
            new String[] {"a", "b", "c", "d", "e", "f"},
            new int[] {0, 0, 0, 1, 1, 1},
            new double[] {.1, .2, .3, .7, .1, 1.1});
    Interval interval =
        Auroc.interval(new double[] {1, 2, 3, 4, 5, 6}, cohort, RESAMPLING).orElseThrow();
    assertThat(interval.method()).isEqualTo(Auroc.SEPARATED);
  }

  @Test
  void aScoreThatIsConstantHasNoLimits() {
    Interval interval =
        Auroc.interval(new double[] {1, 1, 1, 1}, Cohort.of(0, 1, 0, 1), RESAMPLING).orElseThrow();
    assertThat(interval.estimate()).isEqualTo(.5);
    assertThat(interval.method()).isEqualTo("none: no group differs");
  }

  @Test
  void theIntervalCoversAsOftenAsItSays() {
    // 1,000 draws of 80 rows, true area Φ(1/√2) = .760250: 4 standard errors of .95 are .0276.
    SplittableRandom random = new SplittableRandom(21);
    int covered = 0;
    for (int draw = 0; draw < 1000; draw++) {
      int[] labels = new int[80];
      double[] scores = new double[80];
      for (int i = 0; i < 80; i++) {
        labels[i] = i % 2;
        scores[i] = random.nextGaussian() + labels[i];
      }
      covered +=
          Auroc.interval(scores, Cohort.of(labels), RESAMPLING).orElseThrow().covers(.760250)
              ? 1
              : 0;
    }
    assertThat(covered).isBetween(922, 978);
  }

  @Test
  void tiesCountHalf() {
    // Pairs (1 against 0): 3>1, 3>2, 2>1, 2=2 → (3 + ½) / 4.
    assertThat(Auroc.of(new double[] {1, 2, 2, 3}, Cohort.of(0, 0, 1, 1))).hasValue(.875);
  }

  @Test
  void isAbsentWithoutBothLabels() {
    Cohort cohort = Cohort.of(1, 1);
    assertThat(Auroc.of(new double[] {1, 2}, cohort)).isEmpty();
    assertThat(Auroc.interval(new double[] {1, 2}, cohort, RESAMPLING)).isEmpty();
    assertThat(Auroc.difference(new double[] {1, 2}, new double[] {2, 1}, cohort, RESAMPLING))
        .isEmpty();
  }

  @Test
  void oneGroupHasNoLimits() {
    Cohort cohort = Cohort.of(new String[] {"g", "g", "g"}, new int[] {0, 1, 1});
    Interval interval = Auroc.interval(new double[] {1, 2, 0}, cohort, RESAMPLING).orElseThrow();
    assertThat(interval.estimate()).isEqualTo(.5);
    assertThat(interval.low()).isEmpty();
    assertThat(interval.method()).isEqualTo("none: fewer than 2 groups");
  }

  @Test
  void separatedClassesGetTheExactBound() {
    // 3 groups with label 1 and 4 with label 0: k = 3 disjoint pairs, (.05 / 2)^(1/3) = .2924018.
    Cohort cohort = Cohort.of(0, 0, 0, 0, 1, 1, 1);
    double[] scores = {1, 2, 3, 4, 5, 6, 7};
    Interval up = Auroc.interval(scores, cohort, RESAMPLING).orElseThrow();
    assertThat(up.estimate()).isEqualTo(1);
    assertThat(up.low().orElseThrow()).isCloseTo(.2924018, within(1e-7));
    assertThat(up.high()).hasValue(1);
    double[] negated = Arrays.stream(scores).map(s -> -s).toArray();
    Interval down = Auroc.interval(negated, cohort, RESAMPLING).orElseThrow();
    assertThat(down.low()).hasValue(0);
    assertThat(down.high().orElseThrow()).isCloseTo(1 - .2924018, within(1e-7));
  }

  @Test
  void theOrderOfRowsChangesNothing() {
    Simulated data = Simulated.rows(3, 40, 3, .8);
    Simulated shuffled = data.shuffled(17);
    assertThat(Auroc.interval(shuffled.scores(), shuffled.cohort(), RESAMPLING))
        .isEqualTo(Auroc.interval(data.scores(), data.cohort(), RESAMPLING));
  }

  @Test
  void theDifferenceFromItselfIsZeroWithoutLimits() {
    Simulated data = Simulated.rows(3, 40, 3, .8);
    Interval none =
        Auroc.difference(data.scores(), data.scores(), data.cohort(), RESAMPLING).orElseThrow();
    assertThat(none.estimate()).isZero();
    assertThat(none.low()).isEmpty();
  }

  @Test
  void pairingMakesTheDifferenceNarrowerThanEitherArea() {
    Simulated data = Simulated.rows(5, 80, 3, 1);
    double[] blurred = data.scores().clone();
    Arrays.setAll(blurred, i -> blurred[i] + .2 * (i % 3));
    Interval one = Auroc.interval(data.scores(), data.cohort(), RESAMPLING).orElseThrow();
    Interval gain =
        Auroc.difference(data.scores(), blurred, data.cohort(), RESAMPLING).orElseThrow();
    assertThat(width(gain)).isLessThan(width(one));
  }

  private static double width(Interval interval) {
    return interval.high().orElseThrow() - interval.low().orElseThrow();
  }
}
