package dev.assay.jobs.sampling;

import dev.assay.base.Rounding;
import dev.assay.model.Embedding;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/**
 * The nearest chunks of some chunks by cosine, inside their stratum and outside it, of those that a
 * partition holds. A chunk with the same text is no neighbour.
 *
 * @param anchors the chunks whose neighbours are wanted
 * @param k how many on each side
 */
record Neighbours(ArrayList<Anchor> anchors, int k) implements Serializable {

  /** What {@link #nearest} gives: the anchor's place in the list, and a neighbour. */
  static final StructType SCHEMA =
      StructType.fromDDL("anchor INT, inside BOOLEAN, cosine DOUBLE, chunk_id STRING");

  /** A chunk whose neighbours are wanted. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Anchor(String chunkId, int stratum, String textHash, float[] vector)
      implements Serializable {}

  private record Candidate(double cosine, String chunkId) {
    /** The nearest first, equal ones by id. */
    static final Comparator<Candidate> ORDER =
        Comparator.<Candidate>comparingDouble(c -> -c.cosine).thenComparing(Candidate::chunkId);
  }

  /**
   * Rows of {@link #SCHEMA}, at most {@code k} for each anchor and side.
   *
   * @param chunks chunk_id, stratum_id, text_hash, vector
   */
  Iterator<Row> nearest(Iterator<Row> chunks) {
    List<PriorityQueue<Candidate>> found = new ArrayList<>();
    List<Embedding> vectors = new ArrayList<>();
    // Each chunk meets each anchor: numbers are compared there, not texts of 64 characters.
    Map<String, Integer> texts = new HashMap<>();
    int[] text = new int[anchors.size()];
    for (Anchor anchor : anchors) {
      texts.putIfAbsent(anchor.textHash, texts.size());
      text[vectors.size()] = texts.get(anchor.textHash);
      vectors.add(new Embedding(anchor.vector, 0, false));
      found.add(new PriorityQueue<>(Candidate.ORDER.reversed()));
      found.add(new PriorityQueue<>(Candidate.ORDER.reversed()));
    }
    while (chunks.hasNext()) {
      Row chunk = chunks.next();
      Embedding vector = new Embedding(RowValues.floats(chunk, "vector"), 0, false);
      String id = chunk.getAs("chunk_id");
      int own = texts.getOrDefault(chunk.<String>getAs("text_hash"), -1);
      int stratum = chunk.getAs("stratum_id");
      for (int a = 0; a < anchors.size(); a++) {
        if (text[a] != own) {
          int side = anchors.get(a).stratum == stratum ? 0 : 1;
          double cosine = Rounding.toNano(vectors.get(a).cosine(vector));
          offer(found.get(2 * a + side), cosine, id);
        }
      }
    }
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      for (Candidate candidate : found.get(i)) {
        rows.add(
            NamedRow.of(SCHEMA)
                .set("anchor", i / 2)
                .set("inside", i % 2 == 0)
                .set("cosine", candidate.cosine)
                .set("chunk_id", candidate.chunkId)
                .build());
      }
    }
    return rows.iterator();
  }

  private void offer(PriorityQueue<Candidate> nearest, double cosine, String chunkId) {
    if (nearest.size() == k && nearest.element().cosine > cosine) {
      return;
    }
    nearest.add(new Candidate(cosine, chunkId));
    if (nearest.size() > k) {
      nearest.remove();
    }
  }
}
