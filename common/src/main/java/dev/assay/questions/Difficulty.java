package dev.assay.questions;

import dev.assay.base.Rounding;
import dev.assay.retrieval.Analyser;
import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/**
 * How hard a question is to answer from the corpus, from three parts in [0, 1]:
 *
 * <ul>
 *   <li>sentences: min(1, (n − 1) / 2) for n supporting sentences;
 *   <li>wording: 1 − overlap, the share of the question's distinct content words that its source
 *       chunks do not have;
 *   <li>retrieval: 1 − 1 / r, where r is the rank that BM25 gives the source chunk (the worst one
 *       of several) for the question; 1 when it does not find it.
 * </ul>
 *
 * The value is 0.3 · sentences + 0.4 · wording + 0.3 · retrieval; without a rank the other two are
 * weighted 3/7 and 4/7.
 *
 * @param sentences number of supporting sentences, at least 1
 * @param overlap share of content words that the source has, in [0, 1]; 1 for a question without
 *     any
 * @param searched whether the corpus was searched for the source
 * @param rank where it was found, from 1; 0 when it was not
 */
public record Difficulty(int sentences, double overlap, boolean searched, int rank)
    implements Serializable {

  Difficulty(int sentences, double overlap, OptionalInt rank) {
    this(sentences, overlap, rank.isPresent(), rank.orElse(0));
  }

  /**
   * The difficulty of a question.
   *
   * @param rank that BM25 gives the source, 0 where it does not find it; empty where nobody
   *     searched
   */
  public static Difficulty of(
      String question, int sentences, List<String> sources, OptionalInt rank) {
    Set<String> asked = new HashSet<>(Analyser.terms(question));
    Set<String> told = new HashSet<>();
    sources.forEach(text -> told.addAll(Analyser.terms(text)));
    long common = asked.stream().filter(told::contains).count();
    return new Difficulty(sentences, asked.isEmpty() ? 1 : (double) common / asked.size(), rank);
  }

  /** The difficulty in [0, 1], 1 the hardest. */
  public double value() {
    double support = Math.min(1, (sentences - 1) / 2.0);
    double wording = 1 - overlap;
    double retrieval = rank == 0 ? 1 : 1 - 1.0 / rank;
    return searched
        ? 0.3 * support + 0.4 * wording + 0.3 * retrieval
        : (0.3 * support + 0.4 * wording) / 0.7;
  }

  /** The parts as attributes of a test case. */
  public Map<String, String> attributes() {
    Map<String, String> parts = new TreeMap<>();
    parts.put("difficulty_sentences", Integer.toString(sentences));
    parts.put("difficulty_overlap", Double.toString(Rounding.to(6, overlap)));
    if (searched) {
      parts.put("difficulty_rank", Integer.toString(rank));
    }
    return parts;
  }
}
