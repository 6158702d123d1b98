package dev.assay.jobs.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PairDrawTest {
  private static final int SEEDS = 20_000;

  @Test
  void eachOrderedPairIsDrawnAsOftenAsItsChanceSays() {
    List<String> drawn = names("chunk", 7);
    List<String> neighbours = names("near", 5);
    Map<String, Integer> seen = new HashMap<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      PairDraw draw = new PairDraw(seed);
      drawn.stream()
          .sorted(Comparator.comparingDouble(draw::chunk))
          .limit(3)
          .forEach(
              chunk ->
                  draw.partners(chunk, neighbours, 2)
                      .forEach(partner -> seen.merge(chunk + partner, 1, Integer::sum)));
    }
    double chance = 3 / 7.0 * 2 / 5.0;
    // Five standard errors of a frequency over the seeds: one of 35 is past it once in 50,000 runs.
    double error = 5 * Math.sqrt(chance * (1 - chance) / SEEDS);
    assertThat(seen).hasSize(35);
    assertThat(seen.values())
        .allSatisfy(n -> assertThat(n / (double) SEEDS).isCloseTo(chance, within(error)));
  }

  @Test
  void theOrderOfTheNeighboursChangesNothing() {
    PairDraw draw = new PairDraw(3);
    assertThat(draw.partners("c", List.of("x", "y", "z"), 2))
        .isEqualTo(draw.partners("c", List.of("z", "x", "y"), 2));
  }

  @Test
  void fewerNeighboursThanWantedAreAllDrawn() {
    assertThat(new PairDraw(1).partners("c", List.of("x", "y"), 5))
        .containsExactlyInAnyOrder("x", "y");
    assertThat(new PairDraw(1).partners("c", List.of(), 5)).isEmpty();
  }

  private static List<String> names(String prefix, int n) {
    return IntStream.range(0, n).mapToObj(i -> prefix + i).toList();
  }
}
