package dev.assay.report.robustness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class DoseLineTest {
  @Test
  void largerDropsAreLowerAndDosesWithoutOneAreLeftOut() {
    // 22 pixels from 0 to 0.2, from 3 on; three doses at 3, 60 and 117.
    assertThat(
            DoseLine.of(
                List.of(OptionalDouble.of(0), OptionalDouble.empty(), OptionalDouble.of(0.2))))
        .isEqualTo(new DoseLine("3.0,3.0 117.0,25.0", "3.0", true));
  }

  @Test
  void gainsStandAboveTheLineOfNoDropAndSmallDropsStaySmall() {
    // From −0.1 to 0.1: no drop is in the middle, at 14; 0.01 is 1.1 below.
    assertThat(DoseLine.of(List.of(OptionalDouble.of(-0.1), OptionalDouble.of(0.01))))
        .isEqualTo(new DoseLine("3.0,3.0 117.0,15.1", "14.0", true));
  }
}
