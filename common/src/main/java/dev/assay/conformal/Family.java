package dev.assay.conformal;

import dev.assay.conformal.Automation.Tested;
import dev.assay.conformal.LearnThenTest.Step;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The certified cuts of several metrics.
 *
 * @param automation the promise
 * @param level at which each was tested at first: δ, or its share where all hold at once
 * @param chosen the certified step by name; absent for what was not tested
 */
public record Family(Automation automation, double level, Map<String, Optional<Step>> chosen) {

  /**
   * Certifies.
   *
   * @param together whether δ holds for all at once
   */
  public static Family of(Map<String, Tested> tested, Automation automation, boolean together) {
    Map<String, Optional<Step>> chosen = new TreeMap<>();
    double alpha = automation.alpha();
    double delta = automation.delta();
    if (!together) {
      tested.forEach(
          (name, one) ->
              chosen.put(
                  name,
                  LearnThenTest.certified(
                      LearnThenTest.started(one.steps(), alpha, delta), delta)));
      return new Family(automation, delta, chosen);
    }
    Map<String, List<Step>> steps = new TreeMap<>();
    tested.forEach((name, one) -> steps.put(name, one.steps()));
    return new Family(
        automation, delta / Math.max(1, tested.size()), LearnThenTest.family(steps, alpha, delta));
  }

  /** The promise about what {@code name} decides. */
  public Guarantee guarantee(String name, Tested tested) {
    Optional<Step> step = chosen.getOrDefault(name, Optional.empty());
    Guarantee guarantee = automation.decided(tested, step, level);
    return chosen.containsKey(name)
        ? guarantee
        : guarantee.because("on the groups of stage 1 it does not tell the labels apart");
  }
}
