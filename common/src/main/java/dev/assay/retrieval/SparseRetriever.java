package dev.assay.retrieval;

import dev.assay.core.Passage;
import java.util.List;

/** Retrieval by {@link Bm25}: only chunks that share a term with the question are found. */
public record SparseRetriever(Bm25 index) implements Retriever {

  @Override
  public List<List<Passage>> retrieve(List<String> questions, int k) {
    return questions.stream().map(question -> Hit.passages(index.search(question, k))).toList();
  }
}
