package dev.assay.evaluators.retrieval;

import java.util.List;

/**
 * A ranked list with what is relevant in it, by true ranks from 1.
 *
 * @param hits ranks of the relevant passages, rising
 * @param found ranks at which a relevant id is found for the first time, rising; several ids at one
 *     rank count it several times
 * @param gains what each find of {@code found} is worth, in its order
 * @param ideal what all relevant ids are worth, found or not, falling
 */
record Ranking(List<Integer> hits, List<Integer> found, List<Double> gains, List<Double> ideal) {

  /** Without ids: nothing is known of what was missed. */
  static Ranking ofHits(List<Integer> hits) {
    return new Ranking(hits, List.of(), List.of(), List.of());
  }

  /** Relevant passages among the first {@code k} ranks, over {@code k}. */
  double precisionAt(int k) {
    return (double) upTo(k, hits) / k;
  }

  /** 1 when one of the first {@code k} ranks is relevant, else 0. */
  double hitAt(int k) {
    return upTo(k, hits) > 0 ? 1 : 0;
  }

  /** Reciprocal of the first relevant rank; 0 without one. */
  double reciprocalRank() {
    return hits.isEmpty() ? 0 : 1.0 / hits.get(0);
  }

  /** Relevant ids found, over all relevant ids. */
  double recall() {
    return (double) found.size() / ideal.size();
  }

  /** Relevant ids found among the first {@code k} ranks, over all relevant ids. */
  double recallAt(int k) {
    return (double) upTo(k, found) / ideal.size();
  }

  /**
   * Mean over all relevant ids of the precision at the rank where each is found, 0 if it is not.
   */
  double averagePrecision() {
    double sum = 0;
    int ids = 0;
    for (int rank : found) {
      ids++;
      sum += Math.min(1, (double) ids / rank);
    }
    return sum / ideal.size();
  }

  /**
   * Discounted gain of the ids found among the first {@code k} ranks, over that of an ideal list.
   */
  double ndcgAt(int k) {
    double gain = 0;
    for (int i = 0; i < found.size(); i++) {
      gain += found.get(i) <= k ? gains.get(i) * discount(found.get(i)) : 0;
    }
    double best = 0;
    for (int rank = 1; rank <= Math.min(k, ideal.size()); rank++) {
      best += ideal.get(rank - 1) * discount(rank);
    }
    return Math.min(1, gain / best);
  }

  private static double discount(int rank) {
    return Math.log(2) / Math.log1p(rank);
  }

  private static int upTo(int k, List<Integer> ranks) {
    return (int) ranks.stream().filter(rank -> rank <= k).count();
  }
}
