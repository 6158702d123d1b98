package dev.assay.perturb.effect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.base.Seeds;
import dev.assay.stats.IntervalMethod;
import dev.assay.stats.Range;
import dev.assay.stats.Resampling;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EffectTest {
  private static Pair pair(String group, int twin, double drop, boolean flipped) {
    return new Pair(group, group + twin, OptionalDouble.of(drop), Optional.of(flipped));
  }

  private static Effect effect(List<Pair> pairs, long seed) {
    return Effect.of(pairs, Range.SHARE, IntervalMethod.LINEARISED, Resampling.of(seed));
  }

  @Test
  void countsEachPairOnceAndNamesTheWorst() {
    Effect effect =
        effect(
            List.of(
                pair("a", 1, .6, true),
                pair("a", 2, .2, false),
                pair("b", 1, -.2, false),
                pair("c", 1, 0, true)),
            1);
    // (.6 + .2 - .2 + 0) / 4 = .15; two of four flipped.
    assertThat(effect.drop().orElseThrow().estimate()).isCloseTo(.15, within(1e-9));
    assertThat(effect.flips().orElseThrow().estimate()).isCloseTo(.5, within(1e-9));
    assertThat(effect.flips().orElseThrow().nGroups()).isEqualTo(3);
    assertThat(effect.flipped()).isEqualTo(2);
    assertThat(effect.worstDrop()).hasValue(.6);
    assertThat(effect.worst()).containsExactly("a1", "a2");
  }

  @Test
  void whatWasNotMeasuredIsNoNumber() {
    Effect none = effect(List.of(new Pair("a", "a1", OptionalDouble.empty(), Optional.empty())), 1);
    assertThat(none.drop()).isEmpty();
    assertThat(none.flips()).isEmpty();
    assertThat(none.worstDrop()).isEmpty();
    assertThat(none.pairs()).isZero();
  }

  @Test
  void aSystemThatDoesNotReactHasNoDropAndNoFlip() {
    List<Pair> pairs = new ArrayList<>();
    for (int group = 0; group < 40; group++) {
      pairs.add(pair("g" + group, 1, 0, false));
    }
    Effect effect = effect(pairs, 1);
    assertThat(effect.drop().orElseThrow().estimate()).isZero();
    assertThat(effect.drop().orElseThrow().covers(0)).isTrue();
    assertThat(effect.flips().orElseThrow().estimate()).isZero();
    // 0 in all of 40 groups has probability 1 - level = .05 where the share is 1 - .05^(1/40).
    assertThat(effect.flips().orElseThrow().high().orElseThrow())
        .isCloseTo(1 - Math.pow(.05, 1.0 / 40), within(1e-9));
    assertThat(effect.worst()).isEmpty();
  }

  @Test
  void intervalsCoverWhereTwinsOfAQuestionDependOnEachOther() {
    // 40 questions, 3 twins each; a question is touchy with probability .3, its twins then flip
    // with .8 and drop by about .4, else with .1 and by 0.05: flips .31, drop .155.
    int rounds = 400;
    int flips = 0;
    int drops = 0;
    for (int round = 0; round < rounds; round++) {
      SplittableRandom random = Seeds.random(11, "effects", Integer.toString(round));
      List<Pair> pairs = new ArrayList<>();
      for (int group = 0; group < 40; group++) {
        boolean touchy = random.nextDouble() < .3;
        for (int twin = 0; twin < 3; twin++) {
          boolean flipped = random.nextDouble() < (touchy ? .8 : .1);
          double drop = (touchy ? .4 : .05) + .1 * (random.nextDouble() - .5);
          pairs.add(pair("g" + group, twin, drop, flipped));
        }
      }
      Effect effect = effect(pairs, round);
      flips += effect.flips().orElseThrow().covers(.31) ? 1 : 0;
      drops += effect.drop().orElseThrow().covers(.155) ? 1 : 0;
    }
    // .95 less three standard errors of 400 rounds, 3 sqrt(.95 .05 / 400) = .033.
    assertThat(flips / (double) rounds).isGreaterThan(.917);
    assertThat(drops / (double) rounds).isGreaterThan(.917);
  }
}
