package dev.assay.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class AllocationTest {
  @Test
  void proportionalSharesFollowTheLargestRemainders() {
    // 10 of 50 + 30 + 14 + 6 = 100: exact shares 5, 3, 1.4, 0.6. Whole parts 5, 3, 1 and, as the
    // floor, 1: ten together.
    assertThat(Allocation.proportional(sizes(50, 30, 14, 6), 10)).isEqualTo(shares(5, 3, 1, 1));
    // 7 of 10 + 10 + 10: 2.33 each; the one left goes to the smallest number among equals.
    assertThat(Allocation.proportional(sizes(10, 10, 10), 7)).isEqualTo(shares(3, 2, 2));
  }

  @Test
  void aSampleSmallerThanTheNumberOfStrataLeavesSomeOut() {
    assertThat(Allocation.proportional(sizes(50, 30, 20), 2)).isEqualTo(shares(1, 1, 0));
  }

  @Test
  void whatASmallStratumCannotGiveTheOthersShare() {
    // 9 of 2 + 10 + 10: three each, but the first has two: 2, 4, 3.
    assertThat(Allocation.equal(sizes(2, 10, 10), 9)).isEqualTo(shares(2, 4, 3));
  }

  @Test
  void aSampleLargerThanThePopulationIsThePopulation() {
    assertThat(Allocation.proportional(sizes(3, 2), 99)).isEqualTo(shares(3, 2));
    assertThat(Allocation.equal(sizes(3, 2), 99)).isEqualTo(shares(3, 2));
  }

  @Property
  void sharesSumToTheSizeAndNoStratumGivesMoreThanItHas(
      @ForAll @Size(min = 1, max = 12) List<@IntRange(min = 1, max = 500) Integer> strata,
      @ForAll @IntRange(min = 1, max = 800) int size) {
    SortedMap<Integer, Long> sizes = sizes(strata.stream().mapToInt(Integer::intValue).toArray());
    int population = strata.stream().mapToInt(Integer::intValue).sum();
    for (SortedMap<Integer, Integer> shares :
        List.of(Allocation.proportional(sizes, size), Allocation.equal(sizes, size))) {
      assertThat(shares.values().stream().mapToInt(Integer::intValue).sum())
          .isEqualTo(Math.min(size, population));
      shares.forEach(
          (id, n) ->
              assertThat(n).isBetween(size >= strata.size() ? 1 : 0, sizes.get(id).intValue()));
    }
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
