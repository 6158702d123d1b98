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
import java.util.OptionalDouble;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class GuaranteesTest {
  private static final CaseSets SURE =
      new CaseSets.Quantiles(
          LevelScale.BINARY, new LeastAmbiguous(), Map.of("kind=a", .3, "kind=b", .3), false);
  private static final Splits SPLITS = new Splits(.4, .4, .2, 3);
  private static final LogisticMap MAP = new LogisticMap(0, 4);
  private static final Nonconformity SETS = new LeastAmbiguous();
  private static final Automation AUTOMATION = Automation.of(Automation.Terms.of(.1), .1, 5);

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
    Tested tested = AUTOMATION.test(MAP, SURE, parts(cases));
    Family family = family(Map.of("m", tested), true);
    Guarantee decided = family.guarantees("m", tested).get(0);
    assertThat(decided.method()).isEqualTo("learn-then-test accept");
    assertThat(decided.promise())
        .isEqualTo(
            "With a confidence of 90 % over all rounds of labels (this is round 1), at most 10 % of"
                + " what the machine accepts is wrong.");
    assertThat(decided.pValue().orElseThrow()).isLessThanOrEqualTo(.025);
    assertThat(decided.quantile().orElseThrow()).isGreaterThanOrEqualTo(.9);
    assertThat(decided.share().orElseThrow()).isGreaterThan(.2);
    assertThat(decided.observed().orElseThrow()).isLessThan(.15);
    assertThat(decided.groups()).isEqualTo(tested.groups());
    assertThat(family.guarantees("m", tested).get(1).promise())
        .endsWith("at most 10 % of what the machine rejects is wrong.");
    Guarantee risk = AUTOMATION.risk(MAP, SURE, parts(cases), row -> 0);
    assertThat(risk.kind()).isEqualTo(Guarantee.Kind.RISK);
    assertThat(risk.quantile().orElseThrow()).isGreaterThanOrEqualTo(.9);
  }

  @Test
  void noiseAndFewLabelsDecideNothingAndSayWhy() {
    Automation loose = Automation.of(new Automation.Terms(.1, .5), .1, 5);
    Tested noise = loose.test(MAP, SURE, parts(cases(600, 0, 1)));
    assertThat(reason(family(Map.of("m", noise), false), noise))
        .contains("at the strictest cut")
        .endsWith("that does not show at most 10 %");
    Tested few = AUTOMATION.test(MAP, SURE, parts(cases(30, 6, 1)));
    // (1 − .1)^36 = .0225 ≤ .025 = δ/2 of the first round, half of it for accepts
    assertThat(reason(family(Map.of("m", few), true), few))
        .contains("36, all decided rightly")
        .contains("would help");
    CaseSets full = new CaseSets.Quantiles(LevelScale.BINARY, SETS, Map.of(), false);
    Tested open = AUTOMATION.test(MAP, full, parts(cases(600, 6, 1)));
    assertThat(reason(family(Map.of("m", open), true), open))
        .contains("none would be accepted")
        .endsWith("see the sets' own row");
    Guarantee none = family(Map.of("m", few), true).guarantees("m", few).get(0);
    assertThat(none.promise()).isEqualTo("Nothing is accepted by machine.");
    assertThat(none.decisions().orElseThrow().seen()).isEqualTo(DecisionsSeen.NOTHING);
    assertThat(reason(family(Map.of(), true), few))
        .isEqualTo("on the groups of stage 1 it does not tell the labels apart");
    Tested unlabelled = AUTOMATION.test(MAP, SURE, parts(List.of()));
    assertThat(reason(family(Map.of("m", unlabelled), true), unlabelled))
        .isEqualTo("of no answer of stage 1 it is at least 90 % sure that it passes");
  }

  @Test
  void whatCannotBeShownToMissFewFailedAnswersAcceptsNothing() {
    List<LabelledResponse> cases = cases(900, 4, 1);
    Automation strict = withMost(.02);
    Tested tested = strict.test(MAP, SURE, parts(cases));
    Guarantee refused =
        Family.of(Map.of("m", tested), strict, .1, 1, true).guarantees("m", tested).get(0);
    assertThat(refused.quantile()).isEmpty();
    assertThat(refused.reason()).contains("at most 2 % cannot be shown");
    Automation mild = withMost(.5);
    Guarantee shown =
        Family.of(Map.of("m", tested), mild, .1, 1, true).guarantees("m", tested).get(0);
    assertThat(shown.quantile()).isPresent();
    assertThat(shown.decisions().orElseThrow().seen().missed().high()).isLessThanOrEqualTo(.5);
    assertThat(strict.risk(MAP, SURE, parts(cases), row -> 0).reason()).contains("cannot be shown");
    assertThat(strict.tooManyMissed(DecisionsSeen.NOTHING).orElseThrow())
        .startsWith("no unseen group has a failed answer");
  }

  private static Automation withMost(double missed) {
    Automation.Terms terms = Automation.Terms.of(.1);
    return new Automation(terms, terms, terms, .1, missed, 5);
  }

  private static Family family(Map<String, Tested> tested, boolean together) {
    return Family.of(tested, AUTOMATION, .1, 1, together);
  }

  private static String reason(Family family, Tested tested) {
    return family.guarantees("m", tested).get(0).reason();
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
    assertThat(rule.decide("", .1).reason()).isEqualTo("sure to 0.599, accepted from 0.900 on");
    assertThat(rule.decide("", 0).reason()).isEqualTo("at even odds nothing is decided");
    assertThat(rule.decide("unseen=x", 3).decision()).isEqualTo(Decision.REFER);
    assertThat(rule.decide("unseen=x", 3).reason()).isEqualTo("both labels are plausible");
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
    Tested before = AUTOMATION.test(MAP, SURE, parts(cases));
    List<Guarantee> sets = new SetGuarantees(.1, false, false).of(MAP, SETS, parts(cases));
    Guarantee cross = few("cv-plus", cases);
    Collections.shuffle(cases, new Random(4));
    assertThat(AUTOMATION.test(MAP, SURE, parts(cases))).isEqualTo(before);
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
        new CaseRule.Limit(cut, "promised"),
        new CaseRule.Limit(cut, "promised"));
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
