package dev.assay.reduction;

import java.io.Serializable;
import java.util.SplittableRandom;

/**
 * Stochastic gradient descent on the cross entropy between memberships in the graph and in the
 * layout, with negative sampling (McInnes et al. 2018, section 3.2 and algorithm 5). One thread:
 * the result is a function of its arguments.
 *
 * @param dimensions of the layout
 */
record Layout(int dimensions, Curve curve, Power power) implements Serializable {
  private static final int NEGATIVES = 5;
  private static final double MOST = 4;
  private static final double CLOSE = 0.001;

  Layout(int dimensions, Curve curve) {
    this(dimensions, curve, new Power(curve.b()));
  }

  /** Moves {@code places} (point by point) so that what is linked comes together. */
  void optimise(float[] places, FuzzyGraph graph, int epochs, SplittableRandom random) {
    descend(places, places, graph, true, epochs, 1, random);
  }

  /** Moves one new point among others that stay; {@code graph} has edges from 0 to them. */
  void place(float[] point, float[] others, FuzzyGraph graph, int epochs, SplittableRandom random) {
    descend(point, others, graph, false, epochs, 0.25, random);
  }

  private void descend(
      float[] heads,
      float[] tails,
      FuzzyGraph graph,
      boolean both,
      int epochs,
      double rate,
      SplittableRandom random) {
    int edges = graph.weight().length;
    int points = tails.length / dimensions;
    float strongest = 0;
    for (float weight : graph.weight()) {
      strongest = Math.max(strongest, weight);
    }
    double[] every = new double[edges];
    double[] next = new double[edges];
    double[] nextNegative = new double[edges];
    for (int e = 0; e < edges; e++) {
      every[e] = strongest / graph.weight()[e];
      next[e] = every[e];
      nextNegative[e] = every[e] / NEGATIVES;
    }
    for (int epoch = 0; epoch < epochs; epoch++) {
      double alpha = rate * (1 - (double) epoch / epochs);
      for (int e = 0; e < edges; e++) {
        if (next[e] > epoch) {
          continue;
        }
        int head = graph.head()[e] * dimensions;
        attract(heads, head, tails, graph.tail()[e] * dimensions, both, alpha);
        next[e] += every[e];
        double negativeEvery = every[e] / NEGATIVES;
        int negatives = (int) ((epoch - nextNegative[e]) / negativeEvery);
        for (int i = 0; i < negatives; i++) {
          int other = (int) ((random.nextInt() & 0xffffffffL) * points >>> 32);
          repel(heads, head, tails, other * dimensions, alpha);
        }
        nextNegative[e] += negatives * negativeEvery;
      }
    }
  }

  private void attract(
      float[] heads, int head, float[] tails, int tail, boolean both, double alpha) {
    float squared = squared(heads, head, tails, tail);
    if (squared <= 0) {
      return;
    }
    double p = power.of(squared);
    double force = -2 * curve.a() * curve.b() * p / squared / (curve.a() * p + 1);
    for (int d = 0; d < dimensions; d++) {
      float step = (float) (clip(force * (heads[head + d] - tails[tail + d])) * alpha);
      heads[head + d] += step;
      if (both) {
        tails[tail + d] -= step;
      }
    }
  }

  private void repel(float[] heads, int head, float[] tails, int other, double alpha) {
    float squared = squared(heads, head, tails, other);
    if (squared <= 0) {
      return;
    }
    double force = 2 * curve.b() / ((CLOSE + squared) * (curve.a() * power.of(squared) + 1));
    for (int d = 0; d < dimensions; d++) {
      heads[head + d] += (float) (clip(force * (heads[head + d] - tails[other + d])) * alpha);
    }
  }

  private float squared(float[] heads, int head, float[] tails, int tail) {
    float sum = 0;
    for (int d = 0; d < dimensions; d++) {
      float difference = heads[head + d] - tails[tail + d];
      sum += difference * difference;
    }
    return sum;
  }

  private static double clip(double step) {
    if (step > MOST) {
      return MOST;
    }
    return step < -MOST ? -MOST : step;
  }
}
