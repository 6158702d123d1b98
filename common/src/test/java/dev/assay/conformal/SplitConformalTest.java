package dev.assay.conformal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.LogisticCalibrator;
import dev.assay.calibration.LogisticMap;
import dev.assay.calibration.ProbabilityMap;
import dev.assay.calibration.ScoreTable;
import dev.assay.stats.Golden;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SplitConformalTest {
  private static final Nonconformity SETS = new LeastAmbiguous();

  /** Probabilities are the scores themselves, so that cases can be written down. */
  private record Identity() implements ProbabilityMap {
    @Override
    public double probability(double... scores) {
      return scores[0];
    }

    @Override
    public String method() {
      return "identity";
    }

    @Override
    public java.util.Map<String, Double> parameters() {
      return java.util.Map.of();
    }
  }

  @Test
  void theQuantileIsTheOrderStatisticOfNumpy() {
    JsonNode golden = Golden.read("calibration");
    JsonNode data = golden.get("reliability");
    LogisticMap map =
        new LogisticMap(data.get("intercept").asDouble(), data.get("slope").asDouble());
    double[] scores = Golden.doubles(data.get("scores"));
    int[] labels = Golden.ints(data.get("labels"));
    for (JsonNode example : golden.get("conformal")) {
      List<LabelledResponse> rows = new ArrayList<>();
      for (int i = 0; i < example.get("n").asInt(); i++) {
        rows.add(LabelledResponse.of("g" + i, scores[i], labels[i]));
      }
      Quantile conformal = Quantile.of(map, SETS, rows, example.get("alpha").asDouble());
      assertThat(conformal.value()).isCloseTo(example.get("quantile").asDouble(), within(2e-9));
    }
  }

  @Test
  void belowTheNeededGroupsEverySetIsFull() {
    // ⌈9 × .9⌉ = 9 > 8; ⌈10 × .9⌉ = 9 ≤ 9
    assertThat(Quantile.groupsNeeded(.1)).isEqualTo(9);
    assertThat(Quantile.groupsNeeded(.05)).isEqualTo(19);
    Quantile eight = Quantile.of(new Identity(), SETS, ladder(8), .1);
    assertThat(eight.finite()).isEmpty();
    assertThat(set(eight, 1)).isEqualTo(PredictionSet.of(0, 1));
    Quantile nine = Quantile.of(new Identity(), SETS, ladder(9), .1);
    assertThat(nine.finite()).hasValue(.9);
    assertThat(nine.rank()).isEqualTo(9);
  }

  @Test
  void aGroupCountsOnceHoweverManyRowsItHas() {
    // Group "a" says .9 a thousand times: one of 4 groups. Mass wanted: 5 × .5 = 2.5 groups.
    // Nonconformities: .1, .2, .3 (one group each), .9 (a): 1, 2, 3 ≥ 2.5 at .3.
    List<LabelledResponse> rows = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      rows.add(LabelledResponse.of("a", .9, 0));
    }
    rows.add(LabelledResponse.of("b", .1, 0));
    rows.add(LabelledResponse.of("c", .2, 0));
    rows.add(LabelledResponse.of("d", .3, 0));
    Quantile conformal = Quantile.of(new Identity(), SETS, rows, .5);
    assertThat(conformal.value()).isEqualTo(.3);
    assertThat(conformal.groups()).isEqualTo(4);
  }

  @Test
  void columnsGiveWhatRowsGive() {
    Random random = new Random(3);
    for (int groups : new int[] {1000, 40}) {
      double[] nonconformities = new double[1000];
      double[] scores = new double[1000];
      int[] labels = new int[1000];
      long[] keys = new long[1000];
      double[] ones = new double[1000];
      Arrays.fill(ones, 1);
      List<LabelledResponse> rows = new ArrayList<>();
      for (int i = 0; i < 1000; i++) {
        scores[i] = random.nextInt(200) / 200.0;
        labels[i] = random.nextDouble() < scores[i] ? 1 : 0;
        keys[i] = i % groups * 0x9E3779B97F4A7C15L;
        nonconformities[i] = SETS.of(new Identity().probabilities(scores[i]))[labels[i]];
        rows.add(LabelledResponse.of("g" + i % groups, scores[i], labels[i]));
      }
      assertThat(Quantile.of(nonconformities, keys, ones, .1))
          .isEqualTo(Quantile.of(new Identity(), SETS, rows, .1));
      assertThat(new LogisticCalibrator().fit(ScoreTable.of(scores, labels, ones, 2)))
          .isEqualTo(new LogisticCalibrator().fit(rows));
    }
  }

  @Test
  void givesTheFourSetsOfThePaper() {
    Quantile wide = new Quantile(.1, .7, 100);
    assertThat(set(wide, .2)).isEqualTo(PredictionSet.of(0));
    assertThat(set(wide, .5)).isEqualTo(PredictionSet.of(0, 1));
    assertThat(set(wide, .3)).as("1 − .3 ≤ .7").isEqualTo(PredictionSet.of(0, 1));
    assertThat(set(wide, .8)).isEqualTo(PredictionSet.of(1));
    Quantile narrow = new Quantile(.1, .3, 100);
    assertThat(set(narrow, .2)).isEqualTo(PredictionSet.of(0));
    assertThat(set(narrow, .5)).isEqualTo(PredictionSet.of());
    assertThat(set(narrow, .7)).isEqualTo(PredictionSet.of(1));
    assertThat(set(narrow, .5).toString()).isEqualTo("∅");
    assertThat(set(wide, .5).toString()).isEqualTo("{0,1}");
  }

  @Test
  void refusesAnAlphaThatPromisesNothing() {
    assertThatThrownBy(() -> Quantile.of(new Identity(), SETS, ladder(3), 0))
        .hasMessageContaining("(0, 0.5]");
    assertThatThrownBy(() -> Quantile.of(new Identity(), SETS, ladder(3), .6))
        .hasMessageContaining("0.6");
  }

  @Test
  void coverageBelowTheOnePercentPointFails() {
    // k = ⌈101 × .9⌉ = 91 of n = 100; scipy betabinom.ppf(.01, 100, 91, 10) = 79.
    Quantile conformal = new Quantile(.1, .5, 100);
    assertThat(covering(79, 100, conformal).holds()).isTrue();
    assertThat(covering(78, 100, conformal).holds()).isFalse();
    assertThat(covering(79, 100, conformal).least()).isEqualTo(79);
  }

  @Test
  void coverageSharesEachGroupAmongItsRows() {
    Quantile conformal = new Quantile(.1, .5, 100);
    // a: one of its two rows covered, b: covered → (½ + 1) / 2.
    Coverage coverage =
        Coverage.of(
            conformal,
            new Identity(),
            SETS,
            List.of(
                LabelledResponse.of("a", .9, 1),
                LabelledResponse.of("a", .9, 0),
                LabelledResponse.of("b", .1, 0)));
    assertThat(coverage.share()).isCloseTo(.75, within(1e-15));
    assertThat(coverage.groups()).isEqualTo(2);
    assertThat(coverage.setSizes()).containsExactly(0.0, 1.0, 0.0);
  }

  /** The set at a probability of label 1. */
  private static PredictionSet set(Quantile quantile, double probability) {
    return quantile.set(SETS.of(new Identity().probabilities(probability)));
  }

  private static Coverage covering(int covered, int groups, Quantile conformal) {
    List<LabelledResponse> rows = new ArrayList<>();
    for (int g = 0; g < groups; g++) {
      rows.add(LabelledResponse.of("g" + g, .9, g < covered ? 1 : 0));
    }
    return Coverage.of(conformal, new Identity(), SETS, rows);
  }

  /** n groups with nonconformities .1, .2, … */
  private static List<LabelledResponse> ladder(int n) {
    List<LabelledResponse> rows = new ArrayList<>();
    for (int i = 1; i <= n; i++) {
      rows.add(LabelledResponse.of("g" + i, i / 10.0, 0));
    }
    return rows;
  }
}
