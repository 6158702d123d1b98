package dev.assay.stats.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class PilotSpreadTest {

  @Test
  void variancesAreDrawnTowardsThePooledOne() {
    // Pooled (4 × 6 + 0 × 2) / 8 = 3. First (4 × 6 + 3 × 2) / 8 = 3.75, second (0 + 3 × 2) / 4 =
    // 1.5, third unseen 3.
    assertThat(
            PilotSpread.deviations(
                new TreeSet<>(List.of(0, 1, 2)),
                Map.of(0, new PilotSpread(4, 6), 1, new PilotSpread(0, 2))))
        .isEqualTo(Map.of(0, Math.sqrt(3.75), 1, Math.sqrt(1.5), 2, Math.sqrt(3)));
  }

  @Test
  void nothingSeenIsRefused() {
    assertThatThrownBy(() -> PilotSpread.deviations(new TreeSet<>(List.of(0)), Map.of()))
        .hasMessageContaining("no stratum");
    assertThatThrownBy(() -> new PilotSpread(Double.NaN, 3)).hasMessageContaining("NaN");
  }
}
