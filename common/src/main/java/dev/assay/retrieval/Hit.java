package dev.assay.retrieval;

import dev.assay.base.Rounding;
import dev.assay.core.Passage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A retrieved chunk with its score, which is rounded to 1e-9 so that ties are the same everywhere.
 */
record Hit(Chunk chunk, double score) {
  private static final Comparator<Hit> ORDER =
      Comparator.comparingDouble(Hit::score).reversed().thenComparing(hit -> hit.chunk().chunkId());

  Hit {
    score = Rounding.toNano(score);
  }

  /** The {@code k} with the highest scores; ties by chunk id. */
  static List<Hit> best(List<Hit> hits, int k) {
    return hits.stream().sorted(ORDER).limit(k).toList();
  }

  static List<Passage> passages(List<Hit> hits) {
    List<Passage> passages = new ArrayList<>(hits.size());
    for (Hit hit : hits) {
      Chunk chunk = hit.chunk;
      passages.add(
          new Passage(
              chunk.chunkId(),
              chunk.docId(),
              chunk.text(),
              passages.size() + 1,
              OptionalDouble.of(hit.score)));
    }
    return List.copyOf(passages);
  }
}
