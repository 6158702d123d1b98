package dev.assay.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.math3.exception.NotStrictlyPositiveException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeviatesTest {

  /** NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2, three decimals. */
  @ParameterizedTest
  @CsvSource({
    "1, .975, 12.706",
    "5, .95, 2.015",
    "10, .975, 2.228",
    "10, .995, 3.169",
    "100, .975, 1.984"
  })
  void studentsPointsAreThoseOfTheTable(double freedom, double below, double point) {
    for (int again = 0; again < 2; again++) {
      assertThat(Deviates.student(freedom, below)).isCloseTo(point, within(.0005));
      assertThat(Deviates.student(freedom, 1 - below)).isCloseTo(-point, within(.0005));
    }
  }

  @Test
  void twoDegreesOfFreedomHaveAClosedForm() {
    // t = (2p − 1) / √(2p (1 − p)): at .9 it is .8 / √.18.
    assertThat(Deviates.student(2, .9)).isCloseTo(.8 / Math.sqrt(.18), within(1e-9));
  }

  /** 1.3.6.7.1 of the same, and 1.959964 of every table. */
  @Test
  void theNormalPointIsThatOfTheTable() {
    assertThat(Deviates.normal(.975)).isCloseTo(1.959964, within(5e-7));
    assertThat(Deviates.normal(.5)).isCloseTo(0, within(1e-12));
  }

  @Test
  void nothingIsRememberedOfWhatHasNoPoint() {
    for (int again = 0; again < 2; again++) {
      assertThatThrownBy(() -> Deviates.student(0, .9))
          .isInstanceOf(NotStrictlyPositiveException.class);
    }
  }
}
