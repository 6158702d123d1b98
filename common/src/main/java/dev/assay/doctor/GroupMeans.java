package dev.assay.doctor;

import dev.assay.stats.Interval;
import dev.assay.stats.Multiplicity;
import dev.assay.stats.Range;
import dev.assay.stats.ppi.HumanEquivalent;
import dev.assay.stats.ppi.PredictionPowered;
import dev.assay.stats.ppi.PredictionPowered.Sums;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * Means over answers, whose questions are the independent units, and differences of two. Groups are
 * summed in the order of their names, whatever the order of the answers.
 */
final class GroupMeans {
  static final double LEVEL = .95;

  private final Map<String, Integer> places = new HashMap<>();

  /**
   * @param all every answer that will be asked for, or more
   */
  GroupMeans(List<Answer> all) {
    all.stream()
        .map(Answer::group)
        .distinct()
        .sorted()
        .forEach(group -> places.put(group, places.size()));
  }

  /** Sums by group of the answers that {@code of} holds, at the group's place; null without any. */
  private Sums[] sums(
      List<Answer> answers,
      Predicate<Answer> of,
      Predicate<Answer> measured,
      ToDoubleFunction<Answer> value,
      ToDoubleFunction<Answer> prediction) {
    double[][] totals = new double[places.size()][];
    for (Answer answer : answers) {
      if (of.test(answer)) {
        int place = places.get(answer.group());
        if (totals[place] == null) {
          totals[place] = new double[5];
        }
        double[] total = totals[place];
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
    return Arrays.stream(totals)
        .map(t -> t == null ? null : new Sums(t[0], t[1], t[2], t[3], t[4], (long) t[2]))
        .toArray(Sums[]::new);
  }

  /** What people would pass, by their labels and a prediction of each answer (PPI++). */
  Optional<HumanEquivalent> human(
      List<Answer> answers, Predicate<Answer> of, ToDoubleFunction<Answer> prediction) {
    PredictionPowered state = PredictionPowered.mean(Range.SHARE);
    add(state, sums(answers, of, Answer::labelled, Answer::said, prediction));
    return state.estimate(LEVEL);
  }

  /** By how much more of the first answers people would pass; paired where questions are shared. */
  Optional<HumanEquivalent> humanDifference(
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
  Optional<Interval> mean(
      List<Answer> answers, Predicate<Answer> of, ToDoubleFunction<Answer> value, Range range) {
    PredictionPowered state = PredictionPowered.mean(range);
    add(state, sums(answers, of, of, value, any -> 0));
    return state.estimate(LEVEL).map(HumanEquivalent::classical);
  }

  /** The standard error of the mean of a share over all answers. */
  double error(List<Answer> answers, ToDoubleFunction<Answer> value) {
    PredictionPowered state = PredictionPowered.mean(Range.SHARE);
    add(state, sums(answers, any -> true, any -> true, value, any -> 0));
    return state.estimate(LEVEL).map(HumanEquivalent::classicalError).orElse(0.0);
  }

  /** By how much the mean of the first answers is larger than that of the second. */
  Optional<HumanEquivalent> gap(
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

  private static void add(PredictionPowered state, Sums[] groups) {
    for (Sums group : groups) {
      if (group != null) {
        state.add("", group);
      }
    }
  }

  private static Optional<HumanEquivalent> difference(Range range, Sums[] left, Sums[] right) {
    PredictionPowered state = PredictionPowered.difference(range);
    for (int place = 0; place < left.length; place++) {
      if (left[place] != null || right[place] != null) {
        state.add(
            "",
            Objects.requireNonNullElse(left[place], Sums.NONE),
            Objects.requireNonNullElse(right[place], Sums.NONE));
      }
    }
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
