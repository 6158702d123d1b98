package dev.assay.jobs.sampling;

import dev.assay.base.Rounding;
import dev.assay.model.Embedding;
import dev.assay.reduction.InnerProducts;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
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

  /** Chunks that go through a block of anchors one after the other. */
  private static final int CHUNKS = 32;

  /** Cosines are rounded to 1e-9. */
  private static final double ROUNDING = 1e-9;

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
    Search search = new Search();
    while (chunks.hasNext()) {
      List<Chunk> some = new ArrayList<>(CHUNKS);
      while (some.size() < CHUNKS && chunks.hasNext()) {
        some.add(search.chunk(chunks.next()));
      }
      search.offer(some);
    }
    return search.rows().iterator();
  }

  /** A chunk that may be a neighbour; {@code text} is that of an anchor, or −1. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Chunk(String id, int text, int stratum, Embedding vector, double length) {}

  /** What is found in a partition. */
  private final class Search {
    private final List<PriorityQueue<Candidate>> found = new ArrayList<>();

    /** The cosine below which nothing is offered to a queue of {@link #found}: it is full. */
    private final double[] least = new double[2 * anchors.size()];

    private final int[] stratum = new int[anchors.size()];
    private final List<Embedding> vectors = new ArrayList<>();

    /** Each chunk meets each anchor: numbers are compared there, not texts of 64 characters. */
    private final Map<String, Integer> texts = new HashMap<>();

    private final int[] text = new int[anchors.size()];

    private final InnerProducts products;

    /** How far a product of floats may be from the cosine, for a chunk of length 1. */
    private final double[] error = new double[anchors.size()];

    private final float[] some = new float[InnerProducts.BLOCK];

    Search() {
      products = new InnerProducts(anchors.stream().map(Anchor::vector).toArray(float[][]::new));
      for (Anchor anchor : anchors) {
        int a = vectors.size();
        stratum[a] = anchor.stratum;
        texts.putIfAbsent(anchor.textHash, texts.size());
        text[a] = texts.get(anchor.textHash);
        error[a] = products.error() * length(anchor.vector);
        vectors.add(new Embedding(anchor.vector, 0, false));
        found.add(new PriorityQueue<>(Candidate.ORDER.reversed()));
        found.add(new PriorityQueue<>(Candidate.ORDER.reversed()));
      }
      Arrays.fill(least, Double.NEGATIVE_INFINITY);
    }

    Chunk chunk(Row row) {
      float[] vector = RowValues.floats(row, "vector");
      return new Chunk(
          row.getAs("chunk_id"),
          texts.getOrDefault(row.<String>getAs("text_hash"), -1),
          row.getAs("stratum_id"),
          new Embedding(vector, 0, false),
          length(vector));
    }

    /** Products of floats, which are quick, say which chunks may be near; cosines decide. */
    void offer(List<Chunk> chunks) {
      for (int b = 0; b < products.blocks(); b++) {
        for (Chunk chunk : chunks) {
          products.of(chunk.vector.vector(), b, some);
          look(b * InnerProducts.BLOCK, products.width(b), chunk);
        }
      }
    }

    /** Nearly all are farther than what was found: that takes no more than looking at numbers. */
    private void look(int from, int n, Chunk chunk) {
      for (int i = 0; i < n; i++) {
        int a = from + i;
        int queue = 2 * a + (stratum[a] == chunk.stratum ? 0 : 1);
        double most = some[i] + error[a] * chunk.length + ROUNDING;
        if (!(most < least[queue]) && text[a] != chunk.text) {
          offer(queue, a, chunk);
        }
      }
    }

    private void offer(int queue, int anchor, Chunk chunk) {
      PriorityQueue<Candidate> nearest = found.get(queue);
      double cosine = Rounding.toNano(vectors.get(anchor).cosine(chunk.vector));
      if (cosine < least[queue]) {
        return;
      }
      nearest.add(new Candidate(cosine, chunk.id));
      if (nearest.size() > k) {
        nearest.remove();
      }
      if (nearest.size() == k) {
        least[queue] = nearest.element().cosine;
      }
    }

    List<Row> rows() {
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
      return rows;
    }
  }

  private static double length(float[] vector) {
    double squares = 0;
    for (float value : vector) {
      squares += (double) value * value;
    }
    return Math.sqrt(squares);
  }
}
