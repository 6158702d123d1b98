package dev.assay.conformal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.calibration.IsotonicCalibrator;
import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.LogisticCalibrator;
import dev.assay.calibration.Part;
import dev.assay.calibration.Splits;
import dev.assay.core.Direction;
import dev.assay.stats.Resampling;
import java.io.ByteArrayOutputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DoubleCalibrationTest {
  private static final DoubleCalibration PLAN =
      new DoubleCalibration(
          new LogisticCalibrator(),
          new LeastAmbiguous(),
          new Splits(.4, .4, .2, 11),
          .1,
          10,
          10,
          Fitness.DEFAULT,
          new Resampling(300, .95, 5));

  @Test
  void aGoodMetricIsOkAndDecides() {
    Calibration calibration = PLAN.calibrate(rows(200, 2.5, 0), Direction.UP);
    assertThat(calibration.reason()).isEmpty();
    assertThat(calibration.status()).isEqualTo(CalibrationStatus.OK);
    assertThat(calibration.nGroups()).isEqualTo(200);
    assertThat(calibration.nTrain() + calibration.nConformal() + calibration.nTest())
        .isEqualTo(600);
    CaseRule rule = SetRules.of(calibration);
    assertThat(rule.decide("", 5).decision()).isEqualTo(Decision.ACCEPT);
    assertThat(rule.decide("", -5).decision()).isEqualTo(Decision.REJECT);
    assertThat(rule.decide("", 5).set().texts()).containsExactly("1");
    assertThat(rule.decide("", 5).probability()).isGreaterThan(.9);
  }

  @Test
  void aMetricThatPointsTheWrongWayIsUnfit() {
    Calibration calibration = PLAN.calibrate(rows(200, 2.5, 0), Direction.DOWN);
    assertThat(calibration.status()).isEqualTo(CalibrationStatus.UNFIT);
    assertThat(calibration.reason())
        .contains("falls from the metric's bad end to its good end (direction down)")
        .contains("AUROC 0.");
    Ruling ruling = SetRules.of(calibration).decide("", 5);
    assertThat(ruling.decision()).isEqualTo(Decision.REFER);
    assertThat(ruling.reason()).startsWith("calibration is unfit: ");
  }

  @Test
  void aMetricNoBetterThanTheAnswersLengthIsUnfit() {
    Calibration calibration = PLAN.calibrate(rows(200, 2.5, 4), Direction.UP);
    assertThat(calibration.status()).isEqualTo(CalibrationStatus.UNFIT);
    assertThat(calibration.reason()).startsWith("it is not surely better than answer_length");
    // Longer answers fail here: the baseline is turned round before it is judged.
    assertThat(calibration.baselines().get(LabelledResponse.ANSWER_LENGTH).estimate())
        .isGreaterThan(.9);
  }

  @Test
  void aMetricWithoutSignalIsUnfit() {
    Calibration calibration = PLAN.calibrate(rows(200, 0, 0), Direction.UP);
    assertThat(calibration.status()).isEqualTo(CalibrationStatus.UNFIT);
    assertThat(calibration.reason()).contains("the least allowed is 0.600");
  }

  /**
   * Steps from few labels say 0 and 1 and pay for it on groups that they have not seen, though the
   * scores rank well.
   */
  @Test
  void aMapThatSaysLessThanTheBaseRateIsUnfit() {
    DoubleCalibration steps = PLAN.by(new IsotonicCalibrator(Direction.UP), PLAN.sets());
    Calibration calibration = steps.calibrate(rows(60, 1.4, 0), Direction.UP);
    assertThat(calibration.auroc().orElseThrow().low().getAsDouble()).isGreaterThan(.6);
    assertThat(calibration.status()).isEqualTo(CalibrationStatus.UNFIT);
    double loss = calibration.reliability().orElseThrow().logLoss();
    assertThat(loss).isGreaterThan(Math.log(2));
    assertThat(calibration.reason())
        .startsWith(
            String.format(Locale.ROOT, "log loss on unseen groups is %.3f, that of the base", loss));
    assertThat(PLAN.calibrate(rows(60, 1.4, 0), Direction.UP).status())
        .isEqualTo(CalibrationStatus.OK);
  }

  @Test
  void anUnknownBaselineCannotBeBeaten() {
    List<LabelledResponse> bare =
        rows(200, 2.5, 0).stream()
            .map(row -> LabelledResponse.of(row.groupId(), row.score(), row.level()))
            .toList();
    assertThat(PLAN.calibrate(bare, Direction.UP).reason())
        .isEqualTo("it could not be compared with answer_length");
  }

  @Test
  void fewLabelsSayHowManyAreNeeded() {
    Calibration calibration = PLAN.calibrate(rows(12, 2.5, 0), Direction.UP);
    assertThat(calibration.status()).isEqualTo(CalibrationStatus.TOO_FEW);
    assertThat(calibration.reason()).containsPattern("\\d train groups of the 10 needed");
    Calibration none = PLAN.calibrate(List.of(), Direction.UP);
    assertThat(none.status()).isEqualTo(CalibrationStatus.TOO_FEW);
    assertThat(none.map()).isEmpty();
  }

  @Test
  void oneLabelIsDegenerate() {
    List<LabelledResponse> passed =
        rows(200, 2.5, 0).stream()
            .map(row -> LabelledResponse.of(row.groupId(), row.score(), 1))
            .toList();
    Calibration calibration = PLAN.calibrate(passed, Direction.UP);
    assertThat(calibration.status()).isEqualTo(CalibrationStatus.DEGENERATE);
    assertThat(calibration.reason()).isEqualTo("every label is 1");
    assertThat(calibration.auroc()).isEmpty();
  }

  @Test
  void theOrderOfRowsChangesNothing() {
    List<LabelledResponse> rows = new ArrayList<>(rows(100, 1, 1));
    Calibration before = PLAN.calibrate(rows, Direction.UP);
    Collections.shuffle(rows, new Random(2));
    assertThat(PLAN.calibrate(rows, Direction.UP)).isEqualTo(before);
  }

  @Test
  void aDirectionlessMetricIsTurnedTheWayItPoints() {
    List<LabelledResponse> falling =
        rows(200, 2.5, 0).stream()
            .map(row -> response(row.groupId(), -row.score(), row.level(), row.baselines()))
            .toList();
    assertThat(PLAN.calibrate(falling, Direction.NONE).status()).isEqualTo(CalibrationStatus.OK);
  }

  @Test
  void splitsKeepTheirSharesAndTheirGroups() {
    Splits splits = new Splits(.5, .3, .2, 3);
    Map<Part, Long> counts =
        java.util.stream.IntStream.range(0, 10_000)
            .mapToObj(i -> splits.of("group-" + i))
            .collect(
                java.util.stream.Collectors.groupingBy(
                    part -> part, java.util.stream.Collectors.counting()));
    // Four standard errors of a share of 10,000: at most 4 × .5 / 100 = .02.
    assertThat(counts.get(Part.TRAIN)).isBetween(4800L, 5200L);
    assertThat(counts.get(Part.CONFORMAL)).isBetween(2800L, 3200L);
    assertThat(splits.of("group-1")).isEqualTo(new Splits(.5, .3, .2, 3).of("group-1"));
    assertThatThrownBy(() -> new Splits(.5, .5, .5, 1)).hasMessageContaining("sum to 1");
    assertThatThrownBy(() -> new Splits(.5, .5, 0, 1)).hasMessageContaining("positive");
  }

  @Test
  void theRuleTravelsToExecutors() throws Exception {
    CaseRule rule = SetRules.of(PLAN.calibrate(rows(200, 2.5, 0), Direction.UP));
    try (ObjectOutputStream out = new ObjectOutputStream(new ByteArrayOutputStream())) {
      out.writeObject(rule);
    }
  }

  private static LabelledResponse response(
      String group, double score, int label, Map<String, Double> baselines) {
    return new LabelledResponse(group, List.of(score), label, 1, "", baselines);
  }

  /** Three rows a group; the answer's length falls by {@code lengthShift} where label is 1. */
  private static List<LabelledResponse> rows(int groups, double shift, double lengthShift) {
    SplittableRandom random = new SplittableRandom(groups);
    List<LabelledResponse> rows = new ArrayList<>();
    for (int g = 0; g < groups; g++) {
      double effect = random.nextGaussian() / 2;
      for (int r = 0; r < 3; r++) {
        int label = random.nextInt(2);
        double score = shift * (label - .5) + effect + random.nextGaussian() / 2;
        double length = 20 - lengthShift * label + random.nextGaussian();
        rows.add(
            response("group-" + g, score, label, Map.of(LabelledResponse.ANSWER_LENGTH, length)));
      }
    }
    return rows;
  }
}
