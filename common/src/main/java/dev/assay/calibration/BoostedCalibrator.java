package dev.assay.calibration;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.core.Direction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import ml.dmlc.xgboost4j.java.Booster;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoost;
import ml.dmlc.xgboost4j.java.XGBoostError;

/**
 * Gradient boosted trees (XGBoost, log loss, exact splits, one thread) that are monotone in every
 * metric that has a direction. What comes out is taken from the library as plain trees, so applying
 * it needs no native code.
 *
 * @param directions of the metrics, in the order of the scores
 * @param rounds number of trees
 * @param depth of each tree
 * @param rate learning rate
 */
public record BoostedCalibrator(List<Direction> directions, int rounds, int depth, double rate)
    implements TableCalibrator {
  private static final ObjectMapper JSON = new ObjectMapper();

  public BoostedCalibrator {
    directions = List.copyOf(directions);
  }

  /** 100 trees of depth 2 with rate 0.1. */
  public static BoostedCalibrator of(Direction... directions) {
    return new BoostedCalibrator(List.of(directions), 100, 2, .1);
  }

  @Override
  public Calibrator on(Scale scale) {
    return new BoostedCalibrator(List.of(scale.direction()), rounds, depth, rate);
  }

  @Override
  public Fit fit(ScoreTable table) {
    String degeneracy = table.degeneracy();
    if (!degeneracy.isEmpty()) {
      return new Fit.Degenerate(degeneracy);
    }
    List<double[]> scores = new ArrayList<>();
    List<Integer> labels = new ArrayList<>();
    List<Double> weights = new ArrayList<>();
    for (int i = 0; i < table.size(); i++) {
      for (int label = 0; label < 2; label++) {
        if (table.weight(label, i) > 0) {
          scores.add(new double[] {table.score(i)});
          labels.add(label);
          weights.add(table.weight(label, i));
        }
      }
    }
    return new Fit.Fitted(boost(scores, labels, weights));
  }

  /**
   * Fits rows of several metrics; equal inputs in equal order give equal trees.
   *
   * @param scores a finite score of each metric for each row
   * @param labels 0 or 1
   * @param weights positive
   */
  public BoostedMap boost(List<double[]> scores, List<Integer> labels, List<Double> weights) {
    int metrics = directions.size();
    float[] values = new float[scores.size() * metrics];
    float[] ones = new float[scores.size()];
    float[] heavy = new float[scores.size()];
    for (int i = 0; i < scores.size(); i++) {
      for (int j = 0; j < metrics; j++) {
        values[i * metrics + j] = (float) scores.get(i)[j];
      }
      ones[i] = labels.get(i);
      heavy[i] = weights.get(i).floatValue();
    }
    Map<String, Object> settings =
        Map.ofEntries(
            Map.entry("objective", "binary:logistic"),
            Map.entry("base_score", .5),
            Map.entry("tree_method", "exact"),
            Map.entry("max_depth", depth),
            Map.entry("eta", rate),
            Map.entry("min_child_weight", 1),
            Map.entry("lambda", 1),
            Map.entry("nthread", 1),
            Map.entry("verbosity", 0),
            Map.entry("seed", 0),
            Map.entry("monotone_constraints", constraints()));
    try {
      DMatrix matrix = new DMatrix(values, scores.size(), metrics, Float.NaN);
      Booster booster = null;
      try {
        matrix.setLabel(ones);
        matrix.setWeight(heavy);
        booster = XGBoost.train(matrix, settings, rounds, Map.of(), null, null);
        return trees(booster.getModelDump((String) null, false, "json"));
      } finally {
        if (booster != null) {
          booster.dispose();
        }
        matrix.dispose();
      }
    } catch (XGBoostError | JsonProcessingException e) {
      throw new IllegalStateException("XGBoost could not fit " + scores.size() + " rows", e);
    }
  }

  private String constraints() {
    return directions.stream()
        .map(
            direction ->
                switch (direction) {
                  case UP -> "1";
                  case DOWN -> "-1";
                  case NONE -> "0";
                })
        .collect(Collectors.joining(",", "(", ")"));
  }

  private BoostedMap trees(String[] dumps) throws JsonProcessingException {
    List<Integer> roots = new ArrayList<>();
    List<BoostedMap.Node> nodes = new ArrayList<>();
    for (String dump : dumps) {
      roots.add(add(JSON.readTree(dump), nodes));
    }
    return new BoostedMap(directions.size(), roots, nodes);
  }

  /** Puts the subtree into the list and returns the index of its root. */
  private static int add(JsonNode tree, List<BoostedMap.Node> nodes) {
    int at = nodes.size();
    if (tree.has("leaf")) {
      nodes.add(BoostedMap.Node.leaf(tree.get("leaf").asDouble()));
      return at;
    }
    nodes.add(null);
    int[] children = new int[2];
    for (JsonNode child : tree.get("children")) {
      boolean below = child.get("nodeid").asInt() == tree.get("yes").asInt();
      children[below ? 0 : 1] = add(child, nodes);
    }
    nodes.set(
        at,
        new BoostedMap.Node(
            Integer.parseInt(tree.get("split").asText().substring(1)),
            tree.get("split_condition").asDouble(),
            children[0],
            children[1]));
    return at;
  }
}
