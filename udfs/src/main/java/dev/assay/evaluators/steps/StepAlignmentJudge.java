package dev.assay.evaluators.steps;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.AskingEvaluator;
import dev.assay.core.Example;
import dev.assay.core.Field;
import dev.assay.core.Judge;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.Passage;
import dev.assay.core.Slot;
import dev.assay.core.Spec;
import dev.assay.core.ValidationDimension;
import dev.assay.evaluators.shared.Allowed;
import dev.assay.evaluators.shared.ByText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * {@link StepAlignment} with the steps that a language model finds, in the answer and in each
 * passage, instead of rules: it reads steps that are told in running text. Of an answer with
 * several procedures the longest counts. What is aligned, and how, is the same.
 *
 * <p>Source: 002 Step alignment and completeness.
 *
 * @param similarityThreshold cosine from which two steps are the same
 */
public record StepAlignmentJudge(double similarityThreshold) implements AskingEvaluator {
  private static final String PROMPT = "steps";

  private static final Spec SPEC =
      StepAlignment.counts(
              Spec.of("step_alignment_judge", "Step alignment (judge)")
                  .meaning(
                      "How many edits make the answer's steps those of the contexts; a language"
                          + " model finds the steps.")
                  .source("002 Step alignment and completeness")
                  .dimension(ValidationDimension.QA)
                  .needs(Field.CONTEXTS, Field.ANSWER)
                  .slots(Slot.CHAT, Slot.EMBEDDER)
                  .asks(PROMPT))
          .build();

  public StepAlignmentJudge {
    Allowed.within(-1, 1, "similarity_threshold", similarityThreshold);
  }

  /** Steps are the same from a cosine of 0.7. */
  public StepAlignmentJudge() {
    this(0.7);
  }

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public int calls(int contexts) {
    return 1 + contexts;
  }

  @Override
  public Outcome score(Example example, Judge judge, Models models) {
    List<Map<String, String>> texts = new ArrayList<>();
    texts.add(Map.of("text", example.answer().orElseThrow()));
    for (Passage passage : example.contexts()) {
      if (!passage.text().isBlank()) {
        texts.add(Map.of("text", passage.text()));
      }
    }
    List<List<List<String>>> found =
        judge.each(PROMPT, texts).stream().map(StepAlignmentJudge::procedures).toList();
    List<String> answer =
        found.get(0).stream().max(Comparator.comparingInt(List::size)).orElseGet(List::of);
    List<List<String>> contexts =
        found.subList(1, found.size()).stream().flatMap(List::stream).toList();
    Procedure procedure = new Procedure(answer, contexts);
    return procedure.outcome(
        SPEC, similarityThreshold, ByText.of(procedure.texts(), models.embedder()::embed));
  }

  private static List<List<String>> procedures(JsonNode reply) {
    List<List<String>> procedures = new ArrayList<>();
    for (JsonNode procedure : reply.path("procedures")) {
      List<String> steps = new ArrayList<>();
      for (JsonNode step : procedure) {
        if (!step.asText().isBlank()) {
          steps.add(step.asText().strip());
        }
      }
      if (!steps.isEmpty()) {
        procedures.add(List.copyOf(steps));
      }
    }
    return procedures;
  }
}
