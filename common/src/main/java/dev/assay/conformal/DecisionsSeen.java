package dev.assay.conformal;

import dev.assay.stats.Observation;
import dev.assay.stats.SeenShare;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What decisions did on groups that nothing was fitted on.
 *
 * @param share of cases that are decided
 * @param decidedWrongly share of cases that are decided wrongly
 * @param missed the share of the answers that humans failed which was accepted; unknown for rejects
 * @param leastSure the share of errors in the least sure tenth of what was decided, and in what is
 *     as sure as that
 */
public record DecisionsSeen(
    double share, double decidedWrongly, SeenShare missed, SeenShare leastSure)
    implements Serializable {

  /** Where nothing is decided. */
  static final DecisionsSeen NOTHING = new DecisionsSeen(0, 0, SeenShare.NONE, SeenShare.NONE);

  private static final Comparator<Verdict> BY_CONFIDENCE =
      Comparator.comparingDouble(Verdict::confidence).thenComparing(Verdict.ORDER);
  private static final double LEVEL = .95;
  private static final double TENTH = .1;

  /** Share of errors among what is decided; absent where nothing was. */
  Optional<Double> wrong() {
    return share > 0 ? Optional.of(decidedWrongly / share) : Optional.empty();
  }

  /** Of rejects, which accept nothing. */
  DecisionsSeen withoutMissed() {
    return new DecisionsSeen(share, decidedWrongly, SeenShare.NONE, leastSure);
  }

  /** Of rows in any order, of which {@code decides} says what is decided. */
  static DecisionsSeen of(List<Verdict> rows, Predicate<Verdict> decides) {
    List<Verdict> ordered = rows.stream().sorted(Verdict.ORDER).toList();
    List<Verdict> decided = ordered.stream().filter(decides).sorted(BY_CONFIDENCE).toList();
    double all = weight(ordered);
    double taken = weight(decided);
    if (decided.isEmpty()) {
      return new DecisionsSeen(0, 0, missed(ordered, decides), SeenShare.NONE);
    }
    return new DecisionsSeen(
        taken / all,
        weight(decided.stream().filter(Verdict::wrong).toList()) / all,
        missed(ordered, decides),
        seen(leastSure(decided, TENTH * taken), Verdict::wrong));
  }

  private static SeenShare missed(List<Verdict> rows, Predicate<Verdict> decides) {
    return seen(
        rows.stream().filter(row -> !row.passed()).toList(),
        row -> row.said().says(Decision.ACCEPT) && decides.test(row));
  }

  /** The first that together weigh so much, and those that are as sure as the last of them. */
  private static List<Verdict> leastSure(List<Verdict> ascending, double weight) {
    List<Verdict> least = new ArrayList<>();
    double taken = 0;
    for (Verdict row : ascending) {
      if (taken >= weight && row.confidence() > least.get(least.size() - 1).confidence()) {
        break;
      }
      least.add(row);
      taken += row.weight();
    }
    return least;
  }

  private static SeenShare seen(List<Verdict> rows, Predicate<Verdict> so) {
    return SeenShare.of(
        rows.stream()
            .map(row -> new Observation(row.groupId(), "", so.test(row) ? 1 : 0, row.weight()))
            .toList(),
        LEVEL);
  }

  private static double weight(List<Verdict> rows) {
    return rows.stream().mapToDouble(Verdict::weight).sum();
  }
}
