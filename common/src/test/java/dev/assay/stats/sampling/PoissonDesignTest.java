package dev.assay.stats.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.DoubleStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class PoissonDesignTest {

  @Test
  void heavyUnitsAreCertainAndTheOthersShareTheRest() {
    // 3 of weights 8, 1, 1, 1, 1: 3/12 × 8 = 2 is certain; 2 left for a weight of 4: 1/2 each.
    PoissonDesign design = settled(3, 8, 1, 1, 1, 1);
    assertThat(design.probability(8)).isEqualTo(1);
    assertThat(design.probability(1)).isEqualTo(.5);
  }

  @Test
  void asManyUnitsAsThereAreAreAllCertain() {
    assertThat(settled(2, 5, .001).probability(.001)).isEqualTo(1);
  }

  @Test
  void weightsFarApartKeepEveryChancePositive() {
    PoissonDesign design = settled(1, 1e12, 1e-6);
    assertThat(design.probability(1e12)).isCloseTo(1, within(1e-12));
    assertThat(design.probability(1e-6)).isPositive();
  }

  @Property
  void chancesSumToTheSizeAndGrowWithTheWeight(
      @ForAll @Size(min = 1, max = 30) List<@DoubleRange(min = .01, max = 50) Double> weights,
      @ForAll @IntRange(min = 1, max = 40) int size) {
    double[] values = weights.stream().mapToDouble(w -> w).toArray();
    PoissonDesign design = settled(size, values);
    assertThat(DoubleStream.of(values).map(design::probability).sum())
        .isCloseTo(Math.min(size, values.length), within(1e-9));
    for (double value : values) {
      assertThat(design.probability(value)).isGreaterThan(0).isLessThanOrEqualTo(1);
      assertThat(design.probability(value)).isLessThanOrEqualTo(design.probability(value + 1));
    }
  }

  private static PoissonDesign settled(int size, double... weights) {
    PoissonDesign design =
        PoissonDesign.start(size, weights.length, DoubleStream.of(weights).sum());
    for (int i = 0; i <= weights.length; i++) {
      PoissonDesign current = design;
      design =
          design.next(
              size,
              new PoissonDesign.Mass(
                  DoubleStream.of(weights).filter(current::isCertain).count(),
                  DoubleStream.of(weights).filter(w -> !current.isCertain(w)).sum()));
    }
    return design;
  }
}
