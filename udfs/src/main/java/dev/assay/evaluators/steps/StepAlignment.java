package dev.assay.evaluators.steps;

import dev.assay.core.Direction;
import dev.assay.core.Example;
import dev.assay.core.Field;
import dev.assay.core.Metric;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.RowEvaluator;
import dev.assay.core.Slot;
import dev.assay.core.Spec;
import dev.assay.core.ValidationDimension;
import dev.assay.evaluators.shared.Allowed;
import dev.assay.evaluators.shared.ByText;
import dev.assay.model.Embedding;
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
  private static final Spec SPEC =
      counts(
              Spec.of("step_alignment", "Step alignment")
                  .meaning("How many edits make the answer's steps those of the contexts.")
                  .source("002 Step alignment and completeness")
                  .dimension(ValidationDimension.QA)
                  .needs(Field.CONTEXTS, Field.ANSWER)
                  .slots(Slot.EMBEDDER))
          .build();

  /** With the metrics of an alignment. */
  static Spec.Builder counts(Spec.Builder spec) {
    return spec.metric(count("edits", Direction.DOWN, "Insertions, deletions and mismatches"))
        .metric(count("insertions", Direction.DOWN, "Steps of the context that are missing"))
        .metric(count("deletions", Direction.DOWN, "Steps that the context does not have"))
        .metric(count("mismatches", Direction.DOWN, "Aligned steps that differ"))
        .metric(count("context_steps", Direction.UP, "Steps found in the contexts"))
        .metric(count("answer_steps", Direction.UP, "Steps found in the answer"));
  }

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
    List<Procedure> procedures = batch.stream().map(Procedure::byRules).toList();
    Set<String> texts = new LinkedHashSet<>();
    procedures.forEach(procedure -> texts.addAll(procedure.texts()));
    Map<String, Embedding> vectors = ByText.of(texts, models.embedder()::embed);
    return procedures.stream()
        .map(procedure -> procedure.outcome(SPEC, similarityThreshold, vectors))
        .toList();
  }
}
