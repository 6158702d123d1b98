package dev.assay.systems;

import java.util.List;

/** How well sentences answer questions, as far as a scorer can tell. */
public interface SentenceScorer {

  /** For every question in order, one score for each of its sentences; higher is better. */
  List<List<Double>> score(List<String> questions, List<List<String>> sentences);

  /** The scorer's score on the grid of 1e-9 that decisions are made on. */
  static double grid(double score) {
    return Math.rint(score * 1e9) / 1e9;
  }
}
