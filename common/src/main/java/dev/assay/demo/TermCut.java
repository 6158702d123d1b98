package dev.assay.demo;

import dev.assay.core.Passage;
import dev.assay.retrieval.Analyser;
import dev.assay.retrieval.Retriever;
import java.util.List;

/**
 * A retriever that reads the beginning of a question alone, as one with a short window does: what a
 * long question names at its end is not looked for.
 *
 * @param terms how many terms of {@link Analyser} it reads, at least 1
 */
public record TermCut(Retriever retriever, int terms) implements Retriever {

  public TermCut {
    if (terms < 1) {
      throw new IllegalArgumentException("At least 1 term is read, not " + terms);
    }
  }

  @Override
  public List<List<Passage>> retrieve(List<String> questions, int k) {
    return retriever.retrieve(
        questions.stream().map(question -> Analyser.beginning(question, terms)).toList(), k);
  }
}
