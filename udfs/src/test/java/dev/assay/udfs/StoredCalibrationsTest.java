package dev.assay.udfs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.calibration.LogisticMap;
import org.junit.jupiter.api.Test;

class StoredCalibrationsTest {
  @Test
  void aValueIsTakenAsCalibrationsKnowItAndOnlyIfItIsFinite() {
    LogisticMap map = new LogisticMap(0, 4);
    assertThat(StoredCalibrations.probability(map, .3 + 1e-12))
        .isEqualTo(map.probability(.3))
        .isNotEqualTo(map.probability(.3 + 1e-12));
    assertThat(StoredCalibrations.probability(map, Double.NaN)).isNull();
    assertThat(StoredCalibrations.probability(map, Double.POSITIVE_INFINITY)).isNull();
  }
}
