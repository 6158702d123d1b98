package dev.assay.stats.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class AllocationTest {
  private static final Allocation ALL = Allocation.REACHES_ALL;

  @Test
  void proportionalSharesFollowTheSizes() {
    // 10 of 50 + 30 + 14 + 6: one each, then by N/√(n(n+1)): 35.4 (first), 21.2 (second), 20.4,
    // 14.4 (first), 12.2 (second), 11.2 (first) before 9.9 (third) and 4.2 (fourth).
    assertThat(proportional(10, 50, 30, 14, 6)).isEqualTo(shares(5, 3, 1, 1));
    // 7 of 10 + 10 + 10: two each; the one left goes to the smallest number among equals.
    assertThat(proportional(7, 10, 10, 10)).isEqualTo(shares(3, 2, 2));
  }

  @Test
  void aSampleSmallerThanTheNumberOfStrataLeavesTheSmallestOut() {
    assertThat(proportional(2, 50, 30, 20)).isEqualTo(shares(1, 1, 0));
    assertThat(proportional(0, 50, 30)).isEqualTo(shares(0, 0));
  }

  @Test
  void whatASmallStratumCannotGiveTheOthersShare() {
    // 9 of 2 + 10 + 10: three each, but the first has two: 2, 4, 3.
    SortedMap<Integer, Long> sizes = sizes(2, 10, 10);
    assertThat(ALL.shares(sizes, Allocation.equal(sizes), 9)).isEqualTo(shares(2, 4, 3));
  }

  @Test
  void aSampleLargerThanThePopulationIsThePopulation() {
    assertThat(proportional(99, 3, 2)).isEqualTo(shares(3, 2));
    assertThat(proportional(99, 0, 1, 2)).isEqualTo(shares(0, 1, 2));
  }

  @Test
  void squareRootsLieBetweenProportionalAndEqual() {
    // √100 = 10 and √9 = 3: ten to three.
    SortedMap<Integer, Long> sizes = sizes(100, 9);
    assertThat(ALL.shares(sizes, Allocation.squareRoot(sizes), 8)).isEqualTo(shares(6, 2));
    assertThat(proportional(8, 100, 9)).isEqualTo(shares(7, 1));
    assertThat(ALL.shares(sizes, Allocation.equal(sizes), 8)).isEqualTo(shares(4, 4));
  }

  @Test
  void neymanSharesFollowSizeTimesDeviation() {
    // 60 × 1 to 40 × 3 is one to two.
    SortedMap<Integer, Long> sizes = sizes(60, 40);
    assertThat(ALL.shares(sizes, Allocation.neyman(sizes, Map.of(0, 1., 1, 3.)), 12))
        .isEqualTo(shares(4, 8));
    assertThat(Allocation.neyman(sizes, Map.of(0, 0., 1, 0.)))
        .isEqualTo(Allocation.proportional(sizes));
  }

  @Test
  void minimaAndMaximaHoldAndMinimaThatDoNotFitAreLoweredEvenly() {
    SortedMap<Integer, Long> sizes = sizes(1000, 50, 2, 1, 0);
    SortedMap<Integer, Double> measures = Allocation.proportional(sizes);
    assertThat(new Allocation(5, 20).shares(sizes, measures, 40))
        .isEqualTo(shares(20, 17, 2, 1, 0));
    assertThat(new Allocation(5, 20).shares(sizes, measures, 7)).isEqualTo(shares(2, 2, 2, 1, 0));
    // 20 + 20 + 2 + 1 is all that can be given.
    assertThat(new Allocation(5, 20).shares(sizes, measures, 90))
        .isEqualTo(shares(20, 20, 2, 1, 0));
  }

  @Test
  void boundsAndMeasuresThatMeanNothingAreRefused() {
    assertThatThrownBy(() -> new Allocation(3, 2)).hasMessageContaining("3 and 2");
    assertThatThrownBy(() -> ALL.shares(sizes(3), Map.of(), 1)).hasMessageContaining("Stratum 0");
    assertThatThrownBy(() -> ALL.shares(sizes(3), Map.of(0, Double.NaN), 1))
        .hasMessageContaining("NaN");
  }

  @Property
  void sharesAddUpWithinTheirBoundsAndGrowWithTheSize(
      @ForAll @Size(min = 1, max = 12) List<@IntRange(max = 60) Integer> strata,
      @ForAll @Size(12) List<@DoubleRange(max = 9) Double> deviations,
      @ForAll @IntRange(max = 6) int minimum,
      @ForAll @IntRange(min = 6, max = 40) int maximum,
      @ForAll @IntRange(max = 200) int size) {
    SortedMap<Integer, Long> sizes = sizes(strata.stream().mapToInt(Integer::intValue).toArray());
    SortedMap<Integer, Double> spread = new TreeMap<>();
    sizes.keySet().forEach(id -> spread.put(id, deviations.get(id)));
    long room = sizes.values().stream().mapToLong(n -> Math.min(n, maximum)).sum();
    long minima = sizes.values().stream().mapToLong(n -> Math.min(n, minimum)).sum();
    Allocation allocation = new Allocation(minimum, maximum);
    for (SortedMap<Integer, Double> measures :
        List.of(
            Allocation.proportional(sizes),
            Allocation.equal(sizes),
            Allocation.squareRoot(sizes),
            Allocation.neyman(sizes, spread))) {
      SortedMap<Integer, Integer> shares = allocation.shares(sizes, measures, size);
      SortedMap<Integer, Integer> more = allocation.shares(sizes, measures, size + 1);
      assertThat(shares.values().stream().mapToLong(Integer::longValue).sum())
          .isEqualTo(Math.min(size, room));
      shares.forEach(
          (id, n) -> {
            long has = sizes.get(id);
            assertThat((long) n)
                .isBetween(size >= minima ? Math.min(has, minimum) : 0, Math.min(has, maximum));
            assertThat(n).isLessThanOrEqualTo(more.get(id));
          });
    }
  }

  /** No other whole numbers with this sum have a smaller Σ (N S)² / n. */
  @Property(tries = 200)
  void neymanSharesHaveTheLeastVariance(
      @ForAll @Size(3) List<@IntRange(min = 5, max = 12) Integer> strata,
      @ForAll @Size(3) List<@DoubleRange(min = .1, max = 4) Double> deviations,
      @ForAll @IntRange(min = 3, max = 12) int size) {
    SortedMap<Integer, Long> sizes = sizes(strata.stream().mapToInt(Integer::intValue).toArray());
    Map<Integer, Double> measures =
        Allocation.neyman(
            sizes, Map.of(0, deviations.get(0), 1, deviations.get(1), 2, deviations.get(2)));
    SortedMap<Integer, Integer> best = ALL.shares(sizes, measures, size);
    double least = variance(measures, best.get(0), best.get(1), best.get(2));
    for (int a = 1; a <= Math.min(size - 2, sizes.get(0)); a++) {
      for (int b = 1; b <= Math.min(size - a - 1, sizes.get(1)); b++) {
        int c = size - a - b;
        if (c <= sizes.get(2)) {
          assertThat(variance(measures, a, b, c)).isGreaterThanOrEqualTo(least * (1 - 1e-12));
        }
      }
    }
  }

  private static double variance(Map<Integer, Double> measures, int... n) {
    double sum = 0;
    for (int h = 0; h < n.length; h++) {
      sum += measures.get(h) * measures.get(h) / n[h];
    }
    return sum;
  }

  private static SortedMap<Integer, Integer> proportional(int size, int... strata) {
    SortedMap<Integer, Long> sizes = sizes(strata);
    return ALL.shares(sizes, Allocation.proportional(sizes), size);
  }

  private static SortedMap<Integer, Long> sizes(int... values) {
    SortedMap<Integer, Long> sizes = new TreeMap<>();
    for (int i = 0; i < values.length; i++) {
      sizes.put(i, (long) values[i]);
    }
    return sizes;
  }

  private static SortedMap<Integer, Integer> shares(int... values) {
    SortedMap<Integer, Integer> shares = new TreeMap<>();
    for (int i = 0; i < values.length; i++) {
      shares.put(i, values[i]);
    }
    return shares;
  }
}
