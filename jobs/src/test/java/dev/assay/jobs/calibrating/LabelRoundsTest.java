package dev.assay.jobs.calibrating;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.conformal.Rounds;
import dev.assay.jobs.calibrating.LabelRounds.Past;
import dev.assay.jobs.calibrating.LabelRounds.Round;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Rounds of labels, without a session. */
class LabelRoundsTest {
  @Test
  void theSameLabelsAreInTheSameRoundAndNewOnesInTheNext() {
    Map<String, Past> past = Map.of("a", new Past(Map.of("x", 1, "y", 2), 0));
    assertThat(LabelRounds.next(past, Map.of("a", "x"), true)).containsValue(new Round(1, "x"));
    assertThat(LabelRounds.next(past, Map.of("a", "z"), false)).containsValue(new Round(3, "z"));
    assertThat(LabelRounds.next(Map.of(), Map.of("a", "z"), true)).containsValue(new Round(1, "z"));
    assertThat(
            LabelRounds.next(Map.of("a", new Past(Map.of(), 4)), Map.of("a", "z"), false)
                .get("a")
                .number())
        .isEqualTo(5);
  }

  @Test
  void dimensionsThatJoinLaterSpendNoMoreThanDelta() {
    // One dimension in each of 30 calibrations more than before, the others with new labels.
    double together = 0;
    double apart = 0;
    Map<String, Past> past = new HashMap<>();
    Map<String, Past> own = new HashMap<>();
    for (int n = 1; n <= 30; n++) {
      Map<String, String> labels = new HashMap<>();
      for (int d = 0; d < n; d++) {
        labels.put("d" + d, "labels " + n);
      }
      together += spent(past, LabelRounds.next(past, labels, true));
      apart += spent(own, LabelRounds.next(own, labels, false));
    }
    assertThat(together).isLessThanOrEqualTo(.1);
    assertThat(apart).isGreaterThan(.1);
  }

  /** What a calibration spends, and goes into the past. */
  private static double spent(Map<String, Past> past, Map<String, Round> rounds) {
    double spent = 0;
    for (Map.Entry<String, Round> one : rounds.entrySet()) {
      Round round = one.getValue();
      spent += Rounds.spent(.1 / rounds.size(), round.number());
      Map<String, Integer> numbers = new HashMap<>();
      if (past.containsKey(one.getKey())) {
        numbers.putAll(past.get(one.getKey()).numbers());
      }
      numbers.put(round.labels(), round.number());
      past.put(one.getKey(), new Past(numbers, 0));
    }
    return spent;
  }
}
