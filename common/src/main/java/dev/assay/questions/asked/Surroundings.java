package dev.assay.questions.asked;

import dev.assay.base.Rounding;
import dev.assay.core.Passage;
import dev.assay.model.Embedder;
import dev.assay.model.Embedding;
import dev.assay.model.EntailmentModel;
import dev.assay.questions.SourceChunk;
import dev.assay.retrieval.Bm25;
import dev.assay.retrieval.Retriever;
import dev.assay.text.Sentences;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * The corpus and the models that questions are checked with.
 *
 * @param retriever the corpus's own
 * @param index for the difficulty
 */
public record Surroundings(
    Retriever retriever, Bm25 index, Embedder embedder, Optional<EntailmentModel> entailment) {

  List<Passage> retrieved(String question, int k) {
    return retriever.retrieve(List.of(question), k).get(0);
  }

  /** Where {@code found} has the chunk; 0 where it has it not. */
  static int rank(List<Passage> found, String chunkId) {
    return found.stream()
        .filter(passage -> passage.chunkId().equals(chunkId))
        .mapToInt(Passage::rank)
        .findFirst()
        .orElse(0);
  }

  /** The worst rank that BM25 gives the chunks; 0 where it does not find one. */
  OptionalInt difficultyRank(String question, List<SourceChunk> chunks) {
    int worst = 0;
    for (SourceChunk chunk : chunks) {
      int rank = index.rank(question, List.of(chunk.chunkId()));
      if (rank == 0) {
        return OptionalInt.of(0);
      }
      worst = Math.max(worst, rank);
    }
    return OptionalInt.of(worst);
  }

  /** Cosine of the question and the most similar sentence of the chunks, rounded to 1e-9. */
  double relevancy(String question, List<SourceChunk> chunks) {
    List<String> sentences =
        chunks.stream().flatMap(chunk -> Sentences.scored(chunk.text()).stream()).toList();
    List<Embedding> vectors =
        embedder.embed(Stream.concat(Stream.of(question), sentences.stream()).toList());
    double best = -1;
    for (Embedding sentence : vectors.subList(1, vectors.size())) {
      best = Math.max(best, Rounding.toNano(vectors.get(0).cosine(sentence)));
    }
    return best;
  }
}
