package dev.assay.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RoundingTest {

  @Test
  void lastBitsDoNotCount() {
    assertThat(Rounding.toNano(.1 + .2)).isEqualTo(Rounding.toNano(.3));
    assertThat(Rounding.toNano(.123_456_789_4)).isEqualTo(.123_456_789);
  }

  @Test
  void whatFloatsDoNotBearDoesNotCount() {
    // The cosine of a vector of floats with itself is 1 but for some 1e-8.
    assertThat(Rounding.toMicro(1 - 2.3e-8)).isEqualTo(1);
    assertThat(Rounding.toMicro(.123_456_7)).isEqualTo(.123_457);
    assertThat(Double.compare(Rounding.toMicro(-1e-8), 0.0)).isZero();
    assertThat(Rounding.toMicro(1e300)).isEqualTo(1e300);
  }

  @Test
  void thereIsOneZeroAndLargeValuesStay() {
    assertThat(Double.compare(Rounding.toNano(-1e-12), 0.0)).isZero();
    assertThat(Rounding.toNano(1e300)).isEqualTo(1e300);
  }
}
