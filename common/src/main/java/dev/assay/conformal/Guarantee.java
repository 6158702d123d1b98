package dev.assay.conformal;

import java.util.Optional;

/**
 * What is promised of sets or decisions, what it rests on, and what was seen on groups that nothing
 * was fitted on.
 *
 * @param kind what is promised
 * @param slice where it holds: {@code all}, or one category
 * @param method by which it was reached
 * @param alpha the error rate
 * @param delta the chance that the promise is broken, for {@link Kind#DECIDED_ERROR}
 * @param quantile the largest nonconformity in a set, or the least confidence that is decided;
 *     absent where nothing is ruled out or decided, and for sets that are no quantile
 * @param groups labelled groups it rests on
 * @param decided groups decided among them
 * @param errors wrong ones among those that are as sure
 * @param pValue of the test that certified the cut
 * @param share of unseen groups: mean size of sets, or share of cases decided
 * @param observed on unseen groups: coverage, or errors among the decided; absent without any
 * @param observedGroups unseen groups
 * @param reason why nothing is ruled out or decided; empty where something is
 * @param promise in words
 * @param decisions more of what was seen of decisions; absent for sets
 */
public record Guarantee(
    Kind kind,
    String slice,
    String method,
    double alpha,
    Optional<Double> delta,
    Optional<Double> quantile,
    int groups,
    Optional<Integer> decided,
    Optional<Integer> errors,
    Optional<Double> pValue,
    Optional<Double> share,
    Optional<Double> observed,
    int observedGroups,
    String reason,
    String promise,
    Optional<OfDecisions> decisions) {

  /**
   * What belongs to a promise of decisions.
   *
   * @param side that it is about; absent where it is about both
   * @param seen on unseen groups
   */
  public record OfDecisions(Optional<Decision> side, DecisionsSeen seen) {}

  /** What can be promised. */
  public enum Kind {
    /** A set holds the human's label. */
    COVERAGE("coverage"),
    /** What the machine accepts, or rejects, is right. */
    DECIDED_ERROR("decided_error"),
    /** Few of all cases are decided wrongly. */
    RISK("risk");

    private final String id;

    Kind(String id) {
      this.id = id;
    }

    /** As stored in {@code guarantees.kind}. */
    public String id() {
      return id;
    }
  }

  /** Whether anything is ruled out or decided by it. */
  public boolean holds() {
    return reason.isEmpty();
  }
}
