package dev.assay.retrieval;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An index of chunks scored by Okapi BM25 (Robertson and Zaragoza 2009, equation 3.15) with k1 =
 * 1.2, b = 0.75 and the never negative idf ln(1 + (N − n + 0.5) / (n + 0.5)) that Lucene uses;
 * unlike Lucene 8 and later it keeps the constant factor k1 + 1. A term that the query repeats
 * counts that often. Terms are {@link Analyser}'s. Immutable.
 */
public final class Bm25 implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final double K1 = 1.2;
  private static final double B = 0.75;

  private record Posting(int chunk, int count) implements Serializable {}

  private final List<Chunk> chunks;
  private final int[] lengths;
  private final double meanLength;
  private final Map<String, List<Posting>> postings = new HashMap<>();

  /** An index of {@code chunks}; their order does not matter. */
  public Bm25(List<Chunk> chunks) {
    this.chunks = chunks.stream().sorted(Comparator.comparing(Chunk::chunkId)).toList();
    this.lengths = new int[chunks.size()];
    long total = 0;
    for (int i = 0; i < lengths.length; i++) {
      List<String> terms = Analyser.terms(this.chunks.get(i).text());
      lengths[i] = terms.size();
      total += terms.size();
      Map<String, Integer> counts = new TreeMap<>();
      terms.forEach(term -> counts.merge(term, 1, Integer::sum));
      for (Map.Entry<String, Integer> entry : counts.entrySet()) {
        postings
            .computeIfAbsent(entry.getKey(), key -> new ArrayList<>())
            .add(new Posting(i, entry.getValue()));
      }
    }
    this.meanLength = lengths.length == 0 ? 0 : (double) total / lengths.length;
  }

  /** How rare a term is; that of a term which no chunk has when it is unknown. Above 0. */
  public double idf(String term) {
    int n = postings.getOrDefault(term, List.of()).size();
    return Math.log1p((chunks.size() - n + 0.5) / (n + 0.5));
  }

  /** The {@code k} best chunks that share a term with the query, best first. */
  List<Hit> search(String query, int k) {
    return Hit.best(hits(query), k);
  }

  /**
   * The rank from 1 of the best of {@code chunkIds} among all chunks for {@code query}, or 0 when
   * none of them shares a term with it.
   */
  public int rank(String query, List<String> chunkIds) {
    int rank = 0;
    for (Hit hit : Hit.best(hits(query), Integer.MAX_VALUE)) {
      rank++;
      if (chunkIds.contains(hit.chunk().chunkId())) {
        return rank;
      }
    }
    return 0;
  }

  private List<Hit> hits(String query) {
    Map<Integer, Double> scores = new HashMap<>();
    for (String term : Analyser.terms(query)) {
      double idf = idf(term);
      for (Posting posting : postings.getOrDefault(term, List.of())) {
        double norm = K1 * (1 - B + B * lengths[posting.chunk] / meanLength);
        scores.merge(
            posting.chunk, idf * posting.count * (K1 + 1) / (posting.count + norm), Double::sum);
      }
    }
    List<Hit> hits = new ArrayList<>(scores.size());
    scores.forEach((chunk, score) -> hits.add(new Hit(chunks.get(chunk), score)));
    return hits;
  }
}
