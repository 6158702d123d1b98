package dev.assay.spark;

import dev.assay.generation.DraftQuestion;
import dev.assay.generation.QueryType;
import dev.assay.generation.RuleGenerator;
import dev.assay.generation.SourceChunk;
import dev.assay.model.Embedding;
import dev.assay.systems.Chunk;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;

/**
 * Drafts questions for sampled chunks on executors. The second chunk of a question on two comes
 * from the nearest chunks by embedding.
 *
 * @param corpus all chunks
 * @param titles title by document
 * @param types kinds of question
 * @param seed the run's seed
 */
public record RuleDrafting(
    Broadcast<IndexedCorpus> corpus, HashMap<String, String> titles, Set<String> types, long seed)
    implements Serializable {
  private static final int NEIGHBOURS = 20;

  public RuleDrafting {
    types = new HashSet<>(types);
  }

  /** The drafts of the chunks with these ids, in no order. */
  public List<DraftQuestion> draft(Dataset<String> chunkIds) {
    return chunkIds
        .flatMap(
            (FlatMapFunction<String, DraftQuestion>) this::drafts,
            Encoders.javaSerialization(DraftQuestion.class))
        .collectAsList();
  }

  private Iterator<DraftQuestion> drafts(String chunkId) {
    IndexedCorpus index = corpus.value();
    int at = index.position(chunkId);
    RuleGenerator generator = new RuleGenerator(index.mentions(), seed, Optional.of(index.bm25()));
    Set<QueryType> wanted = new HashSet<>();
    types.forEach(type -> wanted.add(QueryType.of(type)));
    return generator
        .draft(source(index.chunks().get(at)), neighbours(index, at), wanted)
        .iterator();
  }

  private List<SourceChunk> neighbours(IndexedCorpus index, int at) {
    List<Embedding> vectors = index.embeddings();
    double[] cosines =
        vectors.stream().mapToDouble(other -> grid(vectors.get(at).cosine(other))).toArray();
    List<Integer> order =
        IntStream.range(0, cosines.length)
            .boxed()
            .filter(i -> i != at)
            .sorted(Comparator.<Integer>comparingDouble(i -> -cosines[i]))
            .limit(NEIGHBOURS)
            .toList();
    List<SourceChunk> nearest = new ArrayList<>();
    order.forEach(i -> nearest.add(source(index.chunks().get(i))));
    return nearest;
  }

  private SourceChunk source(Chunk chunk) {
    String title = titles.getOrDefault(chunk.docId(), "");
    return new SourceChunk(chunk.chunkId(), chunk.docId(), title, chunk.text());
  }

  private static double grid(double value) {
    return Math.rint(value * 1e9) / 1e9;
  }
}
