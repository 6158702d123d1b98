package dev.assay.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LogisticTest {
  @Test
  void oddsOfThreeToOneAreThreeQuarters() {
    assertThat(Logistic.sigmoid(Math.log(3))).isCloseTo(.75, within(1e-15));
    assertThat(Logistic.sigmoid(-Math.log(3))).isCloseTo(.25, within(1e-15));
    assertThat(Logistic.logit(.75)).isCloseTo(Math.log(3), within(1e-15));
    assertThat(Logistic.sigmoid(0)).isEqualTo(.5);
    // exp(0) : exp(ln 2) : exp(ln 5) = 1 : 2 : 5
    assertThat(Logistic.softmax(new double[] {0, Math.log(2), Math.log(5)}))
        .containsExactly(new double[] {.125, .25, .625}, within(1e-15));
  }

  @Test
  void nothingOverflows() {
    assertThat(Logistic.sigmoid(1e4)).isEqualTo(1);
    assertThat(Logistic.sigmoid(-1e4)).isZero();
    assertThat(Logistic.softmax(new double[] {1e4, 1e4 + Math.log(3)}))
        .containsExactly(new double[] {.25, .75}, within(1e-9));
  }
}
