package dev.assay.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.stats.Golden;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SplitConformalTest {
  /** Probabilities are the scores themselves, so that cases can be written down. */
  private record Identity() implements ProbabilityMap {
    @Override
    public double probability(double score) {
      return score;
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
      List<LabelledScore> rows = new ArrayList<>();
      for (int i = 0; i < example.get("n").asInt(); i++) {
        rows.add(LabelledScore.of("g" + i, scores[i], labels[i]));
      }
      SplitConformal conformal = SplitConformal.fit(map, rows, example.get("alpha").asDouble());
      assertThat(conformal.quantile()).isCloseTo(example.get("quantile").asDouble(), within(2e-9));
    }
  }

  @Test
  void belowTheNeededGroupsEverySetIsFull() {
    // ⌈9 × .9⌉ = 9 > 8; ⌈10 × .9⌉ = 9 ≤ 9
    assertThat(SplitConformal.groupsNeeded(.1)).isEqualTo(9);
    assertThat(SplitConformal.groupsNeeded(.05)).isEqualTo(19);
    SplitConformal eight = SplitConformal.fit(new Identity(), ladder(8), .1);
    assertThat(eight.finiteQuantile()).isEmpty();
    assertThat(eight.set(1)).isEqualTo(PredictionSet.of(0, 1));
    SplitConformal nine = SplitConformal.fit(new Identity(), ladder(9), .1);
    assertThat(nine.finiteQuantile()).hasValue(.9);
    assertThat(nine.rank()).isEqualTo(9);
  }

  @Test
  void aGroupCountsOnceHoweverManyRowsItHas() {
    // Group "a" says .9 a thousand times: one of 4 groups. Mass wanted: 5 × .5 = 2.5 groups.
    // Nonconformities: .1, .2, .3 (one group each), .9 (a): 1, 2, 3 ≥ 2.5 at .3.
    List<LabelledScore> rows = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      rows.add(LabelledScore.of("a", .9, 0));
    }
    rows.add(LabelledScore.of("b", .1, 0));
    rows.add(LabelledScore.of("c", .2, 0));
    rows.add(LabelledScore.of("d", .3, 0));
    SplitConformal conformal = SplitConformal.fit(new Identity(), rows, .5);
    assertThat(conformal.quantile()).isEqualTo(.3);
    assertThat(conformal.groups()).isEqualTo(4);
  }

  @Test
  void columnsGiveWhatRowsGive() {
    Random random = new Random(3);
    for (int groups : new int[] {1000, 40}) {
      ScoreColumns columns = new ScoreColumns();
      List<LabelledScore> rows = new ArrayList<>();
      for (int i = 0; i < 1000; i++) {
        double score = random.nextInt(200) / 200.0;
        int label = random.nextDouble() < score ? 1 : 0;
        columns.add(i % groups * 0x9E3779B97F4A7C15L, score, label);
        rows.add(LabelledScore.of("g" + i % groups, score, label));
      }
      assertThat(columns.size()).isEqualTo(1000);
      assertThat(SplitConformal.fit(new Identity(), columns, .1))
          .isEqualTo(SplitConformal.fit(new Identity(), rows, .1));
      assertThat(new LogisticCalibrator().fit(columns.table()))
          .isEqualTo(new LogisticCalibrator().fit(rows));
    }
    assertThatThrownBy(() -> new ScoreColumns().add(1, Double.NaN, 1))
        .hasMessageContaining("finite");
    assertThatThrownBy(() -> new ScoreColumns().add(1, .5, 2)).hasMessageContaining("0 or 1");
  }

  @Test
  void givesTheFourSetsOfThePaper() {
    SplitConformal wide = new SplitConformal(.1, .7, 100);
    assertThat(wide.set(.2)).isEqualTo(PredictionSet.of(0));
    assertThat(wide.set(.5)).isEqualTo(PredictionSet.of(0, 1));
    assertThat(wide.set(.3)).as("1 − .3 ≤ .7").isEqualTo(PredictionSet.of(0, 1));
    assertThat(wide.set(.8)).isEqualTo(PredictionSet.of(1));
    SplitConformal narrow = new SplitConformal(.1, .3, 100);
    assertThat(narrow.set(.2)).isEqualTo(PredictionSet.of(0));
    assertThat(narrow.set(.5)).isEqualTo(PredictionSet.of());
    assertThat(narrow.set(.7)).isEqualTo(PredictionSet.of(1));
    assertThat(narrow.set(.5).toString()).isEqualTo("∅");
    assertThat(wide.set(.5).toString()).isEqualTo("{0,1}");
  }

  @Test
  void refusesAnAlphaThatPromisesNothing() {
    assertThatThrownBy(() -> SplitConformal.fit(new Identity(), ladder(3), 0))
        .hasMessageContaining("(0, 0.5]");
    assertThatThrownBy(() -> SplitConformal.fit(new Identity(), ladder(3), .6))
        .hasMessageContaining("0.6");
  }

  @Test
  void coverageBelowTheOnePercentPointFails() {
    // k = ⌈101 × .9⌉ = 91 of n = 100; scipy betabinom.ppf(.01, 100, 91, 10) = 79.
    SplitConformal conformal = new SplitConformal(.1, .5, 100);
    assertThat(covering(79, 100, conformal).holds()).isTrue();
    assertThat(covering(78, 100, conformal).holds()).isFalse();
    assertThat(covering(79, 100, conformal).least()).isEqualTo(79);
  }

  @Test
  void coverageSharesEachGroupAmongItsRows() {
    SplitConformal conformal = new SplitConformal(.1, .5, 100);
    // a: one of its two rows covered, b: covered → (½ + 1) / 2.
    Coverage coverage =
        Coverage.of(
            conformal,
            new Identity(),
            List.of(
                LabelledScore.of("a", .9, 1),
                LabelledScore.of("a", .9, 0),
                LabelledScore.of("b", .1, 0)));
    assertThat(coverage.share()).isCloseTo(.75, within(1e-15));
    assertThat(coverage.groups()).isEqualTo(2);
    assertThat(coverage.setSizes()).containsExactly(0.0, 1.0, 0.0);
  }

  private static Coverage covering(int covered, int groups, SplitConformal conformal) {
    List<LabelledScore> rows = new ArrayList<>();
    for (int g = 0; g < groups; g++) {
      rows.add(LabelledScore.of("g" + g, .9, g < covered ? 1 : 0));
    }
    return Coverage.of(conformal, new Identity(), rows);
  }

  /** n groups with nonconformities .1, .2, … */
  private static List<LabelledScore> ladder(int n) {
    List<LabelledScore> rows = new ArrayList<>();
    for (int i = 1; i <= n; i++) {
      rows.add(LabelledScore.of("g" + i, i / 10.0, 0));
    }
    return rows;
  }
}
