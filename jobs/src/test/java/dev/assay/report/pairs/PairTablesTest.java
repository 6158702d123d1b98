package dev.assay.report.pairs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.Direction;
import dev.assay.stats.Range;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class PairTablesTest {
  private static PairTables of(double threshold, Range range) {
    return new PairTables("m", Direction.UP, OptionalDouble.of(threshold), range, Map.of());
  }

  /** 1 − .05^(1/5) = .451: five that pass leave .549 to 1; 1 − .05^(1/20) = .139. */
  @Test
  void groupsThatAgreeAreSureOnlyOfWhatTheirNumberBears() {
    assertThat(of(.5, Range.SHARE).alike(1, 5, .95)).isEqualTo("holds");
    assertThat(of(.6, Range.SHARE).alike(1, 5, .95)).isEqualTo("undecided");
    assertThat(of(.8, Range.SHARE).alike(1, 20, .95)).isEqualTo("holds");
    assertThat(of(.4, Range.SHARE).alike(0, 5, .95)).isEqualTo("undecided");
    assertThat(of(.5, Range.SHARE).alike(0, 5, .95)).isEqualTo("fails");
  }

  @Test
  void withoutEndsNothingIsSureOfGroupsThatAgree() {
    assertThat(of(.5, Range.UNBOUNDED).alike(1, 1000, .95)).isEqualTo("undecided");
  }
}
