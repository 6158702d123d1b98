package dev.assay.grammar.modular;

import java.io.Serializable;

/**
 * The judged answers of one group on one side of a hypothesis.
 *
 * @param n how many
 * @param correct of these
 * @param byModel wrong ones of a non-robust group for which the passages sufficed
 * @param byRetrieval wrong ones of a non-robust group for which they did not
 * @param gap whether no answer of the group is correct, on whatever side: a mutual gap
 */
public record SideCounts(
    String group, String side, long n, long correct, long byModel, long byRetrieval, boolean gap)
    implements Serializable {

  public SideCounts {
    if (n < 1
        || correct < 0
        || byModel < 0
        || byRetrieval < 0
        || correct + byModel + byRetrieval > n
        || gap && correct > 0) {
      throw new IllegalArgumentException(
          "No side of a group has n = %d, correct = %d, by model %d, by retrieval %d%s"
              .formatted(n, correct, byModel, byRetrieval, gap ? " in a gap" : ""));
    }
  }
}
