package dev.assay.retrieval;

import dev.assay.core.Passage;
import dev.assay.model.Embedder;
import dev.assay.model.Embedding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Retrieval by the cosine of question and chunk over every chunk, no index. The questions of a call
 * are one call of the embedder.
 */
public final class DenseRetriever implements Retriever {
  private static final Comparator<Hit> WORST_FIRST =
      Comparator.comparingDouble(Hit::score)
          .thenComparing(hit -> hit.chunk().chunkId(), Comparator.reverseOrder());

  private final List<Chunk> chunks;
  private final List<Embedding> vectors;
  private final Embedder embedder;

  /**
   * @param chunks what can be found
   * @param vectors their embeddings by the same model, in the same order
   * @throws IllegalArgumentException if there are not as many vectors as chunks
   */
  public DenseRetriever(List<Chunk> chunks, List<Embedding> vectors, Embedder embedder) {
    if (chunks.size() != vectors.size()) {
      throw new IllegalArgumentException(
          chunks.size() + " chunks came with " + vectors.size() + " embeddings");
    }
    this.chunks = List.copyOf(chunks);
    this.vectors = List.copyOf(vectors);
    this.embedder = embedder;
  }

  @Override
  public List<List<Passage>> retrieve(List<String> questions, int k) {
    return embedder.embed(questions).stream().map(question -> nearest(question, k)).toList();
  }

  private List<Passage> nearest(Embedding question, int k) {
    PriorityQueue<Hit> best = new PriorityQueue<>(WORST_FIRST);
    for (int i = 0; i < chunks.size(); i++) {
      best.add(new Hit(chunks.get(i), question.cosine(vectors.get(i))));
      if (best.size() > k) {
        best.poll();
      }
    }
    return Hit.passages(Hit.best(new ArrayList<>(best), k));
  }
}
