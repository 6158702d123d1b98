package dev.assay.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

class MultiplicityTest {

  @Test
  void agreesWithStatsmodels() {
    JsonNode golden = Golden.read("statistics").get("adjusted");
    double[] p = Golden.doubles(golden.get("p"));
    assertThat(Multiplicity.holm(p))
        .containsExactly(Golden.doubles(golden.get("holm")), within(1e-12));
    assertThat(Multiplicity.benjaminiHochberg(p))
        .containsExactly(Golden.doubles(golden.get("bh")), within(1e-12));
  }

  @Test
  void aSmallCaseByHand() {
    // Holm of (.04, .01, .03): .01 × 3 = .03; .03 × 2 = .06; max(.06, .04 × 1) = .06.
    assertThat(Multiplicity.holm(.04, .01, .03)).containsExactly(new double[] {.06, .03, .06});
    // BH: .04 × 3/3 = .04; min(.04, .03 × 3/2 = .045) = .04; .01 × 3 = .03.
    assertThat(Multiplicity.benjaminiHochberg(.04, .01, .03))
        .containsExactly(new double[] {.04, .03, .04}, within(1e-15));
    assertThat(Multiplicity.holm()).isEmpty();
  }

  @Test
  void refusesWhatIsNoProbability() {
    assertThatThrownBy(() -> Multiplicity.holm(1.5)).hasMessageContaining("1.5");
  }
}
