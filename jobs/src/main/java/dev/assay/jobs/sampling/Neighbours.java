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
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/**
 * The texts of chunks that are nearest to some chunks by cosine, inside their stratum and outside
 * it, of those that a partition holds. The own text is no neighbour.
 *
 * @param anchors the chunks whose neighbours are wanted, those of a stratum one after the other
 * @param k how many on each side
 */
record Neighbours(ArrayList<Anchor> anchors, int k) implements Serializable {

  /** What {@link #nearest} gives: the anchor's place in the list, and a neighbour's text. */
  static final StructType SCHEMA =
      StructType.fromDDL("anchor INT, inside BOOLEAN, cosine DOUBLE, text_hash STRING");

  /** Anchors of a stratum that has none, from and to. */
  private static final int[] NOWHERE = {0, 0};

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

  /**
   * @throws IllegalArgumentException if anchors of a stratum do not follow each other
   */
  Neighbours {
    Set<Integer> seen = new HashSet<>();
    for (int a = 0; a < anchors.size(); a++) {
      int stratum = anchors.get(a).stratum;
      if (!seen.add(stratum) && anchors.get(a - 1).stratum != stratum) {
        throw new IllegalArgumentException("Anchors are not in the order of strata");
      }
    }
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
    private final Side inside = new Side();
    private final Side outside = new Side();

    /** The anchors of each stratum, from and to. */
    private final Map<Integer, int[]> strata = new HashMap<>();

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
        strata.computeIfAbsent(anchor.stratum, stratum -> new int[] {a, a})[1]++;
        texts.putIfAbsent(anchor.textHash, texts.size());
        text[a] = texts.get(anchor.textHash);
        longest = Math.max(longest, length(anchor.vector));
        vectors.add(new Embedding(anchor.vector, 0, false));
      }
      error = products.error() * longest;
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

    private void look(int row, Measured one) {
      int[] own = strata.getOrDefault(one.text.stratum, NOWHERE);
      look(row, one, 0, own[0], outside);
      look(row, one, own[0], own[1], inside);
      look(row, one, own[1], text.length, outside);
    }

    /** Nearly all are farther than what was found: that takes no more than looking at numbers. */
    private void look(int row, Measured one, int from, int to, Side side) {
      double slack = error * one.length + ROUNDING;
      double[] least = side.least;
      for (int a = from; a < to; a++) {
        if (!(some[row + a] + slack < least[a]) && text[a] != one.own) {
          Embedding vector = new Embedding(one.text.vector, 0, false);
          double cosine = Rounding.toNano(vectors.get(a).cosine(vector));
          side.offer(a, new Candidate(cosine, one.text.hash));
        }
      }
    }

    List<Row> rows() {
      List<Row> rows = new ArrayList<>();
      for (int a = 0; a < text.length; a++) {
        inside.rows(a, true, rows);
        outside.rows(a, false, rows);
      }
      return rows;
    }
  }

  /** What is found for each anchor in its stratum, or outside it. */
  private final class Side {
    private final List<PriorityQueue<Candidate>> found = new ArrayList<>();

    /** The cosine below which nothing is offered: an anchor has all that it wants. */
    private final double[] least = new double[anchors.size()];

    Side() {
      anchors.forEach(anchor -> found.add(new PriorityQueue<>(Candidate.ORDER.reversed())));
      Arrays.fill(least, Double.NEGATIVE_INFINITY);
    }

    void offer(int anchor, Candidate candidate) {
      if (candidate.cosine < least[anchor]) {
        return;
      }
      PriorityQueue<Candidate> nearest = found.get(anchor);
      nearest.add(candidate);
      if (nearest.size() > k) {
        nearest.remove();
      }
      if (nearest.size() == k) {
        least[anchor] = nearest.element().cosine;
      }
    }

    void rows(int anchor, boolean inside, List<Row> rows) {
      for (Candidate candidate : found.get(anchor)) {
        rows.add(
            NamedRow.of(SCHEMA)
                .set("anchor", anchor)
                .set("inside", inside)
                .set("cosine", candidate.cosine)
                .set("text_hash", candidate.text)
                .build());
      }
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
