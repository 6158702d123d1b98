package dev.assay.retrieval;

import dev.assay.core.Passage;
import java.util.List;

/** Finds the chunks that a question is about. Scores are rounded to 1e-9, ties go by chunk id. */
public interface Retriever {

  /** For every question in order, at most {@code k} passages, best first. */
  List<List<Passage>> retrieve(List<String> questions, int k);
}
