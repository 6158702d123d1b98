package dev.assay.summac;

import java.util.ArrayList;
import java.util.List;

/**
 * Counts probabilities of entailment in {@value #SIZE} uneven bins, which are narrow where models
 * of entailment put most pairs: below .04 and above .9. A bin has its lower edge and not its upper
 * one, the last has both.
 *
 * <p>Source: Laban et al., "SummaC", arXiv 2111.09525, section 4.2; the edges are those that its
 * authors' code calls percentile.
 */
public final class EntailmentBins {
  /** How many there are. */
  public static final int SIZE = 23;

  private static final double[] EDGES = {
    0, .01, .02, .03, .04, .07, .13, .37, .9, .91, .92, .93, .94, .95, .955, .96, .965, .97, .975,
    .98, .985, .99, .995, 1
  };

  private EntailmentBins() {}

  /** How many of {@code probabilities}, all in [0, 1], are in each bin. */
  public static double[] counts(double[] probabilities) {
    double[] counts = new double[SIZE];
    for (double probability : probabilities) {
      counts[bin(probability)]++;
    }
    return counts;
  }

  private static int bin(double probability) {
    int bin = 0;
    while (bin < SIZE - 1 && probability >= EDGES[bin + 1]) {
      bin++;
    }
    return bin;
  }

  /** The edges, ascending, one more than bins. */
  static List<Double> edges() {
    List<Double> edges = new ArrayList<>();
    for (double edge : EDGES) {
      edges.add(edge);
    }
    return List.copyOf(edges);
  }
}
