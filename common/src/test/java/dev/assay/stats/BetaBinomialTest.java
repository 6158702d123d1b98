package dev.assay.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

class BetaBinomialTest {

  @Test
  void agreesWithScipy() {
    for (JsonNode example : Golden.read("calibration").get("beta_binomial")) {
      BetaBinomial law =
          new BetaBinomial(
              example.get("trials").asInt(),
              example.get("a").asDouble(),
              example.get("b").asDouble());
      assertThat(law.probability(example.get("k").asInt()))
          .isCloseTo(example.get("pmf").asDouble(), within(1e-11));
      assertThat(law.quantile(.01)).isEqualTo(example.get("quantile").asInt());
    }
  }

  @Test
  void aUniformChanceMakesEveryCountEquallyLikely() {
    BetaBinomial law = new BetaBinomial(4, 1, 1);
    for (int k = 0; k <= 4; k++) {
      assertThat(law.probability(k)).isCloseTo(.2, within(1e-14));
    }
    assertThat(law.probability(5)).isZero();
    assertThat(law.quantile(.5)).isEqualTo(2);
    assertThatThrownBy(() -> new BetaBinomial(4, 0, 1)).hasMessageContaining("a > 0");
  }
}
