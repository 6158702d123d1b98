package dev.assay.jobs.sampling;

import dev.assay.base.Rounding;
import dev.assay.model.Embedding;
import dev.assay.reduction.Products;
import dev.assay.tables.NamedRow;
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
 * The texts of chunks that are nearest to some chunks by cosine, inside their stratum and outside
 * it, of those that a partition holds. The own text is no neighbour.
 *
 * @param anchors the chunks whose neighbours are wanted
 * @param k how many on each side
 */
record Neighbours(ArrayList<Anchor> anchors, int k) implements Serializable {

  /** What {@link #nearest} gives: the anchor's place in the list, and a neighbour's text. */
  static final StructType SCHEMA =
      StructType.fromDDL("anchor INT, inside BOOLEAN, cosine DOUBLE, text_hash STRING");

  /** Cosines are rounded to 1e-9. */
  private static final double ROUNDING = 1e-9;

  /** A chunk whose neighbours are wanted. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Anchor(String chunkId, int stratum, String textHash, float[] vector)
      implements Serializable {}

  /** A text that may be a neighbour. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Text(String hash, int stratum, float[] vector) {}

  private record Candidate(double cosine, String text) {
    /** The nearest first, equal ones by hash. */
    static final Comparator<Candidate> ORDER =
        Comparator.<Candidate>comparingDouble(c -> -c.cosine).thenComparing(Candidate::text);
  }

  /** The anchors' vectors. */
  float[][] vectors() {
    return anchors.stream().map(Anchor::vector).toArray(float[][]::new);
  }

  /**
   * Rows of {@link #SCHEMA}, at most {@code k} for each anchor and side.
   *
   * @param products with {@link #vectors}
   */
  Iterator<Row> nearest(Iterator<Text> texts, Products products) {
    Search search = new Search(products);
    while (texts.hasNext()) {
      List<Measured> some = new ArrayList<>(products.queries());
      while (some.size() < products.queries() && texts.hasNext()) {
        some.add(search.measured(texts.next()));
      }
      search.offer(some);
    }
    return search.rows().iterator();
  }

  /** A text with its length; {@code own} is the number of an anchor's text, or −1. */
  private record Measured(Text text, int own, double length) {}

  /** What is found in a partition. */
  private final class Search {
    private final List<PriorityQueue<Candidate>> found = new ArrayList<>();

    /** The cosine below which nothing is offered to a queue of {@link #found}: it is full. */
    private final double[] least = new double[2 * anchors.size()];

    /** The smaller of an anchor's two, which nearly all products lie below. */
    private final double[] either = new double[anchors.size()];

    private final int[] stratum = new int[anchors.size()];
    private final List<Embedding> vectors = new ArrayList<>();

    /** Each text meets each anchor: numbers are compared there, not hashes of 64 characters. */
    private final Map<String, Integer> texts = new HashMap<>();

    private final int[] text = new int[anchors.size()];

    private final Products products;

    /** How far a product of floats may be from the cosine, for a vector of length 1. */
    private final double error;

    private final float[] some;

    Search(Products products) {
      this.products = products;
      some = new float[products.queries() * anchors.size()];
      double longest = 0;
      for (Anchor anchor : anchors) {
        int a = vectors.size();
        stratum[a] = anchor.stratum;
        texts.putIfAbsent(anchor.textHash, texts.size());
        text[a] = texts.get(anchor.textHash);
        longest = Math.max(longest, length(anchor.vector));
        vectors.add(new Embedding(anchor.vector, 0, false));
        found.add(new PriorityQueue<>(Candidate.ORDER.reversed()));
        found.add(new PriorityQueue<>(Candidate.ORDER.reversed()));
      }
      error = products.error() * longest;
      Arrays.fill(least, Double.NEGATIVE_INFINITY);
      Arrays.fill(either, Double.NEGATIVE_INFINITY);
    }

    Measured measured(Text text) {
      return new Measured(text, texts.getOrDefault(text.hash, -1), length(text.vector));
    }

    /** Products of floats, which are quick, say which texts may be near; cosines decide. */
    void offer(List<Measured> measured) {
      float[][] queries = measured.stream().map(one -> one.text.vector).toArray(float[][]::new);
      products.of(queries, queries.length, some);
      for (int q = 0; q < queries.length; q++) {
        look(q * anchors.size(), measured.get(q));
      }
    }

    /** Nearly all are farther than what was found: that takes no more than looking at numbers. */
    private void look(int from, Measured one) {
      double slack = error * one.length + ROUNDING;
      for (int a = 0; a < either.length; a++) {
        if (!(some[from + a] + slack < either[a])) {
          offer(a, some[from + a] + slack, one);
        }
      }
    }

    private void offer(int anchor, double most, Measured one) {
      int queue = 2 * anchor + (stratum[anchor] == one.text.stratum ? 0 : 1);
      if (most < least[queue] || text[anchor] == one.own) {
        return;
      }
      PriorityQueue<Candidate> nearest = found.get(queue);
      Embedding vector = new Embedding(one.text.vector, 0, false);
      double cosine = Rounding.toNano(vectors.get(anchor).cosine(vector));
      if (cosine < least[queue]) {
        return;
      }
      nearest.add(new Candidate(cosine, one.text.hash));
      if (nearest.size() > k) {
        nearest.remove();
      }
      if (nearest.size() == k) {
        least[queue] = nearest.element().cosine;
        either[anchor] = Math.min(least[2 * anchor], least[2 * anchor + 1]);
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
                  .set("text_hash", candidate.text)
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
