package dev.assay.perturb.effect;

import dev.assay.base.Rounding;
import dev.assay.stats.Interval;
import dev.assay.stats.IntervalMethod;
import dev.assay.stats.Observation;
import dev.assay.stats.Range;
import dev.assay.stats.Resampling;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What one perturbation did to one metric of a system. Twins of one question depend on each other:
 * intervals go by group, each pair counts for one.
 *
 * @param pairs with a drop or a verdict
 * @param drop the mean drop; empty where no pair has one
 * @param flips the share of verdicts that changed; empty where no pair has two
 * @param flipped how many did
 * @param judged how many pairs have two verdicts
 * @param worstDrop the largest drop
 * @param worst the twins with the largest drops, and of those without a drop the flipped ones
 */
public record Effect(
    int pairs,
    Optional<Interval> drop,
    Optional<Interval> flips,
    int flipped,
    int judged,
    OptionalDouble worstDrop,
    List<String> worst) {
  private static final int EXAMPLES = 3;

  /**
   * @param range of the metric's values
   */
  public static Effect of(
      List<Pair> pairs, Range range, IntervalMethod method, Resampling resampling) {
    List<Pair> ordered =
        pairs.stream().sorted(Comparator.comparing(Pair::group).thenComparing(Pair::twin)).toList();
    List<Observation> drops =
        ordered.stream()
            .filter(pair -> pair.drop().isPresent())
            .map(pair -> Observation.unweighted(pair.group(), pair.drop().getAsDouble()))
            .toList();
    List<Observation> flips =
        ordered.stream()
            .filter(pair -> pair.flipped().isPresent())
            .map(pair -> Observation.unweighted(pair.group(), pair.flipped().get() ? 1 : 0))
            .toList();
    return new Effect(
        (int) ordered.stream().filter(p -> p.drop().isPresent() || p.flipped().isPresent()).count(),
        method.interval(drops, range.ofDifferences(), resampling),
        method.interval(flips, Range.SHARE, resampling),
        (int) flips.stream().filter(flip -> flip.value() == 1).count(),
        flips.size(),
        drops.stream().mapToDouble(Observation::value).max(),
        worst(ordered));
  }

  private static List<String> worst(List<Pair> ordered) {
    return ordered.stream()
        .filter(pair -> harm(pair) > 0)
        .sorted(Comparator.<Pair>comparingDouble(pair -> -harm(pair)).thenComparing(Pair::twin))
        .map(Pair::twin)
        .distinct()
        .limit(EXAMPLES)
        .toList();
  }

  private static double harm(Pair pair) {
    return pair.drop().isPresent()
        ? Rounding.toNano(pair.drop().getAsDouble())
        : pair.flipped().orElse(false) ? 1 : 0;
  }
}
