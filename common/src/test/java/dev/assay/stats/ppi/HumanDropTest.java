package dev.assay.stats.ppi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.stats.BoundCheck;
import dev.assay.stats.BoundCheck.Outcome;
import dev.assay.stats.Interval;
import dev.assay.stats.Range;
import dev.assay.stats.ppi.PredictionPowered.Sums;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * How often the gate calls a drop of what people would pass what it is not, and finds it where it
 * is: of 300 questions half are judged, before and after, and a metric predicts three of four
 * labels.
 */
class HumanDropTest {
  private static final double TOLERANCE = .02;
  private static final double CHANGED = .15;
  private static final int QUESTIONS = 300;
  private static final int RUNS = 2000;

  @Test
  void aDropOfTheToleranceIsHardlyEverCalledLargerNorNoDrop() {
    // α/2 = 2.5 % on each side; 4 % allow for four standard errors of 0.35 % in 2,000 runs. MISSED
    // is what `no-drop` fails for, REACHED what `non-inferior` passes for.
    Map<Outcome, Double> at = outcomes(-TOLERANCE, 1);
    assertThat(at.get(Outcome.MISSED)).isBetween(.008, .04);
    assertThat(at.get(Outcome.REACHED)).isBetween(.008, .04);
  }

  @Test
  void aLargeDropIsFoundAndNoneIsHardlyEverFailed() {
    // From 150 labels alone: sd √(.15 − .12²) = .368, (.12 − .02) / (.368 / √150) = 3.33 standard
    // errors, 1.96 of them for the interval: power Φ(1.37) = .91. Predictions may add to it.
    assertThat(outcomes(-.12, 2).get(Outcome.MISSED)).isGreaterThan(.88);
    assertThat(outcomes(0, 3).get(Outcome.MISSED)).isLessThan(.015);
  }

  @Test
  void whatIsBetterIsShownToBeNoWorse() {
    // Better by .08: sd √(.15 − .08²) = .379, (.08 + .02) / (.379 / √150) = 3.23, power Φ(1.27) =
    // .90.
    assertThat(outcomes(.08, 4).get(Outcome.REACHED)).isGreaterThan(.86);
  }

  private static Map<Outcome, Double> outcomes(double difference, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Map<Outcome, Double> shares = new EnumMap<>(Outcome.class);
    for (Outcome outcome : Outcome.values()) {
      shares.put(outcome, 0.0);
    }
    double worse = (CHANGED - difference) / 2;
    double better = (CHANGED + difference) / 2;
    for (int run = 0; run < RUNS; run++) {
      PredictionPowered state = PredictionPowered.difference(Range.SHARE);
      for (int q = 0; q < QUESTIONS; q++) {
        double u = random.nextDouble();
        int then = u < worse ? 1 : u < worse + better ? 0 : random.nextInt(2);
        int now = u < worse ? 0 : u < worse + better ? 1 : then;
        boolean judged = random.nextBoolean();
        state.add("", sums(now, judged, random), sums(then, judged, random));
      }
      Interval found = state.estimate(.95).orElseThrow().estimate();
      BoundCheck check =
          new BoundCheck(
              found.estimate(),
              found.low().orElseThrow(),
              found.high().orElseThrow(),
              -TOLERANCE,
              found.nGroups());
      shares.merge(check.outcome(), 1.0 / RUNS, Double::sum);
    }
    return shares;
  }

  private static Sums sums(int label, boolean judged, SplittableRandom random) {
    double predicted = (random.nextInt(4) == 0) == (label == 1) ? .3 : .7;
    double own = judged ? 1 : 0;
    return new Sums(1, predicted, own, own * label, own * predicted, judged ? 1 : 0);
  }
}
