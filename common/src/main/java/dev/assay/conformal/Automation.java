package dev.assay.conformal;

import dev.assay.base.Rounding;
import dev.assay.calibration.LabelledParts;
import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.ProbabilityMap;
import dev.assay.conformal.LearnThenTest.Sequence;
import dev.assay.conformal.LearnThenTest.Step;
import dev.assay.stats.Auroc;
import dev.assay.stats.Cohort;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToIntFunction;

/**
 * Which cases a metric may decide: cuts from train groups, tested on conformal groups, looked at on
 * test groups. What is accepted and what is rejected have a promise each.
 *
 * @param accept what is asked of accepts
 * @param reject of rejects
 * @param both of decisions by conformal risk control, which tells them not apart
 * @param delta the chance that a promise is broken all the same, in (0, 0.5]
 * @param maxMissed the largest share of failed answers that may be accepted; 1 where it is not
 *     asked
 * @param seed draws one row a group
 */
public record Automation(
    Terms accept, Terms reject, Terms both, double delta, double maxMissed, long seed)
    implements Serializable {

  /** Learn-then-Test, with which {@code guarantees.method} begins. */
  public static final String LEARN_THEN_TEST = "learn-then-test";

  /** Conformal risk control as stored there. */
  public static final String RISK_CONTROL = "risk-control";

  /**
   * What is asked of a decision.
   *
   * @param alpha the share of errors that is allowed, in (0, 0.5]
   * @param least how sure the machine must be at least, in [0.5, 1]
   */
  public record Terms(double alpha, double least) implements Serializable {

    /** At least as sure as the promise says. */
    public static Terms of(double alpha) {
      return new Terms(alpha, 1 - alpha);
    }
  }

  /** The same of accepts and rejects, however many failed answers are accepted. */
  public static Automation of(Terms terms, double delta, long seed) {
    return new Automation(terms, terms, terms, delta, 1, seed);
  }

  /** What is asked of one side. */
  Terms terms(Decision side) {
    return side == Decision.ACCEPT ? accept : reject;
  }

  /** AUROC of the probability to pass on train groups; empty where they have one label. */
  public static OptionalDouble trainAuroc(ProbabilityMap map, List<LabelledResponse> train) {
    return Auroc.of(
        train.stream().mapToDouble(row -> Rounding.toNano(map.probability(row.vector()))).toArray(),
        new Cohort(
            train.stream().map(LabelledResponse::groupId).toArray(String[]::new),
            train.stream().mapToInt(row -> row.passed(map.scale()).level()).toArray(),
            train.stream().mapToDouble(LabelledResponse::weight).toArray()));
  }

  /**
   * Every cut of one side, tested.
   *
   * @param sequence strictest first
   * @param seen what each cut does on unseen groups
   */
  record Side(Sequence sequence, List<DecisionsSeen> seen) implements Serializable {

    DecisionsSeen of(Step step) {
      return seen.get(sequence.steps().indexOf(step));
    }
  }

  /**
   * Every cut, tested.
   *
   * @param sides accepts and rejects
   * @param groups tested on
   * @param observed unseen groups
   */
  public record Tested(Map<Decision, Side> sides, int groups, int observed)
      implements Serializable {}

  /** Where every response of a group is labelled. */
  Tested test(ProbabilityMap map, CaseSets sets, LabelledParts parts) {
    return test(map, sets, parts, row -> 0);
  }

  /**
   * Tests every cut of the train groups on the conformal groups.
   *
   * @param groupRows how many responses a row's group has, labelled or not; 0 where that is
   *     unknown. It matters where cases count 1/π
   */
  public Tested test(
      ProbabilityMap map,
      CaseSets sets,
      LabelledParts parts,
      ToIntFunction<LabelledResponse> groupRows) {
    List<Verdict> train = verdicts(map, sets, parts.train(), groupRows);
    List<Verdict> rows = verdicts(map, sets, parts.conformal(), groupRows);
    List<Verdict> unseen = verdicts(map, sets, parts.test(), groupRows);
    return new Tested(
        Map.of(
            Decision.ACCEPT, side(Decision.ACCEPT, train, rows, unseen),
            Decision.REJECT, side(Decision.REJECT, train, rows, unseen)),
        groups(rows),
        groups(unseen));
  }

  private Side side(Decision side, List<Verdict> train, List<Verdict> rows, List<Verdict> unseen) {
    Terms terms = terms(side);
    Sequence sequence =
        LearnThenTest.sequence(
            rows, LearnThenTest.cuts(train, side, terms.least(), seed), side, terms.alpha(), seed);
    return new Side(
        sequence,
        sequence.steps().stream()
            .map(
                step ->
                    DecisionsSeen.of(
                        unseen,
                        row -> row.said().says(side) && row.said().decides(step.cut().at())))
            .map(seen -> side == Decision.ACCEPT ? seen : seen.withoutMissed())
            .toList());
  }

  /** Conformal risk control's promise about all cases, of {@link #test}'s arguments. */
  public Guarantee risk(
      ProbabilityMap map,
      CaseSets sets,
      LabelledParts parts,
      ToIntFunction<LabelledResponse> groupRows) {
    List<Verdict> rows = verdicts(map, sets, parts.conformal(), groupRows);
    List<Verdict> unseen = verdicts(map, sets, parts.test(), groupRows);
    double alpha = both.alpha();
    String percent = SetGuarantees.percent(alpha);
    // Whatever else refers a case, or a stricter cut, can only make fewer errors among all.
    Optional<Double> cut =
        RiskControl.cut(rows, alpha, seed).stream()
            .boxed()
            .map(found -> Math.max(found, both.least()))
            .findFirst();
    DecisionsSeen seen =
        cut.map(at -> DecisionsSeen.of(unseen, row -> row.said().decides(at)))
            .orElse(DecisionsSeen.NOTHING);
    String reason =
        cut.isEmpty()
            ? "%d labelled groups allow no cut that decides at most %s of all cases wrongly"
                .formatted(groups(rows), percent)
            : tooManyMissed(seen).orElse("");
    boolean decides = reason.isEmpty();
    return new Guarantee(
        Guarantee.Kind.RISK,
        SetGuarantees.ALL,
        RISK_CONTROL,
        alpha,
        Optional.empty(),
        cut.filter(at -> decides),
        groups(rows),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(decides ? seen.share() : 0),
        decides ? seen.wrong() : Optional.empty(),
        groups(unseen),
        reason,
        decides
            ? ("On average at most %s of all cases are decided wrongly; among the decided alone it"
                    + " may be more.")
                .formatted(percent)
            : "Nothing is decided by machine.",
        Optional.of(
            new Guarantee.OfDecisions(Optional.empty(), decides ? seen : DecisionsSeen.NOTHING)));
  }

  /** Why nothing may be accepted that does this on unseen groups; empty where it may. */
  Optional<String> tooManyMissed(DecisionsSeen seen) {
    if (maxMissed >= 1 || (seen.missed().known() && seen.missed().high() <= maxMissed)) {
      return Optional.empty();
    }
    String asked = SetGuarantees.percent(maxMissed);
    return Optional.of(
        seen.missed().known()
            ? "of the failed answers of %d unseen groups it would accept %s (up to %s): at most %s cannot be shown"
                .formatted(
                    seen.missed().groups(),
                    SetGuarantees.percent(seen.missed().share()),
                    SetGuarantees.percent(seen.missed().high()),
                    asked)
            : "no unseen group has a failed answer: that at most %s of them are accepted cannot be shown"
                .formatted(asked));
  }

  private static List<Verdict> verdicts(
      ProbabilityMap map,
      CaseSets sets,
      List<LabelledResponse> rows,
      ToIntFunction<LabelledResponse> groupRows) {
    return rows.stream()
        .map(
            row -> {
              double[] levels = map.probabilities(row.vector());
              return new Verdict(
                  row.groupId(),
                  Opinion.of(
                      map.scale().passing(levels),
                      sets.set(row.category(), levels, row.vector()),
                      map.scale()),
                  row.passed(map.scale()).level() == 1,
                  row.weight(),
                  groupRows.applyAsInt(row));
            })
        .toList();
  }

  private static int groups(List<Verdict> rows) {
    return (int) rows.stream().map(Verdict::groupId).distinct().count();
  }
}
