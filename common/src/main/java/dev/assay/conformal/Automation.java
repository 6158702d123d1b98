package dev.assay.conformal;

import dev.assay.base.Rounding;
import dev.assay.calibration.LabelledParts;
import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.ProbabilityMap;
import dev.assay.conformal.LearnThenTest.Step;
import dev.assay.stats.Auroc;
import dev.assay.stats.Cohort;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Which cases a metric may decide: cuts from train groups, tested on conformal groups, looked at on
 * test groups.
 *
 * @param alpha the share of errors that is allowed, in (0, 0.5]
 * @param delta the chance that more are made all the same, in (0, 0.5]
 * @param seed draws one row a group
 */
public record Automation(double alpha, double delta, long seed) implements Serializable {

  /** Learn-then-Test as stored in {@code guarantees.method}. */
  public static final String LEARN_THEN_TEST = "learn-then-test";

  private static final String NOTHING = "Nothing is decided by machine.";

  /** AUROC of the probability to pass on train groups; empty where they have one label. */
  public static OptionalDouble trainAuroc(ProbabilityMap map, List<LabelledResponse> train) {
    return Auroc.of(
        train.stream().mapToDouble(row -> Rounding.toNano(map.probability(row.vector()))).toArray(),
        new Cohort(
            train.stream().map(LabelledResponse::groupId).toArray(String[]::new),
            train.stream().mapToInt(row -> row.passed(map.scale()).level()).toArray(),
            train.stream().mapToDouble(LabelledResponse::weight).toArray()));
  }

  /** Conformal risk control as stored there. */
  public static final String RISK_CONTROL = "risk-control";

  /**
   * Every cut, tested.
   *
   * @param steps strictest first
   * @param seen what each cut does on unseen groups
   * @param groups tested on
   * @param observed unseen groups
   */
  public record Tested(List<Step> steps, List<Seen> seen, int groups, int observed)
      implements Serializable {

    /** Decided nowhere. */
    private Seen of(Optional<Step> chosen) {
      return chosen.map(step -> seen.get(steps.indexOf(step))).orElse(Seen.NOTHING);
    }
  }

  /**
   * What a cut does on unseen groups.
   *
   * @param share of cases that it decides
   * @param decidedWrongly share of cases that it decides wrongly
   */
  public record Seen(double share, double decidedWrongly) implements Serializable {
    static final Seen NOTHING = new Seen(0, 0);

    /** Share of errors among what it decides; absent where it decides nothing. */
    Optional<Double> wrong() {
      return share > 0 ? Optional.of(decidedWrongly / share) : Optional.empty();
    }
  }

  /** Tests every cut of the train groups on the conformal groups. */
  public Tested test(ProbabilityMap map, LabelledParts parts) {
    List<Verdict> rows = verdicts(map, parts.conformal());
    List<Verdict> unseen = verdicts(map, parts.test());
    List<Step> steps =
        LearnThenTest.steps(
            rows, LearnThenTest.cuts(verdicts(map, parts.train()), seed), alpha, seed);
    return new Tested(
        steps,
        steps.stream().map(step -> seen(unseen, step.cut().at())).toList(),
        steps.isEmpty() ? groups(rows) : steps.get(0).groups(),
        groups(unseen));
  }

  /**
   * The promise about what is decided.
   *
   * @param chosen the certified step of {@code tested}; absent when none is
   * @param level that it was tested at, δ or this metric's share of it
   */
  public Guarantee decided(Tested tested, Optional<Step> chosen, double level) {
    return new Guarantee(
        Guarantee.Kind.DECIDED_ERROR,
        SetGuarantees.ALL,
        LEARN_THEN_TEST,
        alpha,
        Optional.of(delta),
        chosen.map(step -> step.cut().at()),
        tested.groups(),
        chosen.map(Step::decided),
        chosen.map(Step::errors),
        chosen.map(Step::pValue),
        Optional.of(tested.of(chosen).share()),
        tested.of(chosen).wrong(),
        tested.observed(),
        chosen.isPresent() ? "" : why(tested, level),
        chosen.isPresent()
            ? "With a confidence of %s, at most %s of what the machine decides is wrong."
                .formatted(SetGuarantees.percent(1 - delta), SetGuarantees.percent(alpha))
            : NOTHING);
  }

  /** Conformal risk control's promise about all cases. */
  public Guarantee risk(ProbabilityMap map, LabelledParts parts) {
    List<Verdict> rows = verdicts(map, parts.conformal());
    List<Verdict> unseen = verdicts(map, parts.test());
    OptionalDouble cut = RiskControl.cut(rows, alpha);
    Seen seen = cut.isPresent() ? seen(unseen, cut.getAsDouble()) : Seen.NOTHING;
    return new Guarantee(
        Guarantee.Kind.RISK,
        SetGuarantees.ALL,
        RISK_CONTROL,
        alpha,
        Optional.empty(),
        cut.isPresent() ? Optional.of(cut.getAsDouble()) : Optional.empty(),
        groups(rows),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(seen.share()),
        seen.wrong(),
        groups(unseen),
        cut.isPresent()
            ? ""
            : "%d labelled groups allow no cut that decides at most %s of all cases wrongly"
                .formatted(groups(rows), SetGuarantees.percent(alpha)),
        cut.isPresent()
            ? ("On average at most %s of all cases are decided wrongly; among the decided alone it"
                    + " may be more.")
                .formatted(SetGuarantees.percent(alpha))
            : NOTHING);
  }

  private String why(Tested tested, double level) {
    int needed = LearnThenTest.groupsNeeded(alpha, level);
    if (tested.groups() < needed) {
      return ("%d labelled groups are too few: %d, all decided rightly, are the fewest that show at"
              + " most %s errors at level %s; %d more conformal groups would help")
          .formatted(
              tested.groups(),
              needed,
              SetGuarantees.percent(alpha),
              new BigDecimal(level).round(new MathContext(2)).toPlainString(),
              needed - tested.groups());
    }
    List<Step> started = LearnThenTest.started(tested.steps(), alpha, level);
    if (started.isEmpty()) {
      return "there is no cut to test";
    }
    Step first = started.get(0);
    return "of the %d surest of %d labelled groups %d are decided wrongly, too many to show at most %s"
        .formatted(first.decided(), tested.groups(), first.errors(), SetGuarantees.percent(alpha));
  }

  private static Seen seen(List<Verdict> rows, double cut) {
    double all = 0;
    double decided = 0;
    double wrong = 0;
    for (Verdict row : rows) {
      all += row.weight();
      if (row.confidence() >= cut) {
        decided += row.weight();
        wrong += row.wrong() ? row.weight() : 0;
      }
    }
    return all > 0 ? new Seen(decided / all, wrong / all) : Seen.NOTHING;
  }

  private static List<Verdict> verdicts(ProbabilityMap map, List<LabelledResponse> rows) {
    return rows.stream()
        .map(
            row ->
                Verdict.of(
                    row.groupId(),
                    map.probability(row.vector()),
                    row.passed(map.scale()).level(),
                    row.weight()))
        .toList();
  }

  private static int groups(List<Verdict> rows) {
    return (int) rows.stream().map(Verdict::groupId).distinct().count();
  }
}
