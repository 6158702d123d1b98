package dev.assay.grammar.modular;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.grammar.modular.SideContrast.Measured;
import dev.assay.stats.Interval;
import dev.assay.stats.IntervalMethod;
import dev.assay.stats.Resampling;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SidesTest {
  private static final Resampling RESAMPLING = new Resampling(200, .95, 3);

  private static Sides sides(List<SideCounts> counts, Sampling sampling, Isolation isolation) {
    return Sides.of(counts, sampling, isolation, RESAMPLING, IntervalMethod.LINEARISED);
  }

  private static SideCounts side(String group, String side, int n, int correct, boolean gap) {
    return new SideCounts(group, side, n, correct, 0, 0, gap);
  }

  private static Reply reply(String key, String side, boolean correct) {
    return new Reply(
        key,
        0,
        side,
        Optional.of(correct),
        "text",
        Optional.empty(),
        Set.of(),
        Set.of(),
        Optional.empty(),
        Optional.empty());
  }

  /** Groups of random size, a third of which the system knows nothing of. */
  private static List<SideCounts> random(int groups, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<SideCounts> counts = new ArrayList<>();
    for (int g = 0; g < groups; g++) {
      List<Reply> replies = new ArrayList<>();
      double chance = random.nextInt(3) == 0 ? 0 : random.nextDouble();
      int asked = 1 + random.nextInt(6);
      for (int i = 0; i < asked; i++) {
        replies.add(
            reply("q" + i, random.nextBoolean() ? "short" : "long", random.nextDouble() < chance));
      }
      counts.addAll(GroupVerdict.of("g" + g, replies, List.of(), "").sides());
    }
    return counts;
  }

  @Property(tries = 200)
  void accuracyIsRobustnessLessTheGaps(
      @ForAll @IntRange(min = 1, max = 30) int groups, @ForAll long seed) {
    for (Sampling sampling : Sampling.values()) {
      for (Isolation isolation : Isolation.values()) {
        for (SideFigures figures : sides(random(groups, seed), sampling, isolation).figures()) {
          double accuracy = figures.accuracy().estimate();
          double robustness = figures.robustness().map(Interval::estimate).orElse(1.0);
          assertThat(robustness).isGreaterThanOrEqualTo(accuracy - 1e-12);
          assertThat(accuracy).isCloseTo(robustness * (1 - figures.lambda()), within(1e-12));
        }
      }
    }
  }

  @Property(tries = 200)
  void groupsPartitionTheQuestionsAndKindsTheGroups(
      @ForAll @IntRange(min = 1, max = 12) int n, @ForAll long seed) {
    Random random = new Random(seed);
    List<Reply> replies = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      replies.add(reply("q" + i, random.nextBoolean() ? "short" : "long", random.nextBoolean()));
    }
    GroupVerdict verdict = GroupVerdict.of("g", replies, List.of(), "");
    assertThat(verdict.sides().stream().mapToLong(SideCounts::n).sum()).isEqualTo(n);
    assertThat(verdict.sides().stream().mapToLong(SideCounts::correct).sum())
        .isEqualTo(verdict.correct());
    assertThat(verdict.kind() == GroupKind.GAP).isEqualTo(verdict.correct() == 0);
    assertThat(verdict.kind() == GroupKind.ROBUST).isEqualTo(verdict.correct() == n);
    java.util.Collections.shuffle(replies, random);
    assertThat(GroupVerdict.of("g", replies, List.of(), "")).isEqualTo(verdict);
  }

  @Property(tries = 200)
  void anotherGapChangesAccuracyAndNotRobustness(
      @ForAll @IntRange(min = 1, max = 20) int groups, @ForAll long seed) {
    List<SideCounts> counts = random(groups, seed);
    List<SideCounts> more = new ArrayList<>(counts);
    more.add(side("zz", "short", 3, 0, true));
    more.add(side("zz", "long", 3, 0, true));
    for (SideFigures before : sides(counts, Sampling.AS_ASKED, Isolation.NONE).figures()) {
      SideFigures after =
          sides(more, Sampling.AS_ASKED, Isolation.NONE).figures().stream()
              .filter(f -> f.side().equals(before.side()))
              .findFirst()
              .orElseThrow();
      assertThat(after.robustness().map(Interval::estimate))
          .isEqualTo(before.robustness().map(Interval::estimate));
      double was = before.accuracy().estimate();
      assertThat(after.accuracy().estimate())
          .isCloseTo(was * before.n() / (before.n() + 3), within(1e-12));
    }
  }

  @Test
  void unevenGapsHideTheWorseSideFromAccuracyAndNotFromRobustness() {
    // Short: 4 of 4 in a, 0 of 12 in the gap b: Acc 4/16, R 1. Long: 2 of 4 in a, 0 of 1: 2/5, 1/2.
    List<SideCounts> counts =
        List.of(
            side("a", "short", 4, 4, false),
            side("a", "long", 4, 2, false),
            side("b", "short", 12, 0, true),
            side("b", "long", 1, 0, true));
    List<SideFigures> asked = sides(counts, Sampling.AS_ASKED, Isolation.NONE).figures();
    assertThat(asked).extracting(SideFigures::side).containsExactly("long", "short");
    assertThat(asked.get(0).accuracy().estimate()).isEqualTo(.4);
    assertThat(asked.get(1).accuracy().estimate()).isEqualTo(.25);
    assertThat(asked.get(0).robustness().orElseThrow().estimate()).isEqualTo(.5);
    assertThat(asked.get(1).robustness().orElseThrow().estimate()).isEqualTo(1);
    // Stratified, both groups count alike on both sides: λ = 1/2, Acc 1/4 and 1/2.
    List<SideFigures> even = sides(counts, Sampling.STRATIFIED, Isolation.NONE).figures();
    assertThat(even).extracting(SideFigures::lambda).containsExactly(.5, .5);
    assertThat(even.get(0).accuracy().estimate()).isEqualTo(.25);
    assertThat(even.get(1).accuracy().estimate()).isEqualTo(.5);
    SideContrast contrast =
        sides(counts, Sampling.AS_ASKED, Isolation.NONE)
            .contrast("short", "long", Measured.ACCURACY)
            .orElseThrow();
    assertThat(contrast.difference().estimate()).isCloseTo(-.15, within(1e-12));
    assertThat(contrast.pValue()).isEmpty();
  }

  @Test
  void stratifiedCountsGroupsOfBothSidesAndRobustnessIsContrastedOutsideOfGaps() {
    // c was asked on one side alone: short is (4/4 + 0/1) / 2, not (1 + 0 + 1) / 3.
    List<SideCounts> counts =
        List.of(
            side("a", "short", 4, 4, false),
            side("a", "long", 4, 2, false),
            side("b", "short", 1, 0, true),
            side("b", "long", 1, 0, true),
            side("c", "short", 4, 4, false));
    SideFigures brief = sides(counts, Sampling.STRATIFIED, Isolation.NONE).figures().get(1);
    assertThat(brief.accuracy().estimate()).isEqualTo(.5);
    assertThat(brief.groups()).isEqualTo(2);
    // Without the gap b: 1 - 1/2; as asked 8/8 - 2/4.
    for (Sampling sampling : Sampling.values()) {
      assertThat(
              sides(counts, sampling, Isolation.NONE)
                  .contrast("short", "long", Measured.ROBUSTNESS)
                  .orElseThrow()
                  .difference()
                  .estimate())
          .isCloseTo(.5, within(1e-12));
    }
  }

  @Test
  void aDifferenceHasNoIntervalWhereASideHasOneGroup() {
    // What the one short group would say if it were another, nobody knows.
    List<SideCounts> counts = new ArrayList<>(List.of(side("a", "short", 4, 4, false)));
    for (int g = 0; g < 9; g++) {
      counts.add(side("b" + g, "long", 4, 1 + g % 2, false));
    }
    Interval lone = asked(counts);
    assertThat(lone.low()).isEmpty();
    assertThat(lone.high()).isEmpty();
    assertThat(lone.method()).isEqualTo("none: too few groups on a side");
    counts.add(side("c", "short", 4, 2, false));
    assertThat(asked(counts).low()).isPresent();
  }

  private static Interval asked(List<SideCounts> counts) {
    return sides(counts, Sampling.AS_ASKED, Isolation.NONE)
        .contrast("short", "long", Measured.ACCURACY)
        .orElseThrow()
        .difference();
  }

  @Test
  void aModuleIsSeenWithoutTheErrorsOfTheOther() {
    // 10 asked, 6 right, 3 wrong by the model, 1 by retrieval: 6/10, 6/7 for retrieval, 6/9.
    List<SideCounts> counts = List.of(new SideCounts("a", "long", 10, 6, 3, 1, false));
    assertThat(accuracy(counts, Isolation.NONE)).isEqualTo(.6);
    assertThat(accuracy(counts, Isolation.RETRIEVAL)).isCloseTo(6 / 7.0, within(1e-12));
    assertThat(accuracy(counts, Isolation.MODEL)).isCloseTo(6 / 9.0, within(1e-12));
  }

  private static double accuracy(List<SideCounts> counts, Isolation isolation) {
    return sides(counts, Sampling.AS_ASKED, isolation).figures().get(0).accuracy().estimate();
  }

  /**
   * A group is a gap with chance .3, else each of 4 answers is right with a chance q that is
   * uniform: R = E q / (1 − E (1 − q)⁴) = .5 / .8 = .625. Nominal 95 %; small samples may fall
   * short of it by 5 points, beyond which nothing is promised.
   */
  @Test
  void intervalsOfRobustnessCoverItAtSmallN() {
    for (IntervalMethod method : IntervalMethod.values()) {
      for (int groups : new int[] {12, 30}) {
        int covered = 0;
        int made = 0;
        for (int run = 0; run < 400; run++) {
          SplittableRandom random = new SplittableRandom(run * 31L + groups);
          List<SideCounts> counts = new ArrayList<>();
          for (int g = 0; g < groups; g++) {
            double q = random.nextInt(10) < 3 ? 0 : random.nextDouble();
            int right = binomial(random, 4, q);
            counts.add(side("g" + g, "s", 4, right, right == 0));
          }
          Resampling resampling = new Resampling(300, .95, run);
          Optional<Interval> found =
              Sides.of(counts, Sampling.AS_ASKED, Isolation.NONE, resampling, method)
                  .figures()
                  .get(0)
                  .robustness();
          made += found.isPresent() ? 1 : 0;
          covered += found.filter(i -> i.covers(.625)).isPresent() ? 1 : 0;
        }
        assertThat(covered / (double) made).as("%s of %d groups", method, groups).isGreaterThan(.9);
      }
    }
  }

  /** Both sides have the same chance in every group; 5 % of tests reject, give or take noise. */
  @Test
  void thePairedTestRejectsEqualSidesNoMoreOftenThanItSays() {
    for (Measured measured : Measured.values()) {
      int rejected = 0;
      int runs = 600;
      for (int run = 0; run < runs; run++) {
        SplittableRandom random = new SplittableRandom(run);
        List<SideCounts> counts = new ArrayList<>();
        for (int g = 0; g < 15; g++) {
          double q = random.nextInt(10) < 3 ? 0 : random.nextDouble();
          int one = binomial(random, 1, q);
          int other = binomial(random, 3, q);
          counts.add(side("g" + g, "short", 1, one, one + other == 0));
          counts.add(side("g" + g, "long", 3, other, one + other == 0));
        }
        Resampling resampling = new Resampling(300, .95, run);
        rejected +=
            Sides.of(
                        counts,
                        Sampling.STRATIFIED,
                        Isolation.NONE,
                        resampling,
                        IntervalMethod.LINEARISED)
                    .contrast("short", "long", measured)
                    .filter(c -> c.pValue().orElse(1) <= .05)
                    .isPresent()
                ? 1
                : 0;
      }
      // Standard error of a rate of .05 over 600 runs: .009.
      assertThat(rejected / (double) runs).as(measured.id()).isLessThan(.05 + 3 * .009);
    }
  }

  private static int binomial(SplittableRandom random, int n, double q) {
    int hits = 0;
    for (int i = 0; i < n; i++) {
      hits += random.nextDouble() < q ? 1 : 0;
    }
    return hits;
  }

  @Test
  void pairsThatAreLookedAtTogetherAreAdjusted() {
    // Holm: 3 * .01, then the larger of that and 2 * .03; what has no test stays without.
    List<SideContrast> pairs = new ArrayList<>();
    for (double p : new double[] {.03, .01, -1, .2}) {
      pairs.add(
          new SideContrast(
              "a",
              "b",
              SideContrast.Measured.ACCURACY,
              Interval.without(0, "none", 1, 1),
              p < 0 ? OptionalDouble.empty() : OptionalDouble.of(p),
              "test"));
    }
    List<OptionalDouble> adjusted = SideContrast.adjusted(pairs);
    assertThat(adjusted.get(0).orElseThrow()).isCloseTo(.06, within(1e-12));
    assertThat(adjusted.get(1).orElseThrow()).isCloseTo(.03, within(1e-12));
    assertThat(adjusted.get(2)).isEmpty();
    assertThat(adjusted.get(3).orElseThrow()).isCloseTo(.2, within(1e-12));
  }
}
