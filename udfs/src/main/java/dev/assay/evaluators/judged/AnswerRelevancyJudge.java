package dev.assay.evaluators.judged;

import com.fasterxml.jackson.databind.JsonNode;
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
import dev.assay.core.Slot;
import dev.assay.core.Spec;
import dev.assay.core.ValidationDimension;
import dev.assay.evaluators.shared.Allowed;
import dev.assay.model.Embedding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Whether the answer is an answer to this question: the mean cosine, in [−1, 1], of the question
 * with questions that the judge makes up for the answer alone. One sentence row a made-up question.
 *
 * <p>Source: 002 Answer relevancy; 003 equation 2.
 *
 * @param questions how many are made up
 */
public record AnswerRelevancyJudge(int questions) implements AskingEvaluator {
  private static final String PROMPT = "questions";

  private static final Spec SPEC =
      Spec.of("answer_relevancy_judge", "Answer relevancy (judge)")
          .meaning(
              "Mean cosine of the question with questions that a judge makes up for the answer.")
          .source("002 Answer relevancy; 003 equation 2")
          .dimension(ValidationDimension.QA)
          .needs(Field.QUESTION, Field.ANSWER)
          .slots(Slot.EMBEDDER, Slot.CHAT)
          .asks(PROMPT)
          .metric(Metric.cosine("answer_relevancy", 0.75, "Mean over the made-up questions"))
          .build();

  public AnswerRelevancyJudge {
    Allowed.atLeast(1, "questions", questions);
  }

  /** Three questions. */
  public AnswerRelevancyJudge() {
    this(3);
  }

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public Outcome score(Example example, Judge judge, Models models) {
    JsonNode reply =
        judge.ask(
            PROMPT,
            Map.of(
                Texts.ANSWER, example.answer().orElseThrow(), "count", Integer.toString(questions)),
            Verdicts.exactly("questions", questions));
    List<String> texts = new ArrayList<>(List.of(example.question()));
    reply.path("questions").forEach(made -> texts.add(made.asText()));
    List<Embedding> vectors = models.embedder().embed(texts);
    List<Evidence> rows = new ArrayList<>();
    double sum = 0;
    for (int i = 1; i < texts.size(); i++) {
      double cosine = vectors.get(0).cosine(vectors.get(i));
      sum += cosine;
      rows.add(Evidence.of("answer_relevancy", Side.ANSWER, i - 1, texts.get(i), cosine));
    }
    boolean cut = vectors.stream().anyMatch(Embedding::truncated);
    return SPEC.outcome(cut, rows, Measure.of(sum / rows.size()));
  }
}
