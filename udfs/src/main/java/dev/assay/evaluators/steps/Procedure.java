package dev.assay.evaluators.steps;

import dev.assay.base.Rounding;
import dev.assay.core.Evidence;
import dev.assay.core.Evidence.Match;
import dev.assay.core.Evidence.Side;
import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.Outcome;
import dev.assay.core.Passage;
import dev.assay.core.Spec;
import dev.assay.model.Embedding;
import dev.assay.steps.Alignment;
import dev.assay.steps.Alignment.Move;
import dev.assay.steps.Steps;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The answer's steps and every enumeration of the contexts. */
record Procedure(List<String> answer, List<List<String>> contexts) {
  private static final String EDITS = "edits";

  /** Found by rules. */
  static Procedure byRules(Example example) {
    List<List<String>> contexts = new ArrayList<>();
    for (Passage passage : example.contexts()) {
      contexts.addAll(Steps.of(passage.text()));
    }
    return new Procedure(Steps.longest(example.answer().orElseThrow()), contexts);
  }

  boolean tooLong() {
    long longest = contexts.stream().mapToLong(List::size).max().orElse(0);
    return longest * answer.size() > Alignment.MAX_CELLS || contexts.size() > 200;
  }

  /** What has to be embedded. */
  Set<String> texts() {
    Set<String> texts = new LinkedHashSet<>();
    if (!answer.isEmpty() && !contexts.isEmpty() && !tooLong()) {
      texts.addAll(answer);
      contexts.forEach(texts::addAll);
      if (contexts.size() > 1) {
        texts.add(joined(answer));
        contexts.forEach(steps -> texts.add(joined(steps)));
      }
    }
    return texts;
  }

  List<String> expected(Map<String, Embedding> vectors) {
    List<String> best = List.of();
    double highest = Double.NEGATIVE_INFINITY;
    for (List<String> steps : contexts) {
      double value =
          answer.isEmpty() || contexts.size() == 1
              ? steps.size()
              : Rounding.toMicro(vectors.get(joined(steps)).cosine(vectors.get(joined(answer))));
      if (value > highest) {
        highest = value;
        best = steps;
      }
    }
    return best;
  }

  private static String joined(List<String> steps) {
    return String.join(" ", steps);
  }

  /**
   * What {@code spec} says of it, whose metrics are those of step_alignment.
   *
   * @param similarityThreshold cosine from which two steps are the same
   * @param vectors of {@link #texts}
   */
  Outcome outcome(Spec spec, double similarityThreshold, Map<String, Embedding> vectors) {
    if (answer.isEmpty() && contexts.isEmpty()) {
      return spec.notApplicable("neither the answer nor a context enumerates steps");
    }
    if (tooLong()) {
      return spec.tooLong("more steps than the limit of %d pairs".formatted(Alignment.MAX_CELLS));
    }
    List<String> expected = expected(vectors);
    double[][] similarity = new double[expected.size()][answer.size()];
    if (!answer.isEmpty()) {
      for (int i = 0; i < expected.size(); i++) {
        for (int j = 0; j < answer.size(); j++) {
          // To 1e-6, so that the network's last bits never decide an alignment.
          double cosine = vectors.get(expected.get(i)).cosine(vectors.get(answer.get(j)));
          similarity[i][j] = Rounding.toMicro(cosine);
        }
      }
    }
    Alignment alignment = Alignment.of(similarity, answer.size());
    List<Evidence> rows = new ArrayList<>();
    int mismatches = 0;
    for (Move move : alignment.moves()) {
      boolean differ =
          move.paired() && similarity[move.expected()][move.actual()] < similarityThreshold;
      mismatches += differ ? 1 : 0;
      rows.add(row(move, differ, expected, answer, similarity));
    }
    return spec.outcome(
        rows,
        Measure.of(alignment.insertions() + alignment.deletions() + mismatches),
        Measure.of(alignment.insertions()),
        Measure.of(alignment.deletions()),
        Measure.of(mismatches),
        Measure.of(expected.size()),
        Measure.of(answer.size()));
  }

  private static Evidence row(
      Move move,
      boolean differ,
      List<String> expected,
      List<String> answer,
      double[][] similarity) {
    if (!move.paired()) {
      boolean missing = move.actual() < 0;
      int index = missing ? move.expected() : move.actual();
      return Evidence.of(
              EDITS,
              missing ? Side.CONTEXT : Side.ANSWER,
              index,
              (missing ? expected : answer).get(index),
              0)
          .flagged(missing ? "insertion" : "deletion");
    }
    return Evidence.of(
            EDITS,
            Side.ANSWER,
            move.actual(),
            answer.get(move.actual()),
            similarity[move.expected()][move.actual()],
            new Match(Side.CONTEXT, move.expected(), expected.get(move.expected())))
        .flagged(differ ? "mismatch" : "match");
  }
}
