package dev.assay.demo;

import dev.assay.core.Passage;
import dev.assay.retrieval.Retriever;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A system under test that runs inside the job, for demonstrations: a retriever and an extractive
 * answerer. Deterministic; a batch gives the answers that its questions would get alone. A dense
 * system calls its embedder twice a batch: for the questions, then for the passages' sentences.
 *
 * @param topK how many passages are retrieved, at least 1
 */
public record EmbeddedSystem(Retriever retriever, ExtractiveAnswerer answerer, int topK) {

  public EmbeddedSystem {
    if (topK < 1) {
      throw new IllegalArgumentException("At least 1 passage is retrieved, not " + topK);
    }
  }

  /** One answer per question, in order. */
  public List<SystemAnswer> answer(List<String> questions) {
    return answer(questions, UnaryOperator.identity());
  }

  /**
   * The same where what is retrieved changes before it is answered by.
   *
   * @param handed from what was retrieved for each question to what the answerer is handed
   */
  public List<SystemAnswer> answer(
      List<String> questions, UnaryOperator<List<List<Passage>>> handed) {
    List<List<Passage>> contexts = handed.apply(retriever.retrieve(questions, topK));
    List<String> answers = answerer.answer(questions, contexts);
    List<SystemAnswer> all = new ArrayList<>();
    for (int i = 0; i < questions.size(); i++) {
      all.add(new SystemAnswer(answers.get(i), contexts.get(i), Map.of()));
    }
    return all;
  }
}
