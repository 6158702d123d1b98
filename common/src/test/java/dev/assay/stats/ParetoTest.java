package dev.assay.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ParetoTest {
  /**
   * Quality, minus cost, minus time: the third is dearer and slower than the second and as good.
   */
  @Test
  void namesWhoBeatsWhatIsNotOnTheFront() {
    assertThat(
            Pareto.beatenBy(
                List.of(
                    new double[] {.9, -5, -2},
                    new double[] {.8, -1, -1},
                    new double[] {.8, -2, -3},
                    new double[] {.8, -1, -1})))
        .containsExactly(List.of(), List.of(), List.of(1, 3), List.of());
  }
}
