package dev.assay.stats.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.stats.sampling.LabelPlan.Planned;
import dev.assay.stats.sampling.LabelPlan.Stratum;
import java.util.List;
import org.junit.jupiter.api.Test;

class LabelPlanTest {

  @Test
  void labelsGoWhereWeightTimesDeviationIsLarge() {
    // W S = .2, .1, .1: of 40 labels 20, 10 and 10.
    LabelPlan plan =
        LabelPlan.of(
            List.of(
                new Stratum("a", .5, .4, 1000, 0),
                new Stratum("b", .25, .4, 1000, 0),
                new Stratum("c", .25, .4, 1000, 0)),
            40,
            0,
            .95);
    assertThat(plan.strata()).extracting(Planned::next).containsExactly(20L, 10L, 10L);
    // Σ W²S²/n = .04/20 + .01/10 + .01/10 = .004; width 2 × 1.96 × √.004.
    assertThat(plan.width()).isCloseTo(2 * 1.959963985 * Math.sqrt(.004), within(1e-8));
    assertThat(plan.widthNow()).isInfinite();
  }

  @Test
  void whatHasEnoughLabelsGetsNone() {
    LabelPlan plan =
        LabelPlan.of(
            List.of(new Stratum("many", .5, .4, 1000, 100), new Stratum("few", .5, .4, 1000, 10)),
            60,
            .0001,
            .95);
    assertThat(plan.strata()).extracting(Planned::next).containsExactly(0L, 60L);
    assertThat(plan.width()).isLessThan(plan.widthNow());
    assertThat(plan.widthNow())
        .isCloseTo(2 * 1.959963985 * Math.sqrt(.0001 + .04 / 100 + .04 / 10), within(1e-8));
  }

  @Test
  void noStratumGivesMoreThanItHas() {
    LabelPlan plan =
        LabelPlan.of(
            List.of(new Stratum("small", .5, .5, 3, 1), new Stratum("full", .5, .5, 5, 5)),
            100,
            0,
            .9);
    assertThat(plan.strata()).extracting(Planned::next).containsExactly(2L, 0L);
    assertThat(LabelPlan.of(List.of(), 5, 0, .9).strata()).isEmpty();
  }
}
