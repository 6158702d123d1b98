package dev.assay.conformal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.calibration.LabelledParts;
import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.LevelScale;
import dev.assay.calibration.LogisticMap;
import dev.assay.calibration.Splits;
import dev.assay.conformal.Automation.Tested;
import java.io.ByteArrayOutputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class GuaranteesTest {
  private static final Splits SPLITS = new Splits(.4, .4, .2, 3);
  private static final LogisticMap MAP = new LogisticMap(0, 4);
  private static final Nonconformity SETS = new LeastAmbiguous();
  private static final Automation AUTOMATION = new Automation(.1, .1, 5);

  @Test
  void everyCategoryHasItsQuantileAndWhatWasSeenOfIt() {
    List<LabelledResponse> cases = cases(600, 4, 1);
    List<Guarantee> guarantees = new SetGuarantees(.1, false, false).of(MAP, SETS, parts(cases));
    assertThat(guarantees).extracting(Guarantee::slice).containsExactly("kind=a", "kind=b");
    for (Guarantee one : guarantees) {
      assertThat(one.method()).isEqualTo("mondrian split");
      assertThat(one.holds()).isTrue();
      assertThat(one.observed().orElseThrow()).isBetween(.75, 1.0);
      assertThat(one.promise()).contains("at least 90 % of new questions with " + one.slice());
      List<Scored> rows =
          parts(cases).conformal().stream()
              .filter(row -> row.category().equals(one.slice()))
              .map(
                  row ->
                      Scored.of(
                          row.groupId(), SETS.of(MAP.probabilities(row.score()))[row.level()]))
              .toList();
      assertThat(one.quantile()).contains(Quantile.of(rows, .1).value());
    }
    assertThat(new SetGuarantees(.1, false, true).of(MAP, SETS, parts(cases)))
        .extracting(Guarantee::slice)
        .containsExactly("label=0", "label=1");
  }

  @Test
  void aRareCategorySaysHowManyLabelsWouldHelp() {
    Guarantee few =
        new SetGuarantees(.1, false, false).of(MAP, SETS, parts(cases(10, 4, 1))).get(0);
    assertThat(few.holds()).isFalse();
    assertThat(few.quantile()).isEmpty();
    assertThat(few.reason()).contains("labelled groups are too few").contains("more would help");
    assertThat(few.promise()).isEqualTo("Every set is full: nothing is ruled out.");
  }

  @Test
  void weightsWidenTheQuantile() {
    List<LabelledResponse> rare =
        cases(600, 4, 1).stream()
            .map(
                one ->
                    LabelledResponse.of(
                        one.groupId(),
                        one.score(),
                        one.level(),
                        // Uncertain cases were labelled one time in ten.
                        Math.abs(MAP.probability(one.score()) - .5) < .3 ? 10 : 1))
            .toList();
    double weighted =
        new SetGuarantees(.1, true, false)
            .of(MAP, SETS, parts(rare))
            .get(0)
            .quantile()
            .orElseThrow();
    double plain =
        new SetGuarantees(.1, false, false)
            .of(MAP, SETS, parts(rare))
            .get(0)
            .quantile()
            .orElseThrow();
    assertThat(weighted).isGreaterThan(plain);
  }

  @Test
  void rowsOfAGroupThatNobodyLabelledCountInItsSize() {
    // Of two systems the first is always labelled, the second one time in ten.
    List<LabelledResponse> cases = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(4);
    for (int g = 0; g < 600; g++) {
      cases.add(LabelledResponse.of("g" + g, random.nextDouble(), 1, 1));
      if (random.nextDouble() < .1) {
        cases.add(LabelledResponse.of("g" + g, -4, 1, 10));
      }
    }
    SetGuarantees sets = new SetGuarantees(.4, true, false);
    double byLabelled = sets.of(MAP, SETS, parts(cases)).get(0).quantile().orElseThrow();
    double byAll = sets.of(MAP, SETS, parts(cases), row -> 2).get(0).quantile().orElseThrow();
    // Half of all rows are at −4, a third by the labelled ones alone; .6 of the mass is wanted.
    assertThat(byAll).isEqualTo(SETS.of(MAP.probabilities(-4))[1]);
    assertThat(byLabelled).isLessThan(byAll);
  }

  @Test
  void theSizeOfSetsByLabelIsThatOfTheSetsThatApplyMakes() {
    List<LabelledResponse> cases = cases(600, 2, 1);
    LabelledParts parts = parts(cases);
    List<Guarantee> promises = new SetGuarantees(.1, false, true).of(MAP, SETS, parts);
    Map<String, Double> quantiles = new HashMap<>();
    promises.forEach(one -> quantiles.put(one.slice(), one.quantile().orElseThrow()));
    CaseSets applied = new CaseSets.Quantiles(MAP.scale(), SETS, quantiles, true);
    for (Guarantee promise : promises) {
      double size = 0;
      double covered = 0;
      int n = 0;
      for (LabelledResponse row : parts.test()) {
        if (promise.slice().equals("label=" + row.level())) {
          PredictionSet set = applied.set("", MAP.probabilities(row.vector()), row.vector());
          size += set.size();
          covered += set.contains(row.level()) ? 1 : 0;
          n++;
        }
      }
      assertThat(promise.share().orElseThrow()).isCloseTo(size / n, within(1e-12));
      assertThat(promise.observed().orElseThrow()).isCloseTo(covered / n, within(1e-12));
    }
  }

  @Test
  void aGoodMetricDecidesAndSaysWhatIsPromised() {
    List<LabelledResponse> cases = cases(600, 6, 1);
    Tested tested = AUTOMATION.test(MAP, parts(cases));
    Family family = Family.of(Map.of("m", tested), AUTOMATION, true);
    Guarantee decided = family.guarantee("m", tested);
    assertThat(decided.promise())
        .isEqualTo("With a confidence of 90 %, at most 10 % of what the machine decides is wrong.");
    assertThat(decided.pValue().orElseThrow()).isLessThanOrEqualTo(.1);
    assertThat(decided.share().orElseThrow()).isGreaterThan(.3);
    assertThat(decided.observed().orElseThrow()).isLessThan(.2);
    assertThat(decided.groups()).isEqualTo(tested.groups());
    Guarantee risk = AUTOMATION.risk(MAP, parts(cases));
    assertThat(risk.kind()).isEqualTo(Guarantee.Kind.RISK);
    assertThat(risk.quantile().orElseThrow()).isLessThanOrEqualTo(decided.quantile().orElseThrow());
  }

  @Test
  void noiseAndFewLabelsDecideNothingAndSayWhy() {
    Tested noise = AUTOMATION.test(MAP, parts(cases(600, 0, 1)));
    assertThat(Family.of(Map.of("m", noise), AUTOMATION, false).guarantee("m", noise).reason())
        .contains("decided wrongly, too many to show at most 10 %");
    Tested few = AUTOMATION.test(MAP, parts(cases(30, 6, 1)));
    Guarantee none = Family.of(Map.of("m", few), AUTOMATION, true).guarantee("m", few);
    assertThat(none.reason()).contains("22, all decided rightly").contains("would help");
    assertThat(none.promise()).isEqualTo("Nothing is decided by machine.");
    assertThat(Family.of(Map.of(), AUTOMATION, true).guarantee("m", few).reason())
        .isEqualTo("on the groups of stage 1 it does not tell the labels apart");
    assertThat(
            Family.of(Map.of("m", AUTOMATION.test(MAP, parts(List.of()))), AUTOMATION, true)
                .chosen())
        .containsEntry("m", Optional.empty());
  }

  @Test
  void setsForFewLabelsSayWhatTheyPromise() {
    List<LabelledResponse> cases = cases(60, 4, 1);
    Guarantee cross = few("cv-plus", cases);
    assertThat(cross.promise()).contains("1 − 2α less a small remainder").contains("about 90 %");
    assertThat(cross.observed().orElseThrow()).isGreaterThan(.6);
    Guarantee full = few("full", cases);
    assertThat(full.promise()).contains("at least 90 % of new questions");
    assertThat(full.holds()).isTrue();
    Guarantee many = few("full", cases(1200, 4, 1));
    assertThat(many.reason()).contains("more than 500 labelled groups");
    assertThat(few("cv-plus", List.of()).holds()).isFalse();
  }

  @Test
  void theRuleFollowsTheCutAndNeverAnUnfitMetric() {
    CaseRule rule = rule(CalibrationStatus.OK, "learn-then-test", .9);
    assertThat(rule.decide("", 3).decision()).isEqualTo(Decision.ACCEPT);
    assertThat(rule.decide("", -3).decision()).isEqualTo(Decision.REJECT);
    assertThat(rule.decide("", .1).decision()).isEqualTo(Decision.REFER);
    assertThat(rule.decide("", .1).reason()).isEqualTo("sure to 0.599, decided from 0.900 on");
    assertThat(rule.decide("", 3).reason()).isEqualTo("promised");
    assertThat(rule.decide("", 3).set().labels()).containsExactly(1);
    assertThat(rule.decide("unseen=x", 3).set().labels()).containsExactly(0, 1);
    CaseRule unfit = rule(CalibrationStatus.UNFIT, "sets", .9);
    assertThat(unfit.decide("", 3).decision()).isEqualTo(Decision.REFER);
    CaseRule none = rule(CalibrationStatus.OK, "learn-then-test", Double.POSITIVE_INFINITY);
    assertThat(none.decide("", 30).decision()).isEqualTo(Decision.REFER);
    CaseRule sets = rule(CalibrationStatus.OK, "sets", Double.POSITIVE_INFINITY);
    assertThat(sets.decide("", 3).decision()).isEqualTo(Decision.ACCEPT);
    assertThat(sets.decide("", .1).reason()).isEqualTo("no label is plausible");
  }

  @Test
  void theOrderOfCasesChangesNothingAndTheRuleTravels() throws Exception {
    List<LabelledResponse> cases = new ArrayList<>(cases(300, 4, 3));
    Tested before = AUTOMATION.test(MAP, parts(cases));
    List<Guarantee> sets = new SetGuarantees(.1, false, false).of(MAP, SETS, parts(cases));
    Guarantee cross = few("cv-plus", cases);
    Collections.shuffle(cases, new Random(4));
    assertThat(AUTOMATION.test(MAP, parts(cases))).isEqualTo(before);
    assertThat(new SetGuarantees(.1, false, false).of(MAP, SETS, parts(cases))).isEqualTo(sets);
    assertThat(few("cv-plus", cases)).isEqualTo(cross);
    List<LabelledResponse> rows = new SmallSampleSets("full", .1, 3).rows(parts(cases));
    try (ObjectOutputStream out = new ObjectOutputStream(new ByteArrayOutputStream())) {
      out.writeObject(rule(CalibrationStatus.OK, "sets", .9));
      out.writeObject(before);
      out.writeObject(
          new CaseSets.Compared(new SmallSampleSets("full", .1, 3).predictor(rows).orElseThrow()));
    }
  }

  @Test
  void trainGroupsScreenMetrics() {
    assertThat(trainAuroc(cases(400, 6, 1)).orElseThrow()).isGreaterThan(.85);
    assertThat(trainAuroc(cases(400, 0, 1)).orElseThrow()).isCloseTo(.5, within(.12));
    assertThat(trainAuroc(List.of())).isEmpty();
  }

  private static OptionalDouble trainAuroc(List<LabelledResponse> cases) {
    return Automation.trainAuroc(MAP, parts(cases).train());
  }

  private static Guarantee few(String method, List<LabelledResponse> cases) {
    SmallSampleSets sets = new SmallSampleSets(method, .1, 3);
    return sets.of(sets.rows(parts(cases)), parts(cases).test());
  }

  private static LabelledParts parts(List<LabelledResponse> cases) {
    return LabelledParts.of(SPLITS, cases);
  }

  private static CaseRule rule(CalibrationStatus status, String method, double cut) {
    return new CaseRule(
        status,
        "weak",
        MAP,
        new CaseSets.Quantiles(LevelScale.BINARY, SETS, Map.of("all", .3), false),
        method,
        cut,
        "promised");
  }

  /** Labels follow the score as strongly as {@code slope} says; the map is right for 4. */
  private static List<LabelledResponse> cases(int groups, double slope, int rowsPerGroup) {
    SplittableRandom random = new SplittableRandom(groups);
    List<LabelledResponse> cases = new ArrayList<>();
    for (int g = 0; g < groups; g++) {
      for (int r = 0; r < rowsPerGroup; r++) {
        double score = random.nextGaussian();
        int label = random.nextDouble() < 1 / (1 + Math.exp(-slope * score)) ? 1 : 0;
        cases.add(
            new LabelledResponse(
                "g" + g, List.of(score), label, 1, g % 2 == 0 ? "kind=a" : "kind=b", Map.of()));
      }
    }
    return cases;
  }
}
