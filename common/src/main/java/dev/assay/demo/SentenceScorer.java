package dev.assay.demo;

import java.util.List;

/** How well sentences answer questions, as far as a scorer can tell. */
public interface SentenceScorer {

  /**
   * For every question in order, one score for each of its sentences; higher is better; to 1e-9.
   */
  List<List<Double>> score(List<String> questions, List<List<String>> sentences);
}
