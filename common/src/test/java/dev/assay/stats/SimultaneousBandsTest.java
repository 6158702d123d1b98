package dev.assay.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.base.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SimultaneousBandsTest {

  /** 12 cells of 12 to 30 groups, each group in three of them; the level is for all cells. */
  @Test
  void allBandsCoverTogetherAsOftenAsPromised() {
    int simulations = 400;
    int held = 0;
    for (int s = 0; s < simulations; s++) {
      SplittableRandom random = Seeds.random(22, "bands", "" + s);
      List<List<Observation>> cells = new ArrayList<>();
      for (int c = 0; c < 12; c++) {
        cells.add(new ArrayList<>());
      }
      for (int g = 0; g < 84; g++) {
        double common = random.nextGaussian();
        for (int k = 0; k < 3; k++) {
          int cell = random.nextInt(12);
          cells
              .get(cell)
              .add(Observation.unweighted("g" + g, cell / 10.0 + common + random.nextGaussian()));
        }
      }
      List<SimultaneousBands.Band> bands =
          SimultaneousBands.of(cells, new Range(-20, 20), new Resampling(400, .95, s));
      boolean all = true;
      for (int c = 0; c < 12; c++) {
        all &= bands.get(c).low() <= c / 10.0 && c / 10.0 <= bands.get(c).high();
      }
      held += all ? 1 : 0;
    }
    // Three standard errors of .95 over 400 are .033.
    assertThat(held / (double) simulations).isGreaterThan(.95 - .033);
  }

  /** Ten questions that all stay as they are say something of others, not everything. */
  @Test
  void groupsThatAgreeLeaveABandOfSomeWidth() {
    List<Observation> rows = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      rows.add(Observation.unweighted("g" + i, 0));
    }
    SimultaneousBands.Band band =
        SimultaneousBands.of(List.of(rows), new Range(-1, 1), new Resampling(100, .95, 1)).get(0);
    assertThat(band.low()).isNegative();
    assertThat(band.high()).isPositive();
  }

  /**
   * Of two cells one has groups that agree: its bound takes half of 5 %, so the other's band is the
   * one of 97.5 % alone (of the same groups, so of the same draws).
   */
  @Test
  void cellsWhoseGroupsAgreeTakeTheirPartOfTheErrorRate() {
    List<Observation> alike = new ArrayList<>();
    List<Observation> rows = new ArrayList<>();
    for (int i = 1; i <= 8; i++) {
      alike.add(Observation.unweighted("g" + i, 1));
      rows.add(Observation.unweighted("g" + i, i));
    }
    Range range = new Range(0, 9);
    SimultaneousBands.Band together =
        SimultaneousBands.of(List.of(alike, rows), range, new Resampling(999, .95, 1)).get(1);
    SimultaneousBands.Band alone =
        SimultaneousBands.of(List.of(rows), range, new Resampling(999, .975, 1)).get(0);
    assertThat(together.low()).isCloseTo(alone.low(), within(1e-9));
    assertThat(together.high()).isCloseTo(alone.high(), within(1e-9));
  }

  /** One cell: Student's interval, but for the quantile's own noise. 1, 2, 3, 4: t(3) = 3.182. */
  @Test
  void ofOneCellItIsStudents() {
    List<Observation> rows = new ArrayList<>();
    for (int i = 1; i <= 4; i++) {
      rows.add(Observation.unweighted("g" + i, i));
    }
    SimultaneousBands.Band band =
        SimultaneousBands.of(List.of(rows), new Range(0, 9), new Resampling(20000, .95, 1)).get(0);
    // The error of the mean: sqrt(5/3/4) = .6455; half the interval 2.054.
    assertThat(band.mean()).isCloseTo(2.5, within(1e-12));
    assertThat(band.high() - band.mean()).isCloseTo(2.054, within(.1));
    assertThat(band.groups()).isEqualTo(4);
  }
}
