package dev.assay.conformal;

import dev.assay.calibration.LabelledParts;
import dev.assay.calibration.LabelledResponse;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Sets where labels are few: train and conformal groups serve both stages, by CV+ or full conformal
 * prediction; test groups check them. The labelled rows themselves are what is kept, so they are
 * few by design.
 *
 * @param method {@code cv-plus} or {@code full}
 * @param learner what is fitted again and again
 * @param alpha the error rate, in (0, 0.5]
 * @param seed of folds and draws
 */
public record SmallSampleSets(String method, SetLearner learner, double alpha, long seed)
    implements Serializable {

  /** CV+, with which {@code guarantees.method} begins. */
  public static final String CV_PLUS = "cv-plus";

  /** Full conformal prediction, with which it begins. */
  public static final String FULL = "full";

  /** With more labelled groups than this, split conformal prediction loses nothing. */
  public static final int MOST_GROUPS = 500;

  private static final int FOLDS = 10;

  /** Of a binary label by logistic regression on one metric. */
  public SmallSampleSets(String method, double alpha, long seed) {
    this(method, SetLearner.logistic(), alpha, seed);
  }

  /** Whether {@code method}, as configured or stored, is one of these. */
  public static boolean knows(String method) {
    return name(method).equals(CV_PLUS) || name(method).equals(FULL);
  }

  /** What a stored method begins with: how sets are made. */
  public static String name(String stored) {
    int space = stored.indexOf(' ');
    return space < 0 ? stored : stored.substring(0, space);
  }

  /** What follows in a stored method, {@link SetLearner#id}. */
  public static String learnt(String stored) {
    return stored.substring(Math.min(stored.length(), name(stored).length() + 1));
  }

  /** The rows that the sets rest on, in an order of their own; none where there are too many. */
  public List<LabelledResponse> rows(List<LabelledResponse> labelled) {
    return LabelledResponse.groups(labelled) > MOST_GROUPS
        ? List.of()
        : labelled.stream().sorted(LabelledResponse.ORDER).toList();
  }

  /** The same of those of train and conformal groups. */
  public List<LabelledResponse> rows(LabelledParts parts) {
    List<LabelledResponse> rows = new ArrayList<>(parts.train());
    rows.addAll(parts.conformal());
    return rows(rows);
  }

  /** What makes the sets of {@link #rows}; empty where they allow no fit. */
  public Optional<SetPredictor> predictor(List<LabelledResponse> rows) {
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    if (method.equals(FULL)) {
      return Optional.of(FullConformal.of(learner, rows, alpha, seed));
    }
    int groups = LabelledResponse.groups(rows);
    return groups < 2
        ? Optional.empty()
        : CrossConformal.fit(learner, rows, Math.min(FOLDS, groups), alpha, seed).map(fit -> fit);
  }

  /**
   * The promise, and what was seen on test groups.
   *
   * @param rows of {@link #rows}
   * @param test labelled rows that nothing rests on
   */
  public Guarantee of(List<LabelledResponse> rows, List<LabelledResponse> test) {
    Optional<SetPredictor> predictor = predictor(rows);
    int unseen = LabelledResponse.groups(test);
    SetsSeen seen =
        predictor
            .map(sets -> SetsSeen.of(test, row -> sets.set(row.vector())))
            .orElse(new SetsSeen(1, learner.levels().size()));
    String why =
        predictor.isPresent()
            ? ""
            : rows.isEmpty()
                ? ("there are more than %d labelled groups, or none: split conformal prediction"
                        + " needs no refit")
                    .formatted(MOST_GROUPS)
                : "without some of its groups the labels allow no fit; more labels of the rarer"
                    + " kind would help";
    return new Guarantee(
        Guarantee.Kind.COVERAGE,
        SetGuarantees.ALL,
        (method + " " + learner.id()).strip(),
        alpha,
        Optional.empty(),
        Optional.empty(),
        LabelledResponse.groups(rows),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        unseen == 0 ? Optional.empty() : Optional.of(seen.size()),
        unseen == 0 ? Optional.empty() : Optional.of(seen.coverage()),
        unseen,
        why,
        predictor.map(this::promise).orElse("Every set is full: nothing is ruled out."),
        Optional.empty());
  }

  private String promise(SetPredictor predictor) {
    return predictor instanceof CrossConformal cross
        ? ("A set holds the label that a human would give for at least %s of new questions (1 − 2α"
                + " less a small remainder, which is all that CV+ promises; about %s is usual).")
            .formatted(
                SetGuarantees.percent(Math.max(0, cross.promise())),
                SetGuarantees.percent(1 - alpha))
        : "A set holds the label that a human would give for at least %s of new questions."
            .formatted(SetGuarantees.percent(1 - alpha));
  }
}
