package dev.assay.conformal;

import dev.assay.conformal.Automation.Side;
import dev.assay.conformal.Automation.Tested;
import dev.assay.conformal.LearnThenTest.Sequence;
import dev.assay.conformal.LearnThenTest.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The certified cuts of the metrics of a dimension, accepts and rejects apart, in one round of
 * labels.
 */
public final class Family {
  private static final List<Decision> SIDES = List.of(Decision.ACCEPT, Decision.REJECT);

  private final Automation automation;
  private final int round;
  private final Map<String, Double> levels = new TreeMap<>();
  private final Map<String, Optional<Step>> chosen = new TreeMap<>();

  private Family(Automation automation, int round) {
    this.automation = automation;
    this.round = round;
  }

  /**
   * Certifies.
   *
   * @param tested by the metric's name
   * @param delta what this family may spend over all rounds: where all hold at once, its share
   * @param round of labels, from 1 on
   * @param together whether δ holds for all at once; else for the two sides of each
   */
  public static Family of(
      Map<String, Tested> tested,
      Automation automation,
      double delta,
      int round,
      boolean together) {
    Family family = new Family(automation, round);
    double spent = Rounds.spent(delta, round);
    if (together) {
      family.certify(tested, spent);
    } else {
      tested.forEach((name, one) -> family.certify(Map.of(name, one), spent));
    }
    return family;
  }

  private void certify(Map<String, Tested> tested, double delta) {
    Map<String, Sequence> sequences = new TreeMap<>();
    tested.forEach(
        (name, one) ->
            one.sides().forEach((side, of) -> sequences.put(key(name, side), of.sequence())));
    long testable = sequences.values().stream().filter(one -> !one.steps().isEmpty()).count();
    tested.keySet().forEach(name -> levels.put(name, delta / Math.max(1, testable)));
    chosen.putAll(LearnThenTest.family(sequences, delta));
  }

  private static String key(String name, Decision side) {
    return name + " " + side.id();
  }

  /** The certified step of one side; empty where nothing is certified or was tested. */
  Optional<Step> chosen(String name, Decision side) {
    return chosen.getOrDefault(key(name, side), Optional.empty());
  }

  /** The promises about what {@code name} accepts and rejects. */
  public List<Guarantee> guarantees(String name, Tested tested) {
    List<Guarantee> guarantees = new ArrayList<>();
    for (Decision side : SIDES) {
      guarantees.add(guarantee(name, tested, side));
    }
    return guarantees;
  }

  private Guarantee guarantee(String name, Tested tested, Decision side) {
    Side own = tested.sides().get(side);
    Optional<Step> certified = chosen(name, side);
    DecisionsSeen seen = certified.map(own::of).orElse(DecisionsSeen.NOTHING);
    String reason =
        certified.isEmpty()
            ? levels.containsKey(name)
                ? Shortage.of(
                    own.sequence(), tested.groups(), side, automation, levels.get(name), round)
                : "on the groups of stage 1 it does not tell the labels apart"
            : side == Decision.ACCEPT ? automation.tooManyMissed(seen).orElse("") : "";
    Optional<Step> used = certified.filter(step -> reason.isEmpty());
    String verb = side == Decision.ACCEPT ? "accept" : "reject";
    return new Guarantee(
        Guarantee.Kind.DECIDED_ERROR,
        SetGuarantees.ALL,
        Automation.LEARN_THEN_TEST + " " + side.id(),
        automation.terms(side).alpha(),
        Optional.of(automation.delta()),
        used.map(step -> step.cut().at()),
        tested.groups(),
        used.map(Step::decided),
        used.map(Step::errors),
        used.map(Step::pValue),
        Optional.of(used.isPresent() ? seen.share() : 0),
        used.flatMap(step -> seen.wrong()),
        tested.observed(),
        reason,
        used.isPresent()
            ? ("With a confidence of %s over all rounds of labels (this is round %d), at most %s of"
                    + " what the machine %ss is wrong.")
                .formatted(
                    SetGuarantees.percent(1 - automation.delta()),
                    round,
                    SetGuarantees.percent(automation.terms(side).alpha()),
                    verb)
            : "Nothing is %sed by machine.".formatted(verb),
        Optional.of(
            new Guarantee.OfDecisions(
                Optional.of(side), used.isPresent() ? seen : DecisionsSeen.NOTHING)));
  }
}
