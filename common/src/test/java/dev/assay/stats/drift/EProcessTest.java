package dev.assay.stats.drift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.base.Seeds;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EProcessTest {
  private static final int LOOKS = 365;

  @Test
  void isTheMeanWealthOverFixedBets() {
    EProcess process = new EProcess(.5);
    process.add(0);
    process.add(1);
    // Bets are k/25 of the largest, 2: wealth (1 + k/25)(1 − k/25) in the mean over k = 1..24, that
    // is 1 − Σk²/(24 · 625) = 1 − 4900/15000.
    assertThat(process.value()).isCloseTo(1 - 4900.0 / 15000, within(1e-12));
    // After the first value: 1 + Σk/(24 · 25) = 1.5.
    assertThat(process.most()).isCloseTo(1.5, within(1e-12));
    assertThat(process.p()).isCloseTo(1 / 1.5, within(1e-12));
    assertThat(process.looks()).isEqualTo(2);
  }

  /** Nightly shares of 20 answers that pass, the nights alike, with a mean at the bound. */
  @Test
  void raisesAFalseAlarmInAYearOfNightsNoMoreOftenThanPromised() {
    int simulations = 2000;
    int alarms = 0;
    for (int s = 0; s < simulations; s++) {
      SplittableRandom random = Seeds.random(22, "nights", "" + s);
      EProcess process = new EProcess(.9);
      for (int night = 0; night < LOOKS; night++) {
        process.add(share(.9, 1, random));
      }
      alarms += process.most() >= 20 ? 1 : 0;
    }
    // Three standard errors of .05 over 2,000 are .015.
    assertThat(alarms / (double) simulations).isLessThanOrEqualTo(.05 + .015);
  }

  /** The chance of a night depends on the one before; its expectation is still at the bound. */
  @Test
  void holdsWhereNightsDependOnEachOther() {
    int simulations = 2000;
    int alarms = 0;
    for (int s = 0; s < simulations; s++) {
      SplittableRandom random = Seeds.random(22, "dependent", "" + s);
      EProcess process = new EProcess(.8);
      double last = .8;
      for (int night = 0; night < LOOKS; night++) {
        // After a bad night values spread widely, after a good one little: the mean is .8.
        last = last < .8 ? (random.nextDouble() < .8 ? 1 : 0) : (random.nextBoolean() ? .7 : .9);
        process.add(last);
      }
      alarms += process.most() >= 20 ? 1 : 0;
    }
    assertThat(alarms / (double) simulations).isLessThanOrEqualTo(.05 + .015);
  }

  @Test
  void findsADropFromNineTenthsToThreeQuartersWithinAMonth() {
    int found = 0;
    for (int s = 0; s < 200; s++) {
      SplittableRandom random = Seeds.random(22, "drop", "" + s);
      EProcess process = new EProcess(.9);
      for (int night = 0; night < 30; night++) {
        process.add(share(.75, 20, random));
      }
      found += process.most() >= 20 ? 1 : 0;
    }
    assertThat(found).isGreaterThan(190);
  }

  private static double share(double chance, int answers, SplittableRandom random) {
    int passed = 0;
    for (int i = 0; i < answers; i++) {
      passed += random.nextDouble() < chance ? 1 : 0;
    }
    return passed / (double) answers;
  }
}
