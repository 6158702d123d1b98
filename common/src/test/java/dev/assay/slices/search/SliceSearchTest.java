package dev.assay.slices.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.base.Seeds;
import dev.assay.stats.Resampling;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

class SliceSearchTest {
  private static final SearchRules RULES = new SearchRules(3, 10, 2000, 4);

  /** Attributes of 4, 3 and 2 values and a length; what a group is worth is {@code value}'s. */
  private static List<Unit> units(
      int n,
      String seed,
      BiFunction<Map<String, String>, SplittableRandom, Map<String, Unit.Measured>> value) {
    SplittableRandom random = Seeds.random(22, "slices", seed);
    List<Unit> units = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      Map<String, String> labels =
          new TreeMap<>(
              Map.of(
                  "topic", "t" + random.nextInt(4),
                  "kind", "k" + random.nextInt(3),
                  "channel", "c" + random.nextInt(2)));
      double length = 5 + random.nextInt(20);
      units.add(
          new Unit(
              "g%04d".formatted(i), labels, Map.of("length", length), value.apply(labels, random)));
    }
    return units;
  }

  private static Unit.Measured passes(double chance, SplittableRandom random) {
    return new Unit.Measured(random.nextDouble() < chance ? 1 : 0, 1);
  }

  @Test
  void findsThePlantedPairAndNamesNothingElse() {
    List<Unit> units =
        units(
            400,
            "pair",
            (labels, random) ->
                Map.of(
                    "m",
                    passes(
                        labels.get("topic").equals("t1") && labels.get("kind").equals("k2")
                            ? .3
                            : .9,
                        random)));
    SliceSearch search = SliceSearch.of(units, List.of("m"), RULES, 1, new Resampling(999, .95, 1));
    assertThat(search.found()).hasSize(1);
    assertThat(search.found().get(0).conditions()).containsExactly("kind=k2", "topic=t1");
    // The topic alone, the kind alone and pairs with a third condition are past the bar, too.
    assertThat(search.found().get(0).alike()).isPositive();
  }

  @Test
  void findsTheConditionAloneWhereTheOthersAddNothing() {
    List<Unit> units =
        units(
            300,
            "one",
            (labels, random) ->
                Map.of("m", passes(labels.get("topic").equals("t3") ? .4 : .9, random)));
    SliceSearch search = SliceSearch.of(units, List.of("m"), RULES, 1, new Resampling(999, .95, 2));
    assertThat(search.found())
        .extracting(WeakSlice::conditions)
        .containsExactly(List.of("topic=t3"));
  }

  @Test
  void findsTwoCausesApart() {
    List<Unit> units =
        units(
            600,
            "two",
            (labels, random) ->
                Map.of(
                    "m",
                    passes(
                        labels.get("topic").equals("t0") || labels.get("kind").equals("k1")
                            ? .5
                            : .95,
                        random)));
    SliceSearch search = SliceSearch.of(units, List.of("m"), RULES, 1, new Resampling(999, .95, 3));
    assertThat(search.found())
        .extracting(WeakSlice::conditions)
        .containsExactlyInAnyOrder(List.of("topic=t0"), List.of("kind=k1"));
  }

  /** How often each of 40 samples has the planted triple: 24 groups of 480 in the mean. */
  @Test
  void findsAPlantedTripleMostOfTheTime() {
    int found = 0;
    for (int s = 0; s < 40; s++) {
      List<Unit> units =
          units(
              480,
              "triple" + s,
              (labels, random) ->
                  Map.of(
                      "m",
                      passes(
                          labels.get("topic").equals("t1")
                                  && labels.get("kind").equals("k0")
                                  && labels.get("channel").equals("c1")
                              ? .25
                              : .92,
                          random)));
      SliceSearch search =
          SliceSearch.of(units, List.of("m"), RULES, 1, new Resampling(399, .95, s));
      boolean has =
          search.found().stream()
              .anyMatch(
                  one -> one.conditions().equals(List.of("channel=c1", "kind=k0", "topic=t1")));
      found += has ? 1 : 0;
    }
    assertThat(found).isGreaterThanOrEqualTo(32);
  }

  /** Two metrics that agree mostly, one of them skewed; weights of 1 to 4. */
  @Test
  void findsSomethingInPureNoiseNoMoreOftenThanTheRateAllows() {
    int simulations = 400;
    int some = 0;
    for (int s = 0; s < simulations; s++) {
      List<Unit> units =
          units(
              120,
              "noise" + s,
              (labels, random) -> {
                double weight = 1 + random.nextInt(4);
                double common = random.nextGaussian();
                return Map.of(
                    "a", new Unit.Measured(-Math.exp(common), weight),
                    "b", new Unit.Measured(common + .3 * random.nextGaussian(), weight),
                    "c", new Unit.Measured(random.nextDouble() < .95 ? 1 : 0, weight));
              });
      some +=
          SliceSearch.of(
                      units, List.of("a", "b", "c"), RULES, 1, new Resampling(199, .95, 1000 + s))
                  .found()
                  .isEmpty()
              ? 0
              : 1;
    }
    // Three standard errors of .05 over 400 simulations are .033.
    assertThat(some / (double) simulations).isBetween(.01, .05 + .033);
  }

  /** With families the level is shared: of 10 systems' searches none finds anything, mostly. */
  @Test
  void searchesOfSeveralSystemsShareTheLevel() {
    List<Unit> units =
        units(
            200,
            "weak",
            (labels, random) ->
                Map.of("m", passes(labels.get("topic").equals("t3") ? .4 : .9, random)));
    double alone =
        SliceSearch.of(units, List.of("m"), RULES, 1, new Resampling(999, .95, 2))
            .found()
            .get(0)
            .p();
    double shared =
        SliceSearch.of(units, List.of("m"), RULES, 5, new Resampling(999, .95, 2))
            .found()
            .get(0)
            .p();
    assertThat(shared).isCloseTo(5 * alone, within(1e-12));
  }

  /** 100 deals and 20 families: without more deals the least p would be 20 / 101. */
  @Test
  void fewReplicatesOfManySystemsFindWhatIsPlain() {
    List<Unit> units =
        units(
            300,
            "few",
            (labels, random) ->
                Map.of("m", passes(labels.get("topic").equals("t3") ? .2 : .95, random)));
    SliceSearch search =
        SliceSearch.of(units, List.of("m"), RULES, 20, new Resampling(100, .95, 2));
    assertThat(search.deals()).isBetween(2000, 2001); // 5 · 20 / .05
    assertThat(search.found())
        .extracting(WeakSlice::conditions)
        .containsExactly(List.of("topic=t3"));
    assertThat(search.found().get(0).p()).isCloseTo(20.0 / (search.deals() + 1), within(1e-12));
  }

  @Test
  void whatNoSearchCanDecideIsKnownBefore() {
    assertThat(SliceSearch.mayFind(5000, .05)).isTrue();
    // 200 / 100,001 is above .001.
    assertThat(SliceSearch.mayFind(200, .001)).isFalse();
  }

  /** 4 + 3 + 2 + 4 conditions alone, then the largest pairs up to 20. */
  @Test
  void onlyTheLargestOfALevelAreKeptAndTheRestIsCounted() {
    List<Unit> units = units(400, "most", (labels, random) -> Map.of("m", passes(.9, random)));
    Candidates all = Candidates.of(units, new SearchRules(2, 10, 2000, 4));
    Candidates some = Candidates.of(units, new SearchRules(2, 10, 20, 4));
    assertThat(all.left()).isZero();
    assertThat(some.slices()).isEqualTo(all.slices().subList(0, 20));
    assertThat(some.left()).isEqualTo(all.slices().size() - 20);
  }

  @Test
  void theOrderOfUnitsChangesNothing() {
    List<Unit> units =
        units(
            200,
            "order",
            (labels, random) ->
                Map.of("m", passes(labels.get("kind").equals("k0") ? .5 : .9, random)));
    List<Unit> turned = new ArrayList<>(units);
    Collections.reverse(turned);
    Resampling resampling = new Resampling(299, .95, 7);
    assertThat(SliceSearch.of(turned, List.of("m"), RULES, 1, resampling))
        .isEqualTo(SliceSearch.of(units, List.of("m"), RULES, 1, resampling));
  }

  @Test
  void aSliceWithFewerGroupsThanWantedIsNotLookedAt() {
    List<Unit> units = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      units.add(
          new Unit(
              "g%02d".formatted(i),
              Map.of("client", i < 9 ? "small" : "large"),
              Map.of(),
              Map.of("m", new Unit.Measured(i < 9 ? 0 : 1 + i % 3, 1))));
    }
    assertThat(SliceSearch.of(units, List.of("m"), RULES, 1, Resampling.of(1)).slices()).isZero();
  }

  @Test
  void valuesThatAreMissingCountForNothing() {
    List<Unit> units =
        units(
            200,
            "missing",
            (labels, random) ->
                labels.get("topic").equals("t0")
                    ? Map.of()
                    : Map.of("m", passes(labels.get("kind").equals("k0") ? .3 : .9, random)));
    SliceSearch search = SliceSearch.of(units, List.of("m"), RULES, 1, new Resampling(299, .95, 7));
    assertThat(search.found()).hasSize(1);
    assertThat(search.found().get(0).conditions()).containsExactly("kind=k0");
    assertThat(search.found().get(0).members()).hasSizeLessThan(60);
  }
}
