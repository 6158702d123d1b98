package dev.assay.doctor;

import dev.assay.doctor.ScoreWorth.Bias;
import dev.assay.stats.Range;
import dev.assay.stats.ppi.HumanEquivalent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * What the errors of a judge go with: it passes more, or less, than people do among the longer
 * answers, or among those of one system.
 *
 * @param judged labelled answers with a score
 * @param passes 1 where the judge passes the answer, else 0
 * @param means over the answers' groups
 */
record JudgeErrors(List<Answer> judged, ToDoubleFunction<Answer> passes, GroupMeans means) {
  private static final Range ERROR = new Range(-1, 1);

  /** Length first; then each system against all the others. */
  List<Bias> biases() {
    List<Bias> biases = new ArrayList<>();
    ToDoubleFunction<Answer> error = answer -> passes.applyAsDouble(answer) - answer.said();
    List<Answer> measured = judged.stream().filter(a -> a.length().isPresent()).toList();
    int[] lengths = measured.stream().mapToInt(a -> a.length().getAsInt()).sorted().toArray();
    if (lengths.length > 1 && lengths[0] < lengths[lengths.length - 1]) {
      int middle = lengths[(lengths.length - 1) / 2];
      Predicate<Answer> longer = answer -> answer.length().getAsInt() > middle;
      means
          .gap(measured, longer, longer.negate(), error, ERROR)
          .ifPresent(
              gap ->
                  biases.add(
                      new Bias(
                          "length",
                          "answers longer than " + middle + " characters",
                          "shorter ones",
                          gap,
                          GroupMeans.shown(List.of(gap)).get(0))));
    }
    List<String> systems = judged.stream().map(Answer::system).distinct().sorted().toList();
    List<HumanEquivalent> gaps = new ArrayList<>();
    List<String> known = new ArrayList<>();
    for (String system :
        systems.subList(0, systems.size() < 3 ? systems.size() / 2 : systems.size())) {
      Predicate<Answer> own = answer -> answer.system().equals(system);
      means
          .gap(judged, own, own.negate(), error, ERROR)
          .ifPresent(
              gap -> {
                gaps.add(gap);
                known.add(system);
              });
    }
    List<Boolean> shown = GroupMeans.shown(gaps);
    for (int i = 0; i < gaps.size(); i++) {
      biases.add(
          new Bias(
              "system", "answers of " + known.get(i), "the others", gaps.get(i), shown.get(i)));
    }
    return biases;
  }
}
