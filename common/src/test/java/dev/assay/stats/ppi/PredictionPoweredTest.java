package dev.assay.stats.ppi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.stats.Golden;
import dev.assay.stats.Range;
import dev.assay.stats.ppi.PredictionPowered.Sums;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PredictionPoweredTest {

  static Stream<JsonNode> golden() {
    return StreamSupport.stream(Golden.read("ppi").get("examples").spliterator(), false);
  }

  @ParameterizedTest
  @MethodSource("golden")
  void agreesWithPpiPython(JsonNode example) {
    double[] y = Golden.doubles(example.get("label"));
    double[] f = Golden.doubles(example.get("predicted"));
    double[] w = Golden.doubles(example.get("weight"));
    double[] g = Golden.doubles(example.get("unlabelled"));
    double[] v = Golden.doubles(example.get("unlabelled_weight"));
    PredictionPowered state = PredictionPowered.mean(Range.SHARE);
    for (int i = 0; i < y.length; i++) {
      state.add("", new Sums(0, 0, w[i], w[i] * y[i], w[i] * f[i], 1));
    }
    for (int i = 0; i < g.length; i++) {
      state.add("", new Sums(v[i], v[i] * g[i], 0, 0, 0, 0));
    }
    boolean weighted = w[0] != 1;
    // The reference divides by n where n − 1 is right, and its labelled and unlabelled rows are two
    // samples: n/(n − 1) and (n + N)/(n + N − 1) more variance here.
    double n = y.length;
    double all = n + g.length;
    double more = Math.sqrt(n / (n - 1) * all / (all - 1));
    for (JsonNode result : example.get("results")) {
      double expected = result.get("estimate").asDouble();
      double error = result.get("error").asDouble() * more;
      if (result.get("lam").isNull()) {
        // λ minimises the variance as estimated here; the reference pools the predictions'.
        HumanEquivalent tuned = state.estimate(.95).orElseThrow();
        assertThat(tuned.estimate().estimate()).isCloseTo(expected, within(.01));
        if (!weighted) {
          assertThat(tuned.standardError()).isLessThanOrEqualTo(error + 1e-12);
        }
        assertThat(tuned.effectiveGroups()).isGreaterThan(n);
      } else {
        HumanEquivalent given = state.estimate(.95, result.get("lam").asDouble()).orElseThrow();
        assertThat(given.estimate().estimate()).isCloseTo(expected, within(1e-12));
        if (!weighted) {
          // The reference's weighted variance is not that of a ratio.
          assertThat(given.standardError()).isCloseTo(error, within(1e-12));
        }
      }
    }
  }

  @Test
  void fewLabelledGroupsSpeakAlone() {
    PredictionPowered state = PredictionPowered.mean(Range.SHARE);
    for (int i = 0; i < 29; i++) {
      state.add("", new Sums(1, i % 2, 1, i % 2, i % 2, 1));
    }
    HumanEquivalent human = state.estimate(.95).orElseThrow();
    assertThat(human.power()).isZero();
    assertThat(human.estimate().estimate()).isCloseTo(14 / 29.0, within(1e-12));
    assertThat(human.estimate().method())
        .contains("labels alone (29 labelled groups of the 30 that predictions need)");
    assertThat(human.effectiveGroups()).isEqualTo(29);
  }

  @Test
  void withoutLabelsThereIsNothing() {
    assertThat(PredictionPowered.mean(Range.SHARE).estimate(.95)).isEmpty();
    PredictionPowered one = PredictionPowered.mean(Range.SHARE);
    one.add("", new Sums(5, 3, 1, 1, .5, 1));
    HumanEquivalent human = one.estimate(.95).orElseThrow();
    assertThat(human.estimate().low()).isEmpty();
    assertThat(human.estimate().method()).isEqualTo("none: fewer than 2 labelled groups");
  }

  @Test
  void labelsThatDoNotDifferKeepAnIntervalOfWidth() {
    PredictionPowered state = PredictionPowered.mean(Range.SHARE);
    for (int i = 0; i < 50; i++) {
      state.add("", new Sums(1, .9, 1, 1, .9, 1));
    }
    HumanEquivalent human = state.estimate(.95).orElseThrow();
    assertThat(human.estimate().estimate()).isEqualTo(1);
    // Wilson at 50 of 50 alone reaches down to .93; Student's quantile for z lowers it a little.
    assertThat(human.estimate().low().getAsDouble()).isBetween(.92, .93);
    assertThat(human.estimate().method()).contains("the labels do not differ");
  }

  @Test
  void systemsThatNobodyTellsApartDifferByLittle() {
    PredictionPowered state = PredictionPowered.difference(Range.SHARE);
    for (int i = 0; i < 100; i++) {
      state.add("", new Sums(1, .9, 1, 1, .9, 1), new Sums(1, .8, 1, 1, .8, 1));
    }
    HumanEquivalent human = state.estimate(.95).orElseThrow();
    // More than 1 − .025^(1/100) of the groups would show one that differs.
    double most = 1 - Math.pow(.025, .01);
    assertThat(human.estimate().low().getAsDouble()).isCloseTo(-most, within(1e-12));
    assertThat(human.estimate().high().getAsDouble()).isCloseTo(most, within(1e-12));
    assertThat(human.pValue()).isEmpty();
  }

  /** Labels that differ by question and not by system: their sums cancel but for a rounding. */
  @Test
  void systemsWithTheSameLabelsDifferByLittleWhateverTheQuestions() {
    java.util.SplittableRandom random = new java.util.SplittableRandom(3);
    for (int round = 0; round < 500; round++) {
      PredictionPowered state = PredictionPowered.difference(Range.SHARE);
      double ease = .2 + .6 * random.nextDouble();
      for (int i = 0; i < 100; i++) {
        double weight = .5 + random.nextDouble();
        double label = random.nextDouble() < ease ? weight : 0;
        double left = weight * random.nextDouble();
        double right = weight * random.nextDouble();
        state.add(
            "",
            new Sums(weight, left, weight, label, left, 1),
            new Sums(weight, right, weight, label, right, 1));
      }
      HumanEquivalent human = state.estimate(.95).orElseThrow();
      assertThat(human.estimate().method()).contains("the labels do not differ");
      assertThat(human.estimate().high().getAsDouble()).isBetween(.03, .06);
      assertThat(human.pValue()).isEmpty();
    }
  }

  @Test
  void withoutAPopulationThereIsNoPrediction() {
    PredictionPowered state = PredictionPowered.mean(Range.SHARE);
    for (int i = 0; i < 60; i++) {
      state.add("", new Sums(0, 0, 1, i % 3 == 0 ? 1 : 0, .4, 1));
    }
    assertThat(state.estimate(.95).orElseThrow().estimate().method())
        .contains("no case stands for the population");
  }

  @Test
  void statesMergeToTheWhole() {
    PredictionPowered whole = PredictionPowered.mean(Range.SHARE);
    PredictionPowered left = PredictionPowered.mean(Range.SHARE);
    PredictionPowered right = PredictionPowered.mean(Range.SHARE);
    for (int i = 0; i < 200; i++) {
      Sums sums =
          i % 3 == 0
              ? new Sums(0, 0, 2, i % 2 * 2, i % 5 * .2, 2)
              : new Sums(1, i % 7 / 7.0, 0, 0, 0, 0);
      whole.add("s" + i % 4, sums);
      (i % 2 == 0 ? left : right).add("s" + i % 4, sums);
    }
    HumanEquivalent merged = left.merge(right).estimate(.95).orElseThrow();
    HumanEquivalent all = whole.estimate(.95).orElseThrow();
    assertThat(merged.estimate().estimate()).isCloseTo(all.estimate().estimate(), within(1e-12));
    assertThat(merged.standardError()).isCloseTo(all.standardError(), within(1e-12));
    assertThatThrownBy(() -> left.add("", Sums.NONE, Sums.NONE))
        .hasMessageContaining("2 sides of a group for 1 means");
  }

  @Test
  void sharedDifficultyCancelsInADifference() {
    // Both systems get the same group effect: the paired difference is surer than two means.
    PredictionPowered difference = PredictionPowered.difference(Range.SHARE);
    PredictionPowered first = PredictionPowered.mean(Range.SHARE);
    java.util.SplittableRandom random = new java.util.SplittableRandom(3);
    for (int i = 0; i < 400; i++) {
      double effect = random.nextDouble();
      double a = random.nextDouble() < effect * .8 + .2 ? 1 : 0;
      double b = random.nextDouble() < .1 ? 1 - a : a;
      Sums left = sums(i % 4 == 0, a, effect);
      difference.add("", left, sums(i % 4 == 0, b, effect));
      first.add("", left);
    }
    HumanEquivalent paired = difference.estimate(.95).orElseThrow();
    double alone = first.estimate(.95).orElseThrow().standardError();
    assertThat(paired.standardError()).isLessThan(alone);
    assertThat(paired.estimate().covers(0)).isTrue();
  }

  /** Both systems pass as often; the metric favours one of them, and that must not show. */
  @ParameterizedTest
  @ValueSource(ints = {30, 60, 200})
  void noDifferenceIsRejectedAsOftenAsItMayBe(int labelled) {
    java.util.SplittableRandom random = new java.util.SplittableRandom(labelled);
    int rounds = 4000;
    int rejected = 0;
    for (int round = 0; round < rounds; round++) {
      PredictionPowered difference = PredictionPowered.difference(Range.SHARE);
      for (int i = 0; i < 5 * labelled; i++) {
        double effect = random.nextDouble();
        double a = random.nextDouble() < effect ? 1 : 0;
        double b = random.nextDouble() < effect ? 1 : 0;
        boolean known = i % 5 == 0;
        difference.add(
            "",
            sums(known, a, .3 + .3 * a + .3 * random.nextDouble()),
            sums(known, b, .1 + .3 * b + .3 * random.nextDouble()));
      }
      OptionalDouble p = difference.estimate(.95).orElseThrow().pValue();
      rejected += p.isPresent() && p.getAsDouble() < .05 ? 1 : 0;
    }
    // 5 % of 4,000 rounds, with a Monte Carlo error of .35 % and 1 % for what is asymptotic.
    assertThat(rejected / (double) rounds).isBetween(.03, .05 + .01 + 2.6 * .0035);
  }

  /** One system hardly fails, so that its labels speak alone; the other's predictions are good. */
  @ParameterizedTest
  @ValueSource(ints = {40, 100})
  void predictionsOfOneSystemHelpADifference(int labelled) {
    java.util.SplittableRandom random = new java.util.SplittableRandom(labelled);
    int rounds = 2000;
    int covered = 0;
    double width = 0;
    double classical = 0;
    for (int round = 0; round < rounds; round++) {
      PredictionPowered difference = PredictionPowered.difference(Range.SHARE);
      for (int i = 0; i < 4 * labelled; i++) {
        double a = random.nextDouble() < .97 ? 1 : 0;
        double b = random.nextDouble() < .7 ? 1 : 0;
        boolean known = i % 4 == 0;
        difference.add(
            "",
            sums(known, a, .9 + .1 * random.nextDouble()),
            sums(known, b, .1 + .6 * b + .2 * random.nextDouble()));
      }
      HumanEquivalent human = difference.estimate(.95).orElseThrow();
      covered += human.estimate().covers(.27) ? 1 : 0;
      width += human.estimate().high().getAsDouble() - human.estimate().low().getAsDouble();
      classical += human.classical().high().getAsDouble() - human.classical().low().getAsDouble();
    }
    // Monte Carlo error .5 %, and 1 % for what is asymptotic.
    assertThat(covered / (double) rounds).isBetween(.95 - .01 - 2.6 * .005, 1.0);
    assertThat(width).isLessThan(.9 * classical);
  }

  private static Sums sums(boolean labelled, double y, double f) {
    return labelled ? new Sums(0, 0, 1, y, f, 1) : new Sums(1, f, 0, 0, 0, 0);
  }
}
