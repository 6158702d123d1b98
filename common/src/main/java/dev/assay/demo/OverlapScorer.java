package dev.assay.demo;

import dev.assay.base.Rounding;
import dev.assay.retrieval.Analyser;
import dev.assay.retrieval.Bm25;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Share of the question's idf that a sentence's terms cover, in [0, 1]; each distinct term counts
 * once. 0 for a question without a term.
 */
public record OverlapScorer(Bm25 index) implements SentenceScorer {

  @Override
  public List<List<Double>> score(List<String> questions, List<List<String>> sentences) {
    List<List<Double>> scores = new ArrayList<>();
    for (int i = 0; i < questions.size(); i++) {
      List<String> terms = Analyser.terms(questions.get(i)).stream().distinct().toList();
      double all = terms.stream().mapToDouble(index::idf).sum();
      scores.add(
          sentences.get(i).stream()
              .map(sentence -> all == 0 ? 0.0 : Rounding.toNano(covered(terms, sentence) / all))
              .toList());
    }
    return scores;
  }

  private double covered(List<String> terms, String sentence) {
    Set<String> own = new HashSet<>(Analyser.terms(sentence));
    return terms.stream().filter(own::contains).mapToDouble(index::idf).sum();
  }
}
