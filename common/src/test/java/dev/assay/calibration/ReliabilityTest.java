package dev.assay.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.stats.Golden;
import dev.assay.stats.Intervals;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReliabilityTest {
  private static final JsonNode GOLDEN = Golden.read("calibration").get("reliability");
  private static final LogisticMap MAP =
      new LogisticMap(GOLDEN.get("intercept").asDouble(), GOLDEN.get("slope").asDouble());

  @Test
  void agreesWithScikitLearn() {
    Reliability reliability = Reliability.of(MAP, rows(false), 10);
    // Scores are kept to 9 decimals, so probabilities agree to about 1e-9.
    assertThat(reliability.brier()).isCloseTo(GOLDEN.get("brier").asDouble(), within(1e-8));
    assertThat(reliability.logLoss()).isCloseTo(GOLDEN.get("log_loss").asDouble(), within(1e-8));
    assertThat(reliability.ece()).isCloseTo(GOLDEN.get("ece").asDouble(), within(1e-8));
    assertThat(reliability.curve().stream().mapToDouble(Reliability.Bin::predicted).toArray())
        .containsExactly(Golden.doubles(GOLDEN.get("predicted")), within(1e-8));
    assertThat(reliability.curve().stream().mapToDouble(Reliability.Bin::observed).toArray())
        .containsExactly(Golden.doubles(GOLDEN.get("observed")), within(1e-12));
  }

  @Test
  void murphysPartsMakeTheBrierScoreOfBins() {
    // Probabilities .25 (labels 0 0 0 1) and .75 (labels 1 1 1 1), two bins.
    // Reliability (0 + .25²)/2, resolution ((.25 − .625)² + (1 − .625)²)/2, uncertainty .625 ·
    // .375.
    List<LabelledResponse> rows = new ArrayList<>();
    double low = -Math.log(3);
    for (int i = 0; i < 4; i++) {
      rows.add(LabelledResponse.of("a" + i, low, i == 3 ? 1 : 0));
      rows.add(LabelledResponse.of("b" + i, -low, 1));
    }
    Reliability reliability = Reliability.of(new LogisticMap(0, 1), rows, 2);
    Reliability.Murphy murphy = reliability.murphy();
    assertThat(murphy.reliability()).isCloseTo(.03125, within(1e-9));
    assertThat(murphy.resolution()).isCloseTo(.140625, within(1e-9));
    assertThat(murphy.uncertainty()).isCloseTo(.234375, within(1e-9));
    assertThat(murphy.reliability() - murphy.resolution() + murphy.uncertainty())
        .isCloseTo(reliability.brier(), within(1e-9));
  }

  @Test
  void weightsCountAsInScikitLearn() {
    Reliability reliability = Reliability.of(MAP, rows(true), 10);
    assertThat(reliability.brier())
        .isCloseTo(GOLDEN.get("weighted_brier").asDouble(), within(1e-8));
    assertThat(reliability.logLoss())
        .isCloseTo(GOLDEN.get("weighted_log_loss").asDouble(), within(1e-8));
  }

  @Test
  void equalProbabilitiesShareABinAndItsLimitsCountGroups() {
    List<LabelledResponse> rows = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      rows.add(LabelledResponse.of("g" + i % 4, .5, i % 3 == 0 ? 1 : 0));
    }
    Reliability reliability = Reliability.of(MAP, rows, 10);
    assertThat(reliability.curve()).hasSize(1);
    Reliability.Bin bin = reliability.curve().get(0);
    assertThat(bin.n()).isEqualTo(12);
    assertThat(bin.nGroups()).isEqualTo(4);
    assertThat(bin.observed()).isCloseTo(1.0 / 3, within(1e-15));
    double[] limits = Intervals.wilson(4.0 / 3, 4, .95);
    assertThat(new double[] {bin.low(), bin.high()}).containsExactly(limits, within(1e-12));
  }

  @Test
  void certainMistakesHaveAFiniteLogLoss() {
    List<LabelledResponse> rows = List.of(LabelledResponse.of("a", 1e6, 0));
    // −ln 2⁻⁵² = 52 ln 2
    assertThat(Reliability.of(MAP, rows, 10).logLoss()).isCloseTo(52 * Math.log(2), within(1e-9));
  }

  private static List<LabelledResponse> rows(boolean weighted) {
    double[] scores = Golden.doubles(GOLDEN.get("scores"));
    int[] labels = Golden.ints(GOLDEN.get("labels"));
    double[] weights = Golden.doubles(GOLDEN.get("weights"));
    List<LabelledResponse> rows = new ArrayList<>();
    for (int i = 0; i < scores.length; i++) {
      rows.add(LabelledResponse.of("g" + i, scores[i], labels[i], weighted ? weights[i] : 1));
    }
    return rows;
  }

  @Test
  void theBaseRateIsThatOfTheTrainRowsByWeight() {
    List<LabelledResponse> train =
        List.of(LabelledResponse.of("a", 0, 1, 3), LabelledResponse.of("b", 0, 0, 1));
    List<LabelledResponse> rows =
        List.of(LabelledResponse.of("c", 0, 1, 1), LabelledResponse.of("d", 0, 0, 2));
    // ¾ of the train weight has label 1: −(ln ¾ + 2 ln ¼) / 3.
    assertThat(Reliability.baseRateLogLoss(LevelScale.BINARY, train, rows))
        .isCloseTo(-(Math.log(.75) + 2 * Math.log(.25)) / 3, within(1e-12));
    LevelScale three = LevelScale.of(List.of("bad", "fair", "good"), true, List.of("good"));
    // Of more levels rows count one each: half and half of the train rows, none of them fair.
    assertThat(Reliability.baseRateLogLoss(three, train, rows))
        .isCloseTo(Math.log(2), within(1e-12));
    assertThat(
            Reliability.baseRateLogLoss(three, train, List.of(LabelledResponse.of("e", 0, 2, 1))))
        .isInfinite();
  }
}
