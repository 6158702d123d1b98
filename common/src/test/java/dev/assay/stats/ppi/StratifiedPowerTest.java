package dev.assay.stats.ppi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.stats.Range;
import dev.assay.stats.ppi.PredictionPowered.Sums;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Predictions that are worth much in one stratum and nothing in another. */
class StratifiedPowerTest {
  private static final int ROUNDS = 2000;

  /** Of all groups: half are passed with .7, half with .3. */
  private static final double TRUTH = .5;

  /**
   * Monte Carlo error of a coverage near .95 over 2,000 rounds: 3.3 √(.0475/2000) = .016 (99.9 %);
   * an interval is allowed .015 of its own. The estimate's standard error over rounds is that of
   * one round, at most √(.25/n), over √2000.
   */
  @ParameterizedTest(name = "{0} labelled of {1} groups, drawn by {2}")
  @CsvSource({
    "60, 300, chance",
    "80, 400, chance",
    "150, 600, chance",
    "150, 600, stratum",
    "90, 90, all"
  })
  void theTruthIsCoveredWithoutBias(int labelled, int groups, String drawn) {
    SplittableRandom random = new SplittableRandom(labelled * 31L + groups);
    int covered = 0;
    double sum = 0;
    double own = 0;
    double pooled = 0;
    for (int round = 0; round < ROUNDS; round++) {
      PredictionPowered state = sample(random, labelled, groups, drawn);
      HumanEquivalent human = state.estimate(.95).orElseThrow();
      covered += human.estimate().covers(TRUTH) ? 1 : 0;
      sum += human.estimate().estimate() / ROUNDS;
      own += human.standardError() / ROUNDS;
      pooled += state.estimate(.95, -1).orElseThrow().standardError() / ROUNDS;
    }
    assertThat(covered / (double) ROUNDS).isGreaterThan(.95 - .016 - .015);
    assertThat(sum).isCloseTo(TRUTH, within(3.3 * Math.sqrt(.25 / labelled / ROUNDS)));
    if (labelled >= 80 && groups > labelled) {
      // The blind stratum's predictions are noise that one λ for both must take along.
      assertThat(own).isLessThan(.97 * pooled);
    }
  }

  @Test
  void aStratumWithFewLabelsSharesItsWeightWithTheOthers() {
    SplittableRandom random = new SplittableRandom(1);
    PredictionPowered few = sample(random, 40, 200, "chance");
    HumanEquivalent human = few.estimate(.95).orElseThrow();
    // 40 labelled groups in two strata: not 30 in each, and so one λ.
    assertThat(human.estimate().method()).doesNotContain("λ by stratum");
    assertThat(human.power()).isEqualTo(few.estimate(.95, -1).orElseThrow().power());
    PredictionPowered many = sample(random, 200, 1000, "chance");
    HumanEquivalent apart = many.estimate(.95).orElseThrow();
    assertThat(apart.estimate().method())
        .isEqualTo("prediction-powered (PPI++) by group, λ by stratum, Wilson");
    assertThat(apart.power()).isBetween(0.0, 1.0);
  }

  @Test
  void smallStrataTogetherHaveTheirOwn() {
    // Ten strata of a dozen labelled groups, and a large one of which the metric knows nothing.
    SplittableRandom random = new SplittableRandom(2);
    PredictionPowered state = PredictionPowered.mean(Range.SHARE);
    for (int g = 0; g < 1200; g++) {
      boolean blind = g % 2 == 0;
      String stratum = blind ? "blind" : "s" + g % 20;
      double y = random.nextDouble() < .5 ? 1 : 0;
      state.add(stratum, sums(g % 10 < 2, y, blind ? random.nextDouble() : .1 + .8 * y));
    }
    HumanEquivalent human = state.estimate(.95).orElseThrow();
    assertThat(human.estimate().method()).contains("λ by stratum");
    assertThat(human.standardError())
        .isLessThan(state.estimate(.95, -1).orElseThrow().standardError());
  }

  @Test
  void strataThatAreAlikeLoseLittle() {
    SplittableRandom random = new SplittableRandom(3);
    PredictionPowered state = PredictionPowered.mean(Range.SHARE);
    for (int g = 0; g < 2000; g++) {
      double y = random.nextDouble() < .5 ? 1 : 0;
      double f = random.nextDouble() < .1 ? 1 - y : y;
      state.add("s" + g % 4, sums(g % 5 == 0, y, f));
    }
    HumanEquivalent apart = state.estimate(.95).orElseThrow();
    HumanEquivalent pooled = state.estimate(.95, -1).orElseThrow();
    // Three more λ cost √(399/396) at most, and what they fit is never worse.
    assertThat(apart.standardError()).isLessThan(pooled.standardError() * Math.sqrt(399 / 396.0));
    assertThat(apart.power()).isCloseTo(pooled.power(), within(.1));
  }

  @Test
  void orderAndPartitionsChangeNothing() {
    PredictionPowered forward = PredictionPowered.mean(Range.SHARE);
    PredictionPowered left = PredictionPowered.mean(Range.SHARE);
    PredictionPowered right = PredictionPowered.mean(Range.SHARE);
    for (int g = 0; g < 600; g++) {
      Sums sums = sums(g % 3 == 0, g / 3 % 2, g % 2 == 0 ? g / 3 % 2 : g % 7 / 7.0);
      forward.add("s" + g % 2, sums);
      (g < 200 ? right : left).add("s" + g % 2, sums);
    }
    HumanEquivalent whole = forward.estimate(.95).orElseThrow();
    HumanEquivalent merged = left.merge(right).estimate(.95).orElseThrow();
    assertThat(merged.estimate().estimate()).isCloseTo(whole.estimate().estimate(), within(1e-12));
    assertThat(merged.power()).isCloseTo(whole.power(), within(1e-9));
  }

  @Test
  void hundredsOfStrataAreTuned() {
    SplittableRandom random = new SplittableRandom(4);
    PredictionPowered state = PredictionPowered.mean(Range.SHARE);
    for (int g = 0; g < 60_000; g++) {
      int stratum = g % 300;
      double y = random.nextDouble() < .5 ? 1 : 0;
      double wrong = stratum < 150 ? .5 : .1;
      double f = random.nextDouble() < wrong ? 1 - y : y;
      state.add("s" + stratum, sums(random.nextDouble() < .25, y, f));
    }
    HumanEquivalent human = state.estimate(.95).orElseThrow();
    // 301 λ of 15,000 labelled groups cost 1 %; strata of unlike λ gain more than that.
    assertThat(human.standardError())
        .isLessThan(.98 * state.estimate(.95, -1).orElseThrow().standardError());
    assertThat(human.estimate().covers(TRUTH)).isTrue();
  }

  /** In one stratum the prediction follows the label, shifted; in the other it is noise. */
  private static PredictionPowered sample(
      SplittableRandom random, int labelled, int groups, String drawn) {
    PredictionPowered state = PredictionPowered.mean(Range.SHARE);
    double rate = labelled / (double) groups;
    for (int g = 0; g < groups; g++) {
      boolean clear = g % 2 == 0;
      double y = random.nextDouble() < (clear ? .7 : .3) ? 1 : 0;
      double f = clear ? .3 + .5 * y + .1 * random.nextDouble() : random.nextDouble();
      double pi = drawn.equals("stratum") ? rate * (clear ? .7 : 1.3) : rate;
      boolean seen = random.nextDouble() < pi;
      String stratum = clear ? "clear" : "blind";
      state.add(
          stratum,
          drawn.equals("stratum")
              ? new Sums(
                  1, f, seen ? 1 / pi : 0, seen ? y / pi : 0, seen ? f / pi : 0, seen ? 1 : 0)
              : drawn.equals("all") ? new Sums(1, f, 1, y, f, 1) : sums(seen, y, f));
    }
    return state;
  }

  private static Sums sums(boolean labelled, double y, double f) {
    return labelled ? new Sums(0, 0, 1, y, f, 1) : new Sums(1, f, 0, 0, 0, 0);
  }
}
