package dev.assay.demo;

import dev.assay.base.Rounding;
import dev.assay.model.Embedder;
import dev.assay.model.Embedding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Cosine of question and sentence; each distinct text of a batch reaches the embedder once, in one
 * call.
 */
public record CosineScorer(Embedder embedder) implements SentenceScorer {

  @Override
  public List<List<Double>> score(List<String> questions, List<List<String>> sentences) {
    Map<String, Integer> places = new LinkedHashMap<>();
    questions.forEach(text -> places.putIfAbsent(text, places.size()));
    sentences.forEach(list -> list.forEach(text -> places.putIfAbsent(text, places.size())));
    List<Embedding> vectors = embedder.embed(List.copyOf(places.keySet()));
    List<List<Double>> scores = new ArrayList<>();
    for (int i = 0; i < questions.size(); i++) {
      Embedding question = vectors.get(places.get(questions.get(i)));
      scores.add(
          sentences.get(i).stream()
              .map(text -> Rounding.toNano(question.cosine(vectors.get(places.get(text)))))
              .toList());
    }
    return scores;
  }
}
