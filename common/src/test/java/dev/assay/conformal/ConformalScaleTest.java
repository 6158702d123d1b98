package dev.assay.conformal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.calibration.LabelledParts;
import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.ProbabilityMap;
import dev.assay.calibration.Splits;
import dev.assay.calibration.StatedMap;
import dev.assay.stats.Range;
import dev.assay.stats.ppi.PredictionPowered;
import dev.assay.stats.ppi.PredictionPowered.Sums;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Millions of labelled scores, folded partition by partition. */
@Tag("slow")
class ConformalScaleTest {

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void quantilesOfThreeMillionRowsAreMergedFromPartitions() {
    SplittableRandom random = new SplittableRandom(1);
    Masses all = new Masses();
    for (int partition = 0; partition < 60; partition++) {
      List<Scored> rows = new ArrayList<>();
      for (int i = 0; i < 50_000; i++) {
        // Five decimals, as probabilities of repeated answers are.
        double at = Math.rint(random.nextDouble() * 1e5) / 1e5;
        rows.add(Scored.of("p" + partition + "g" + i / 2, at));
      }
      all.merge(Masses.of(rows));
    }
    Quantile quantile = Quantile.of(all, .1);
    assertThat(quantile.groups()).isEqualTo(1_500_000);
    // Four standard errors of a quantile of 3 million uniform numbers: 4 × .3 / √3e6 = .0007.
    assertThat(quantile.value()).isCloseTo(.9, within(.0007));
  }

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void guaranteesOfFiveHundredSlicesAreFitted() {
    SplittableRandom random = new SplittableRandom(2);
    List<LabelledResponse> cases = new ArrayList<>();
    List<String> kinds = IntStream.range(0, 500).mapToObj(kind -> "kind=" + kind).toList();
    for (int i = 0; i < 200_000; i++) {
      double p = random.nextDouble();
      int label = random.nextDouble() < p ? 1 : 0;
      cases.add(
          new LabelledResponse("g" + i / 2, List.of(p), label, 1, kinds.get(i % 500), Map.of()));
    }
    ProbabilityMap stated = new StatedMap("stated", Map.of());
    LabelledParts parts = LabelledParts.of(new Splits(.4, .4, .2, 1), cases);
    List<Guarantee> promises =
        new SetGuarantees(.1, false, false).of(stated, new LeastAmbiguous(), parts);
    assertThat(promises).hasSize(500);
    Automation automation = Automation.of(new Automation.Terms(.1, .5), .1, 1);
    CaseSets sets = CaseSets.Quantiles.of(stated.scale(), new LeastAmbiguous(), promises, false);
    Family family =
        Family.of(
            java.util.Map.of("m", automation.test(stated, sets, parts)), automation, .1, 1, true);
    // Calibrated and uniform: decided from c on, (1 − c) / 2 are wrong, so the cut lies near .8.
    assertThat(family.chosen("m", Decision.ACCEPT).orElseThrow().cut().at()).isBetween(.8, .86);
  }

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void humanEquivalentMeansOfThreeMillionGroupsAreMergedFromPartitions() {
    SplittableRandom random = new SplittableRandom(3);
    PredictionPowered all = PredictionPowered.mean(Range.SHARE);
    for (int partition = 0; partition < 60; partition++) {
      PredictionPowered state = PredictionPowered.mean(Range.SHARE);
      for (int i = 0; i < 50_000; i++) {
        double p = random.nextDouble();
        double y = random.nextDouble() < p ? 1 : 0;
        boolean labelled = i % 100 == 0;
        state.add(
            "s" + i % 20,
            new Sums(1, p, labelled ? 1 : 0, labelled ? y : 0, labelled ? p : 0, labelled ? 1 : 0));
      }
      all.merge(state);
    }
    assertThat(all.labelledGroups()).isEqualTo(30_000);
    assertThat(all.estimate(.95).orElseThrow().estimate().estimate()).isCloseTo(.5, within(.01));
  }
}
