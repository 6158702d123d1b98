package dev.assay.evaluators.steps;

import dev.assay.base.Rounding;
import dev.assay.core.Direction;
import dev.assay.core.Evidence;
import dev.assay.core.Evidence.Match;
import dev.assay.core.Evidence.Side;
import dev.assay.core.Example;
import dev.assay.core.Field;
import dev.assay.core.Measure;
import dev.assay.core.Metric;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.Passage;
import dev.assay.core.RowEvaluator;
import dev.assay.core.Slot;
import dev.assay.core.Spec;
import dev.assay.core.ValidationDimension;
import dev.assay.evaluators.shared.Allowed;
import dev.assay.evaluators.shared.ByText;
import dev.assay.model.Embedding;
import dev.assay.steps.Alignment;
import dev.assay.steps.Alignment.Move;
import dev.assay.steps.Steps;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * How many edits make the answer's procedure that of the retrieved contexts: insertions of steps
 * that the answer misses, deletions of steps that the context does not have, and mismatches, pairs
 * of aligned steps whose cosine is under {@code threshold}; edits is their sum. Steps are found by
 * rules; of the contexts' enumerations the one counts that is most similar to the answer's as a
 * whole, without steps in the answer the longest. The alignment is Needleman and Wunsch's.
 *
 * <p>Without steps on either side it does not apply. Sentence rows have the whole alignment: every
 * step of the answer with its partner, every missing step on the context's side.
 *
 * <p>Source: 002 Step alignment and completeness.
 *
 * @param similarityThreshold cosine from which two steps are the same
 */
public record StepAlignment(double similarityThreshold) implements RowEvaluator {
  private static final String EDITS = "edits";

  private static final Spec SPEC =
      Spec.of("step_alignment", "Step alignment")
          .meaning("How many edits make the answer's steps those of the contexts.")
          .source("002 Step alignment and completeness")
          .dimension(ValidationDimension.QA)
          .needs(Field.CONTEXTS, Field.ANSWER)
          .slots(Slot.EMBEDDER)
          .metric(count(EDITS, Direction.DOWN, "Insertions, deletions and mismatches"))
          .metric(count("insertions", Direction.DOWN, "Steps of the context that are missing"))
          .metric(count("deletions", Direction.DOWN, "Steps that the context does not have"))
          .metric(count("mismatches", Direction.DOWN, "Aligned steps that differ"))
          .metric(count("context_steps", Direction.UP, "Steps found in the contexts"))
          .metric(count("answer_steps", Direction.UP, "Steps found in the answer"))
          .build();

  private static Metric count(String name, Direction direction, String meaning) {
    return new Metric(
        name, direction, 0, Double.POSITIVE_INFINITY, OptionalDouble.of(0.75), meaning);
  }

  public StepAlignment {
    Allowed.within(-1, 1, "similarity_threshold", similarityThreshold);
  }

  /** Steps are the same from a cosine of 0.7. */
  public StepAlignment() {
    this(0.7);
  }

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public List<Outcome> score(List<Example> batch, Models models) {
    List<Procedure> procedures = batch.stream().map(Procedure::of).toList();
    Set<String> texts = new LinkedHashSet<>();
    procedures.forEach(procedure -> texts.addAll(procedure.texts()));
    Map<String, Embedding> vectors = ByText.of(texts, models.embedder()::embed);
    return procedures.stream().map(procedure -> outcome(procedure, vectors)).toList();
  }

  /** The answer's steps and every enumeration of the contexts. */
  private record Procedure(List<String> answer, List<List<String>> contexts) {

    static Procedure of(Example example) {
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
  }

  private Outcome outcome(Procedure procedure, Map<String, Embedding> vectors) {
    List<String> answer = procedure.answer();
    if (answer.isEmpty() && procedure.contexts().isEmpty()) {
      return SPEC.notApplicable("neither the answer nor a context enumerates steps");
    }
    if (procedure.tooLong()) {
      return SPEC.tooLong("more steps than the limit of %d pairs".formatted(Alignment.MAX_CELLS));
    }
    List<String> expected = procedure.expected(vectors);
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
    return SPEC.outcome(
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
