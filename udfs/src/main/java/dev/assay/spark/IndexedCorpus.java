package dev.assay.spark;

import dev.assay.mentions.MentionPool;
import dev.assay.model.Embedding;
import dev.assay.retrieval.Bm25;
import dev.assay.retrieval.Chunk;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * A corpus in memory, made to be broadcast: chunks and vectors travel, indexes are built once per
 * JVM when they are first asked for.
 */
public final class IndexedCorpus implements Serializable {
  private static final long serialVersionUID = 1L;

  private final ArrayList<Chunk> chunks;
  private final ArrayList<float[]> vectors;
  private final String fingerprint;
  private transient List<Embedding> embeddings;
  private transient Bm25 bm25;
  private transient MentionPool mentions;

  /**
   * @param chunks in key order
   * @param vectors of the chunks, in the same order
   * @param fingerprint hash of the chunks' ids
   */
  public IndexedCorpus(List<Chunk> chunks, List<float[]> vectors, String fingerprint) {
    this.chunks = new ArrayList<>(chunks);
    this.vectors = new ArrayList<>(vectors);
    this.fingerprint = fingerprint;
  }

  public List<Chunk> chunks() {
    return chunks;
  }

  public String fingerprint() {
    return fingerprint;
  }

  /** Where the chunk stands among {@link #chunks}, which are in key order. */
  int position(String chunkId) {
    int at =
        Collections.binarySearch(
            chunks, new Chunk(chunkId, "", ""), Comparator.comparing(Chunk::chunkId));
    if (at < 0) {
      throw new IllegalArgumentException("The corpus has no chunk " + chunkId);
    }
    return at;
  }

  synchronized List<Embedding> embeddings() {
    if (embeddings == null) {
      embeddings = vectors.stream().map(vector -> new Embedding(vector, 0, false)).toList();
    }
    return embeddings;
  }

  synchronized Bm25 bm25() {
    if (bm25 == null) {
      bm25 = new Bm25(chunks);
    }
    return bm25;
  }

  synchronized MentionPool mentions() {
    if (mentions == null) {
      mentions = MentionPool.of(chunks.stream().map(Chunk::text).toList());
    }
    return mentions;
  }
}
