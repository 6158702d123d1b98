package dev.assay.conformal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.calibration.LabelledParts;
import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.LogisticMap;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Labels that were drawn with unequal chances. */
class UnequalChancesTest {
  @Test
  void riskControlEvensOutUnequalChances() {
    // Four groups in five are right at .95 and labelled with chance .9, one in five is wrong at .8
    // and labelled with chance .1. By the labelled as they are everything may be decided.
    SplittableRandom random = new SplittableRandom(13);
    double wrong = 0;
    int rounds = 1000;
    for (int round = 0; round < rounds; round++) {
      List<Verdict> rows = new ArrayList<>();
      for (int g = 0; g < 400; g++) {
        boolean fails = random.nextDouble() < .2;
        double chance = fails ? .1 : .9;
        if (random.nextDouble() < chance) {
          Verdict one = verdict("g" + g, fails ? .8 : .95, fails);
          rows.add(new Verdict(one.groupId(), one.said(), one.passed(), 1 / chance));
        }
      }
      wrong += RiskControl.cut(rows, .1, round).orElse(1) <= .8 ? .2 : 0;
    }
    assertThat(wrong / rounds).isLessThan(.1);
  }

  @Test
  void aGroupCountsByAllOfItsResponses() {
    // In half of the groups both of two responses are labelled for sure, in the others one of two
    // with chance .5: as often both, one or none. Each kind has to count the same.
    SplittableRandom random = new SplittableRandom(14);
    List<Verdict> rows = new ArrayList<>();
    for (int g = 0; g < 20_000; g++) {
      double chance = g % 2 == 0 ? 1 : .5;
      for (int r = 0; r < 2; r++) {
        if (random.nextDouble() < chance) {
          Verdict one = verdict("g" + g, chance == 1 ? .9 : .8, false);
          rows.add(new Verdict(one.groupId(), one.said(), one.passed(), 1 / chance, 2));
        }
      }
    }
    List<Verdict> drawn = LearnThenTest.one(rows, 3);
    double sure = drawn.stream().filter(row -> row.confidence() > .85).count();
    // 3.3 √(.25/10,000) = .017
    assertThat(sure / drawn.size()).isCloseTo(.5, within(.02));
  }

  @Test
  void whatWasSeenOfWeightedSetsCountsAsTheirPromiseDoes() {
    // 90 cases are inside their sets and labelled for sure, 9 are outside and labelled with chance
    // .1: half of all cases.
    List<LabelledResponse> unseen = new ArrayList<>();
    for (int g = 0; g < 90; g++) {
      unseen.add(LabelledResponse.of("in" + g, 2, 1, 1));
    }
    for (int g = 0; g < 9; g++) {
      unseen.add(LabelledResponse.of("out" + g, -2, 1, 10));
    }
    SetsSeen seen =
        SetsSeen.of(unseen, row -> PredictionSet.of(row.score() > 0 ? 1 : 0), row -> row.weight());
    assertThat(seen.coverage()).isCloseTo(.5, within(1e-12));
    assertThat(SetsSeen.of(List.of(), row -> PredictionSet.of(0), row -> 1))
        .isEqualTo(new SetsSeen(0, 0));
    List<LabelledResponse> conformal = new ArrayList<>();
    for (int g = 0; g < 30; g++) {
      conformal.add(LabelledResponse.of("c" + g, 2, 1, 1));
    }
    LabelledParts parts = new LabelledParts(List.of(), conformal, unseen);
    Guarantee one =
        new SetGuarantees(.1, true, false)
            .of(new LogisticMap(0, 4), new LeastAmbiguous(), parts)
            .get(0);
    assertThat(one.observed().orElseThrow()).isCloseTo(.5, within(1e-12));
  }

  /** What the machine would accept. */
  private static Verdict verdict(String group, double confidence, boolean wrong) {
    return new Verdict(group, new Opinion(Decision.ACCEPT, confidence, true), !wrong, 1);
  }
}
