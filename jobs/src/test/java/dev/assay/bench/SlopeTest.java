package dev.assay.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class SlopeTest {

  /** 5 s, and a thousandth of a second a row: 6, 15 and 105 s for 10^3, 10^4 and 10^5 rows. */
  @Test
  void isOneWhereOnlyAFixedCostComesBeside() {
    // log10((105 - 15) / (15 - 6)) = log10(10).
    assertEquals(
        "1.00 (1.00 to 1.00)", Slope.told(List.of(List.of(6.), List.of(15.), List.of(105.)), 10));
  }

  @Test
  void isTwoWhereTimeGrowsWithTheSquare() {
    // 3 + n^2: 4, 19 and 259 for 1, 4 and 16; log4((259 - 19) / (19 - 4)) = log4(16).
    assertEquals(
        "2.00 (2.00 to 2.00)", Slope.told(List.of(List.of(4.), List.of(19.), List.of(259.)), 4));
  }

  /** The point is of the fastest runs; the largest size may be off by as much as the middle one. */
  @Test
  void rangesOverWhatRepeatedRunsAllow() {
    // Point: log10((110 - 20) / (20 - 10)) = .954. Middle runs differ by 22/20, so the largest is
    // within 100 and 121. Low: log10((100 - 22) / (22 - 10)) = .813, high: log10((121 - 20) /
    // (20 - 11)) = 1.050.
    assertEquals(
        "0.95 (0.81 to 1.05)",
        Slope.told(List.of(List.of(11., 10.), List.of(22., 20.), List.of(110.)), 10));
  }

  @Test
  void cannotBeToldWhereRunsOfOneSizeDifferByMoreThanSizesDo() {
    assertEquals(
        "not measurable: 1.0 to 2.0, 1.9 and 30.0 s do not differ by more than repeated runs do",
        Slope.told(List.of(List.of(1., 2.), List.of(1.9), List.of(30.)), 10));
  }
}
