package dev.assay.spark;

import dev.assay.questions.DraftQuestion;
import dev.assay.questions.QueryType;
import dev.assay.questions.SourceChunk;
import dev.assay.questions.rules.RuleGenerator;
import dev.assay.retrieval.Chunk;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;

/**
 * Drafts questions for sampled chunks on executors.
 *
 * @param corpus the sampled chunks and what they are checked against
 * @param titles title by document
 * @param seconds chunks that may be the second one of a question on two, by the first
 * @param types kinds of question
 * @param seed the run's seed
 */
public record RuleDrafting(
    Broadcast<IndexedCorpus> corpus,
    HashMap<String, String> titles,
    HashMap<String, ArrayList<String>> seconds,
    Set<String> types,
    long seed)
    implements Serializable {

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
        .draft(source(index.chunks().get(at)), seconds(index, chunkId), wanted)
        .iterator();
  }

  private List<SourceChunk> seconds(IndexedCorpus index, String chunkId) {
    List<SourceChunk> chunks = new ArrayList<>();
    for (String second : seconds.getOrDefault(chunkId, new ArrayList<>())) {
      chunks.add(source(index.chunks().get(index.position(second))));
    }
    return chunks;
  }

  private SourceChunk source(Chunk chunk) {
    String title = titles.getOrDefault(chunk.docId(), "");
    return new SourceChunk(chunk.chunkId(), chunk.docId(), title, chunk.text());
  }
}
