package dev.assay.calibration.thresholds;

import dev.assay.calibration.GroupFolds;
import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.ScoreTable;
import dev.assay.calibration.thresholds.ThresholdRule.Choice;
import dev.assay.core.Direction;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.DoubleFunction;

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
              table -> confidence -> PassedScores.normal(table, confidence),
              "quantile",
              table -> confidence -> PassedScores.quantile(table, confidence),
              "conformal",
              table -> confidence -> PassedScores.conformal(table, confidence),
              "density",
              table -> atAny(DensityCrossing.of(table)),
              "roc_youden",
              table -> atAny(RocThresholds.youden(table)),
              "roc_target",
              table -> confidence -> RocThresholds.target(table, confidence),
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

  private static DoubleFunction<Choice> atAny(Choice choice) {
    return confidence -> choice;
  }

  /** Every method's threshold; {@code direction} must not be {@link Direction#NONE}. */
  public List<Threshold> choose(
      List<LabelledResponse> rows, Direction direction, double confidence) {
    return choose(rows, direction, List.of(confidence)).get(0);
  }

  /** The same at each of {@code confidences}: what does not depend on them is done once. */
  public List<List<Threshold>> choose(
      List<LabelledResponse> rows, Direction direction, List<Double> confidences) {
    if (direction == Direction.NONE) {
      throw new IllegalArgumentException("A metric without a better end has no threshold");
    }
    List<ScoreTable> parts =
        GroupFolds.parts(turned(groupShares(rows), direction), folds, seed, GroupFolds.CHOICE)
            .stream()
            .map(ScoreTable::of)
            .toList();
    List<Sample> samples = new ArrayList<>();
    for (int held = 0; held < parts.size(); held++) {
      samples.add(Sample.of(without(parts, held)));
    }
    samples.add(Sample.of(parts));
    List<List<Threshold>> found = new ArrayList<>();
    confidences.forEach(confidence -> found.add(new ArrayList<>()));
    for (String method : methods()) {
      List<DoubleFunction<Choice>> fits = samples.stream().map(all -> on(method, all)).toList();
      for (int i = 0; i < confidences.size(); i++) {
        found.get(i).add(one(method, parts, fits, direction, confidences.get(i)));
      }
    }
    return found;
  }

  /** Folds with the table of all their rows. */
  private record Sample(List<ScoreTable> parts, ScoreTable whole) {
    static Sample of(List<ScoreTable> parts) {
      return new Sample(
          parts,
          parts.stream().reduce(ScoreTable::merge).orElseGet(() -> ScoreTable.of(List.of())));
    }
  }

  /** {@code fits}: without each part in turn, then with all. */
  private static Threshold one(
      String method,
      List<ScoreTable> parts,
      List<DoubleFunction<Choice>> fits,
      Direction direction,
      double confidence) {
    List<Double> values = new ArrayList<>();
    double[] errors = new double[2];
    double[] weights = new double[2];
    for (int held = 0; held < parts.size(); held++) {
      Choice choice = fits.get(held).apply(confidence);
      if (choice.threshold().isPresent()) {
        values.add(choice.threshold().getAsDouble());
        check(parts.get(held), choice.threshold().getAsDouble(), errors, weights);
      }
    }
    Choice whole = fits.get(parts.size()).apply(confidence);
    List<Double> shown = isOverFolds(method) ? normals(others(parts), confidence) : values;
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

  private static DoubleFunction<Choice> on(String method, Sample sample) {
    String degeneracy = sample.whole().degeneracy();
    if (!degeneracy.isEmpty()) {
      return atAny(Choice.none(degeneracy));
    }
    if (!isOverFolds(method)) {
      return RULES.get(method).on(sample.whole());
    }
    List<ScoreTable> others = others(sample.parts());
    return confidence -> {
      List<Double> values = normals(others, confidence);
      if (values.size() < 2) {
        return Choice.none("fewer than two folds have a threshold");
      }
      return Choice.at(
          method.equals(NORMAL_MEAN)
              ? values.stream().mapToDouble(Double::doubleValue).average().orElseThrow()
              : values.stream().mapToDouble(Double::doubleValue).max().orElseThrow());
    };
  }

  /** The tables without each part in turn. */
  private static List<ScoreTable> others(List<ScoreTable> parts) {
    List<ScoreTable> others = new ArrayList<>();
    for (int held = 0; held < parts.size() && parts.size() > 1; held++) {
      others.add(Sample.of(without(parts, held)).whole());
    }
    return others;
  }

  /** μ − zσ in each table that has one. */
  private static List<Double> normals(List<ScoreTable> tables, double confidence) {
    List<Double> values = new ArrayList<>();
    for (ScoreTable table : tables) {
      PassedScores.normal(table, confidence).threshold().ifPresent(values::add);
    }
    return values;
  }

  private static List<ScoreTable> without(List<ScoreTable> parts, int held) {
    List<ScoreTable> others = new ArrayList<>(parts);
    others.remove(held);
    return others;
  }

  private static OptionalDouble share(double errors, double weight) {
    return weight > 0 ? OptionalDouble.of(errors / weight) : OptionalDouble.empty();
  }

  private static List<LabelledResponse> groupShares(List<LabelledResponse> rows) {
    Map<String, Double> totals = new HashMap<>();
    List<LabelledResponse> ordered = rows.stream().sorted(LabelledResponse.ORDER).toList();
    ordered.forEach(row -> totals.merge(row.groupId(), row.weight(), Double::sum));
    return ordered.stream()
        .map(
            row ->
                LabelledResponse.of(
                    row.groupId(),
                    row.score(),
                    row.level(),
                    row.weight() / totals.get(row.groupId())))
        .toList();
  }

  private static List<LabelledResponse> turned(List<LabelledResponse> rows, Direction direction) {
    if (direction == Direction.UP) {
      return rows;
    }
    return rows.stream()
        .map(row -> LabelledResponse.of(row.groupId(), -row.score(), row.level(), row.weight()))
        .toList();
  }
}
