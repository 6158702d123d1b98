package dev.assay.doctor;

import dev.assay.stats.Interval;
import dev.assay.stats.Multiplicity;
import dev.assay.stats.Range;
import dev.assay.stats.ppi.HumanEquivalent;
import dev.assay.stats.ppi.PredictionPowered;
import dev.assay.stats.ppi.PredictionPowered.Sums;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** Means over answers, whose questions are the independent units, and differences of two. */
final class GroupMeans {
  static final double LEVEL = .95;

  private GroupMeans() {}

  /** Sums by group of the answers that {@code of} holds. */
  private static Map<String, Sums> sums(
      List<Answer> answers,
      Predicate<Answer> of,
      Predicate<Answer> measured,
      ToDoubleFunction<Answer> value,
      ToDoubleFunction<Answer> prediction) {
    Map<String, double[]> totals = new TreeMap<>();
    for (Answer answer : answers) {
      if (of.test(answer)) {
        double[] total = totals.computeIfAbsent(answer.group(), group -> new double[5]);
        double predicted = prediction.applyAsDouble(answer);
        total[0]++;
        total[1] += predicted;
        if (measured.test(answer)) {
          total[2]++;
          total[3] += value.applyAsDouble(answer);
          total[4] += predicted;
        }
      }
    }
    Map<String, Sums> sums = new TreeMap<>();
    totals.forEach(
        (group, t) -> sums.put(group, new Sums(t[0], t[1], t[2], t[3], t[4], (long) t[2])));
    return sums;
  }

  /** What people would pass, by their labels and a prediction of each answer (PPI++). */
  static Optional<HumanEquivalent> human(
      List<Answer> answers, Predicate<Answer> of, ToDoubleFunction<Answer> prediction) {
    PredictionPowered state = PredictionPowered.mean(Range.SHARE);
    sums(answers, of, Answer::labelled, Answer::said, prediction)
        .values()
        .forEach(group -> state.add("", group));
    return state.estimate(LEVEL);
  }

  /** By how much more of the first answers people would pass; paired where questions are shared. */
  static Optional<HumanEquivalent> humanDifference(
      List<Answer> answers,
      Predicate<Answer> first,
      Predicate<Answer> second,
      ToDoubleFunction<Answer> prediction) {
    return difference(
        Range.SHARE,
        sums(answers, first, Answer::labelled, Answer::said, prediction),
        sums(answers, second, Answer::labelled, Answer::said, prediction));
  }

  /** The mean of what is measured of the answers. */
  static Optional<Interval> mean(
      List<Answer> answers, Predicate<Answer> of, ToDoubleFunction<Answer> value, Range range) {
    PredictionPowered state = PredictionPowered.mean(range);
    sums(answers, of, of, value, any -> 0).values().forEach(group -> state.add("", group));
    return state.estimate(LEVEL).map(HumanEquivalent::classical);
  }

  /** The standard error of the mean of a share over all answers. */
  static double error(List<Answer> answers, ToDoubleFunction<Answer> value) {
    PredictionPowered state = PredictionPowered.mean(Range.SHARE);
    sums(answers, any -> true, any -> true, value, any -> 0)
        .values()
        .forEach(group -> state.add("", group));
    return state.estimate(LEVEL).map(HumanEquivalent::classicalError).orElse(0.0);
  }

  /** By how much the mean of the first answers is larger than that of the second. */
  static Optional<HumanEquivalent> gap(
      List<Answer> answers,
      Predicate<Answer> first,
      Predicate<Answer> second,
      ToDoubleFunction<Answer> value,
      Range range) {
    return difference(
            range,
            sums(answers, first, first, value, any -> 0),
            sums(answers, second, second, value, any -> 0))
        .map(HumanEquivalent::labelsAlone);
  }

  private static Optional<HumanEquivalent> difference(
      Range range, Map<String, Sums> left, Map<String, Sums> right) {
    PredictionPowered state = PredictionPowered.difference(range);
    Map<String, Sums> all = new TreeMap<>(left);
    right.forEach(all::putIfAbsent);
    all.keySet()
        .forEach(
            group ->
                state.add(
                    "", left.getOrDefault(group, Sums.NONE), right.getOrDefault(group, Sums.NONE)));
    return state.estimate(LEVEL);
  }

  /**
   * Which of several differences are surely there: by p, adjusted for their number (Holm), and
   * where there are too few labels for one by the interval.
   */
  static List<Boolean> shown(List<HumanEquivalent> differences) {
    double[] adjusted =
        Multiplicity.holm(
            differences.stream().flatMapToDouble(one -> one.pValue().stream()).toArray());
    List<Boolean> shown = new ArrayList<>();
    int tested = 0;
    for (HumanEquivalent one : differences) {
      shown.add(
          one.pValue().isPresent()
              ? adjusted[tested++] <= 1 - LEVEL
              : one.estimate().low().isPresent() && !one.estimate().covers(0));
    }
    return shown;
  }
}
