package dev.assay.conformal;

import dev.assay.calibration.LabelledScore;
import dev.assay.calibration.LogisticCalibrator;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Sets where labels are few: train and conformal groups serve both stages, by CV+ or full conformal
 * prediction on logistic maps; test groups check them. The labelled rows themselves are what is
 * kept, so they are few by design.
 *
 * @param method {@code cv-plus} or {@code full}
 * @param alpha the error rate, in (0, 0.5]
 * @param seed of folds and draws
 */
public record SmallSampleSets(String method, double alpha, long seed) implements Serializable {

  /** CV+, as stored in {@code guarantees.method}. */
  public static final String CV_PLUS = "cv-plus";

  /** Full conformal prediction, as stored there. */
  public static final String FULL = "full";

  /** With more labelled groups than this, split conformal prediction loses nothing. */
  public static final int MOST_GROUPS = 500;

  private static final int FOLDS = 10;

  /** Whether {@code method} is one of these. */
  public static boolean knows(String method) {
    return method.equals(CV_PLUS) || method.equals(FULL);
  }

  /** The rows that the sets rest on, in an order of their own; none where there are too many. */
  public List<LabelledScore> rows(JudgedParts parts) {
    List<JudgedCase> rows = new ArrayList<>(parts.train());
    rows.addAll(parts.conformal());
    return JudgedParts.groups(rows) > MOST_GROUPS
        ? List.of()
        : rows.stream()
            .map(one -> new LabelledScore(one.groupId(), one.score(), one.label(), one.weight()))
            .toList();
  }

  /** What makes the sets; empty where the rows allow no fit. */
  public Optional<SetPredictor> predictor(List<LabelledScore> rows) {
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    if (method.equals(FULL)) {
      return Optional.of(FullConformal.of(new LogisticCalibrator(), rows, alpha, seed));
    }
    int groups = (int) rows.stream().map(LabelledScore::groupId).distinct().count();
    return groups < 2
        ? Optional.empty()
        : CrossConformal.fit(new LogisticCalibrator(), rows, Math.min(FOLDS, groups), alpha, seed)
            .map(fit -> fit);
  }

  /** The promise, and what was seen on test groups. */
  public Guarantee of(JudgedParts parts) {
    List<LabelledScore> rows = rows(parts);
    Optional<SetPredictor> predictor = predictor(rows);
    List<JudgedCase> test = parts.test();
    int unseen = JudgedParts.groups(test);
    SetsSeen seen = predictor.map(sets -> seen(test, sets)).orElse(new SetsSeen(1, 2));
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
        method,
        alpha,
        Optional.empty(),
        Optional.empty(),
        (int) rows.stream().map(LabelledScore::groupId).distinct().count(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        unseen == 0 ? Optional.empty() : Optional.of(seen.size()),
        unseen == 0 ? Optional.empty() : Optional.of(seen.coverage()),
        unseen,
        why,
        predictor.map(this::promise).orElse("Every set is full: nothing is ruled out."));
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

  private static SetsSeen seen(List<JudgedCase> test, SetPredictor sets) {
    return SetsSeen.of(
        test,
        one -> sets.set(one.score()).contains(one.label()),
        one -> sets.set(one.score()).size());
  }
}
