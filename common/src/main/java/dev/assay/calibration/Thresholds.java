package dev.assay.calibration;

import dev.assay.calibration.ThresholdRule.Choice;
import dev.assay.core.Direction;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Thresholds of a metric by every method of source 004, each checked on groups that it was not
 * chosen on. Each group counts once, shared among its rows by their weights: so n in every formula
 * is a number of groups.
 *
 * @param folds at least 2
 * @param seed of the folds
 */
public record Thresholds(int folds, long seed) implements Serializable {
  /** μ − zσ of the passed. */
  public static final String NORMAL = "normal";

  /** The mean of μ − zσ over the folds. */
  public static final String NORMAL_MEAN = "normal_mean";

  /** The strictest μ − zσ of the folds. */
  public static final String NORMAL_EXTREME = "normal_extreme";

  private static final Map<String, ThresholdRule> RULES =
      new TreeMap<>(
          Map.of(
              NORMAL,
              PassedScores::normal,
              "quantile",
              PassedScores::quantile,
              "conformal",
              PassedScores::conformal,
              "density",
              DensityCrossing::choose,
              "roc_youden",
              RocThresholds::youden,
              "roc_target",
              RocThresholds::target,
              "logistic",
              CurveThresholds::logistic,
              "polynomial",
              CurveThresholds::polynomial,
              "spline",
              CurveThresholds::spline));

  /** The names of all methods, sorted. */
  public static List<String> methods() {
    List<String> names = new ArrayList<>(RULES.keySet());
    names.add(NORMAL_MEAN);
    names.add(NORMAL_EXTREME);
    return names.stream().sorted().toList();
  }

  /** Every method's threshold; {@code direction} must not be {@link Direction#NONE}. */
  public List<Threshold> choose(List<LabelledScore> rows, Direction direction, double confidence) {
    if (direction == Direction.NONE) {
      throw new IllegalArgumentException("A metric without a better end has no threshold");
    }
    List<ScoreTable> parts = parts(turned(groupShares(rows), direction));
    return methods().stream().map(method -> one(method, parts, direction, confidence)).toList();
  }

  private static Threshold one(
      String method, List<ScoreTable> parts, Direction direction, double confidence) {
    List<Double> values = new ArrayList<>();
    double[] errors = new double[2];
    double[] weights = new double[2];
    for (int held = 0; held < parts.size(); held++) {
      Choice choice = choice(method, without(parts, held), confidence);
      if (choice.threshold().isPresent()) {
        values.add(choice.threshold().getAsDouble());
        check(parts.get(held), choice.threshold().getAsDouble(), errors, weights);
      }
    }
    Choice whole = choice(method, parts, confidence);
    List<Double> shown = isOverFolds(method) ? normals(parts, confidence) : values;
    double sign = direction == Direction.UP ? 1 : -1;
    return new Threshold(
        method,
        whole.threshold().isPresent()
            ? OptionalDouble.of(sign * whole.threshold().getAsDouble() + 0.0)
            : OptionalDouble.empty(),
        shown.stream().map(value -> sign * value + 0.0).toList(),
        share(errors[0], weights[0]),
        share(errors[1], weights[1]),
        whole.reason());
  }

  /** Adds the weight of failed responses that are accepted and of passed ones that are not. */
  private static void check(ScoreTable held, double threshold, double[] errors, double[] weights) {
    for (int i = 0; i < held.size(); i++) {
      weights[0] += held.weight(0, i);
      weights[1] += held.weight(1, i);
      int wrong = held.score(i) >= threshold ? 0 : 1;
      errors[wrong] += held.weight(wrong, i);
    }
  }

  private static boolean isOverFolds(String method) {
    return method.equals(NORMAL_MEAN) || method.equals(NORMAL_EXTREME);
  }

  private static Choice choice(String method, List<ScoreTable> parts, double confidence) {
    if (parts.isEmpty()) {
      return Choice.none("no labelled row");
    }
    ScoreTable table = whole(parts);
    String degeneracy = table.degeneracy();
    if (!degeneracy.isEmpty()) {
      return Choice.none(degeneracy);
    }
    if (!isOverFolds(method)) {
      return RULES.get(method).choose(table, confidence);
    }
    List<Double> values = normals(parts, confidence);
    if (values.size() < 2) {
      return Choice.none("fewer than two folds have a threshold");
    }
    return Choice.at(
        method.equals(NORMAL_MEAN)
            ? values.stream().mapToDouble(Double::doubleValue).average().orElseThrow()
            : values.stream().mapToDouble(Double::doubleValue).max().orElseThrow());
  }

  /** μ − zσ without each part in turn. */
  private static List<Double> normals(List<ScoreTable> parts, double confidence) {
    List<Double> values = new ArrayList<>();
    for (int held = 0; held < parts.size() && parts.size() > 1; held++) {
      PassedScores.normal(whole(without(parts, held)), confidence)
          .threshold()
          .ifPresent(values::add);
    }
    return values;
  }

  private static List<ScoreTable> without(List<ScoreTable> parts, int held) {
    List<ScoreTable> others = new ArrayList<>(parts);
    others.remove(held);
    return others;
  }

  private static ScoreTable whole(List<ScoreTable> parts) {
    return parts.stream().reduce(ScoreTable::merge).orElseThrow();
  }

  private List<ScoreTable> parts(List<LabelledScore> rows) {
    Map<String, Integer> fold =
        GroupFolds.deal(rows.stream().map(LabelledScore::groupId).toList(), folds, seed);
    List<List<LabelledScore>> parts = new ArrayList<>();
    int used = fold.values().stream().mapToInt(Integer::intValue).max().orElse(-1) + 1;
    for (int i = 0; i < used; i++) {
      parts.add(new ArrayList<>());
    }
    rows.forEach(row -> parts.get(fold.get(row.groupId())).add(row));
    return parts.stream().map(ScoreTable::of).toList();
  }

  private static OptionalDouble share(double errors, double weight) {
    return weight > 0 ? OptionalDouble.of(errors / weight) : OptionalDouble.empty();
  }

  private static List<LabelledScore> groupShares(List<LabelledScore> rows) {
    Map<String, Double> totals = new HashMap<>();
    List<LabelledScore> ordered = rows.stream().sorted(LabelledScore.ORDER).toList();
    ordered.forEach(row -> totals.merge(row.groupId(), row.weight(), Double::sum));
    return ordered.stream()
        .map(
            row ->
                new LabelledScore(
                    row.groupId(),
                    row.score(),
                    row.label(),
                    row.weight() / totals.get(row.groupId())))
        .toList();
  }

  private static List<LabelledScore> turned(List<LabelledScore> rows, Direction direction) {
    if (direction == Direction.UP) {
      return rows;
    }
    return rows.stream()
        .map(row -> new LabelledScore(row.groupId(), -row.score(), row.label(), row.weight()))
        .toList();
  }
}
