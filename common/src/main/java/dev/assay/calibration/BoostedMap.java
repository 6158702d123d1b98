package dev.assay.calibration;

import dev.assay.base.Logistic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * σ(sum of regression trees) over one or several metrics. Nodes of all trees lie in one list; a
 * tree's root comes before its other nodes.
 *
 * @param metrics number of metrics that enter
 * @param roots indices of the trees' roots
 * @param nodes all nodes
 */
public record BoostedMap(int metrics, List<Integer> roots, List<Node> nodes)
    implements ProbabilityMap {

  /** The name of the method. */
  public static final String METHOD = "boosted";

  private static final int LEAF = -1;

  /**
   * A split, or a leaf.
   *
   * @param metric which metric is asked; −1 for a leaf
   * @param value where scores part, compared as floats; for a leaf its part of the log odds
   * @param below the node for scores below {@code value}
   * @param above the node for the others
   */
  public record Node(int metric, double value, int below, int above)
      implements java.io.Serializable {
    static Node leaf(double value) {
      return new Node(LEAF, value, LEAF, LEAF);
    }
  }

  public BoostedMap {
    roots = List.copyOf(roots);
    nodes = List.copyOf(nodes);
  }

  /** The map with the parameters that {@link #parameters} gave. */
  public static BoostedMap of(Map<String, Double> parameters) {
    List<Double> metric = Knots.list(parameters, "metric");
    List<Double> value = Knots.list(parameters, "value");
    List<Double> below = Knots.list(parameters, "below");
    List<Double> above = Knots.list(parameters, "above");
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < metric.size(); i++) {
      nodes.add(
          new Node(
              metric.get(i).intValue(),
              value.get(i),
              below.get(i).intValue(),
              above.get(i).intValue()));
    }
    return new BoostedMap(
        parameters.get("metrics").intValue(),
        Knots.list(parameters, "root").stream().map(Double::intValue).toList(),
        nodes);
  }

  @Override
  public double probability(double... scores) {
    if (scores.length != metrics) {
      throw new IllegalArgumentException(
          "%d scores for %d metrics".formatted(scores.length, metrics));
    }
    double logit = 0;
    for (int root : roots) {
      Node node = nodes.get(root);
      while (node.metric() != LEAF) {
        boolean below = (float) scores[node.metric()] < (float) node.value();
        node = nodes.get(below ? node.below() : node.above());
      }
      logit += node.value();
    }
    return Logistic.sigmoid(logit);
  }

  @Override
  public String method() {
    return METHOD;
  }

  @Override
  public Map<String, Double> parameters() {
    Map<String, Double> parameters =
        new java.util.HashMap<>(
            Knots.named(
                Map.of(
                    "root", roots.stream().map(Integer::doubleValue).toList(),
                    "metric", nodes.stream().map(node -> (double) node.metric()).toList(),
                    "value", nodes.stream().map(Node::value).toList(),
                    "below", nodes.stream().map(node -> (double) node.below()).toList(),
                    "above", nodes.stream().map(node -> (double) node.above()).toList())));
    parameters.put("metrics", (double) metrics);
    return Map.copyOf(parameters);
  }
}
