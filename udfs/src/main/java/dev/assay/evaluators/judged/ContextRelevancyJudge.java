package dev.assay.evaluators.judged;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.core.AskingEvaluator;
import dev.assay.core.Evidence;
import dev.assay.core.Evidence.Side;
import dev.assay.core.Example;
import dev.assay.core.Field;
import dev.assay.core.Judge;
import dev.assay.core.Measure;
import dev.assay.core.Metric;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.Passage;
import dev.assay.core.Slot;
import dev.assay.core.Spec;
import dev.assay.core.ValidationDimension;
import dev.assay.text.Sentences;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Share of the retrieved contexts' sentences that are needed to answer the question; each passage
 * is judged in a question of its own. One sentence row a sentence.
 *
 * <p>Source: 002 Context relevancy (judge).
 */
public record ContextRelevancyJudge() implements AskingEvaluator {
  private static final String PROMPT = "relevant-sentences";

  private static final Spec SPEC =
      Spec.of("context_relevancy_judge", "Context relevancy (judge)")
          .meaning("Share of the retrieved sentences that the question needs, by a judge.")
          .source("002 Context relevancy")
          .dimension(ValidationDimension.RETRIEVAL)
          .needs(Field.QUESTION, Field.CONTEXTS)
          .slots(Slot.CHAT)
          .asks(PROMPT)
          .metric(Metric.share("context_relevancy", 0.75, "Relevant sentences by all sentences"))
          .build();

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public int calls(int contexts) {
    return contexts;
  }

  @Override
  public Outcome score(Example example, Judge judge, Models models) {
    List<Supplier<List<Evidence>>> passages = new ArrayList<>();
    int from = 0;
    for (Passage passage : Texts.passages(example)) {
      List<String> sentences = Sentences.scored(passage.text());
      if (sentences.isEmpty()) {
        continue;
      }
      Steps.capped(sentences.size());
      int first = from;
      passages.add(() -> rows(judge, example.question(), sentences, first));
      from += sentences.size();
    }
    if (passages.isEmpty()) {
      return SPEC.noInput("no retrieved context has a sentence");
    }
    List<Evidence> rows = judge.apart(passages).stream().flatMap(List::stream).toList();
    double relevant = rows.stream().mapToDouble(Evidence::score).sum();
    return SPEC.outcome(rows, Measure.of(relevant / rows.size()));
  }

  private static List<Evidence> rows(
      Judge judge, String question, List<String> sentences, int first) {
    JsonNode reply =
        judge.ask(
            PROMPT,
            Map.of(Texts.QUESTION, question, "sentences", Texts.numbered(sentences)),
            schema -> upTo(schema, sentences.size()));
    Set<Integer> relevant = new HashSet<>();
    reply.path("relevant").forEach(number -> relevant.add(number.asInt()));
    List<Evidence> rows = new ArrayList<>();
    for (int i = 0; i < sentences.size(); i++) {
      rows.add(
          Evidence.of(
              "context_relevancy",
              Side.CONTEXT,
              first + i,
              sentences.get(i),
              relevant.contains(i + 1) ? 1 : 0));
    }
    return rows;
  }

  private static void upTo(ObjectNode schema, int sentences) {
    if (schema.path("properties").path("relevant").path("items") instanceof ObjectNode number) {
      number.put("maximum", sentences);
    }
  }
}
