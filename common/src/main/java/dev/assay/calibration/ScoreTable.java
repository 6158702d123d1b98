package dev.assay.calibration;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Labelled scores as what every univariate fit needs of them: for each distinct score, ascending,
 * the weight of each level. It does not depend on the order of the rows, and tables of disjoint
 * rows merge.
 */
public final class ScoreTable {
  private final double[] scores;
  private final double[][] weights;

  /** {@code weights[level][i]} belongs to {@code scores[i]}. */
  private ScoreTable(double[] scores, double[][] weights) {
    this.scores = scores;
    this.weights = weights;
  }

  /** Of binary labels. */
  public static ScoreTable of(List<LabelledResponse> rows) {
    for (LabelledResponse row : rows) {
      if (row.level() > 1) {
        throw new IllegalArgumentException("A label is 0 or 1, got " + row.level());
      }
    }
    return of(
        rows.stream().mapToDouble(LabelledResponse::score).toArray(),
        rows.stream().mapToInt(LabelledResponse::level).toArray(),
        rows.stream().mapToDouble(LabelledResponse::weight).toArray(),
        2);
  }

  /**
   * Of columns of equal length.
   *
   * @param scores finite
   * @param levels from 0 to {@code nLevels} − 1
   * @param weights finite and positive
   */
  public static ScoreTable of(double[] scores, int[] levels, double[] weights, int nLevels) {
    boolean alike = true;
    for (double weight : weights) {
      alike &= weight == weights[0];
    }
    return alike
        ? counted(scores, row -> levels[row], weights.length == 0 ? 1 : weights[0], nLevels)
        : summed(scores, levels, weights, nLevels);
  }

  /** Rows of one weight need only be counted: each level's scores sorted as plain numbers. */
  static ScoreTable counted(double[] scores, IntUnaryOperator levels, double weight, int nLevels) {
    ScoreTable table = new ScoreTable(new double[0], new double[nLevels][0]);
    for (int level = 0; level < nLevels; level++) {
      double[] own = ofLevel(level, scores, levels);
      Arrays.parallelSort(own);
      double[] counts = new double[own.length];
      int last = -1;
      for (double score : own) {
        if (last < 0 || score != own[last]) {
          own[++last] = score;
        }
        counts[last]++;
      }
      for (int i = 0; i <= last; i++) {
        counts[i] *= weight;
      }
      double[][] sums = new double[nLevels][last + 1];
      sums[level] = Arrays.copyOf(counts, last + 1);
      table = table.merge(new ScoreTable(Arrays.copyOf(own, last + 1), sums));
    }
    return table;
  }

  private static double[] ofLevel(int level, double[] scores, IntUnaryOperator levels) {
    double[] own = new double[scores.length];
    int n = 0;
    for (int i = 0; i < scores.length; i++) {
      if (levels.applyAsInt(i) == level) {
        own[n++] = scores[i] + 0.0;
      }
    }
    return Arrays.copyOf(own, n);
  }

  /** Weights of one score and level are summed in ascending order. */
  private static ScoreTable summed(double[] scores, int[] levels, double[] weights, int nLevels) {
    Integer[] order = IntStream.range(0, scores.length).boxed().toArray(Integer[]::new);
    Arrays.sort(
        order,
        Comparator.<Integer>comparingDouble(i -> scores[i])
            .thenComparingInt(i -> levels[i])
            .thenComparingDouble(i -> weights[i]));
    double[] distinct = new double[scores.length];
    double[][] sums = new double[nLevels][scores.length];
    int last = -1;
    for (int i : order) {
      if (last < 0 || scores[i] != distinct[last]) {
        distinct[++last] = scores[i];
      }
      sums[levels[i]][last] += weights[i];
    }
    return trimmed(distinct, sums, last + 1);
  }

  /** The table of the rows of both. */
  public ScoreTable merge(ScoreTable other) {
    int most = size() + other.size();
    double[] distinct = new double[most];
    double[][] sums = new double[levels()][most];
    int n = 0;
    for (int i = 0, j = 0; i < size() || j < other.size(); n++) {
      boolean left = j == other.size() || i < size() && scores[i] <= other.scores[j];
      boolean right = i == size() || j < other.size() && other.scores[j] <= scores[i];
      distinct[n] = left ? scores[i] : other.scores[j];
      for (int level = 0; level < levels(); level++) {
        sums[level][n] = (left ? weights[level][i] : 0) + (right ? other.weights[level][j] : 0);
      }
      i += left ? 1 : 0;
      j += right ? 1 : 0;
    }
    return trimmed(distinct, sums, n);
  }

  private static ScoreTable trimmed(double[] scores, double[][] weights, int n) {
    return new ScoreTable(
        Arrays.copyOf(scores, n),
        Arrays.stream(weights).map(row -> Arrays.copyOf(row, n)).toArray(double[][]::new));
  }

  /** Number of distinct scores. */
  public int size() {
    return scores.length;
  }

  /** Number of levels. */
  public int levels() {
    return weights.length;
  }

  /** The distinct scores, ascending. */
  public double score(int i) {
    return scores[i];
  }

  /** The weight of a level at score {@code i}. */
  public double weight(int level, int i) {
    return weights[level][i];
  }

  /** The weight of score {@code i} over all levels. */
  public double weight(int i) {
    double sum = 0;
    for (double[] level : weights) {
      sum += level[i];
    }
    return sum;
  }

  /** The weight of a level over all scores. */
  public double total(int level) {
    double sum = 0;
    for (double weight : weights[level]) {
      sum += weight;
    }
    return sum;
  }

  /** The weight of all levels and scores. */
  public double total() {
    return IntStream.range(0, levels()).mapToDouble(this::total).sum();
  }

  /** The scores with their signs changed. */
  public ScoreTable negated() {
    int n = size();
    double[] turned = new double[n];
    double[][] sums = new double[levels()][n];
    for (int i = 0; i < n; i++) {
      turned[i] = -scores[n - 1 - i] + 0.0;
      for (int level = 0; level < levels(); level++) {
        sums[level][i] = weights[level][n - 1 - i];
      }
    }
    return new ScoreTable(turned, sums);
  }

  /** The same scores with the levels in reverse order. */
  ScoreTable exchanged() {
    double[][] turned = new double[levels()][];
    for (int level = 0; level < levels(); level++) {
      turned[level] = weights[levels() - 1 - level];
    }
    return new ScoreTable(scores, turned);
  }

  /** Why no curve can be fitted; empty when one can. */
  public String degeneracy() {
    if (size() == 0) {
      return "no labelled row";
    }
    int[] present = IntStream.range(0, levels()).filter(level -> total(level) > 0).toArray();
    if (present.length == 1) {
      return "every label is " + present[0];
    }
    return size() == 1 ? "every score is " + scores[0] : "";
  }

  /** Mean and standard deviation of the scores; the latter 0 or infinite where they are extreme. */
  public double[] moments() {
    double total = total();
    double mean = 0;
    for (int i = 0; i < size(); i++) {
      mean += scores[i] * (weight(i) / total);
    }
    double variance = 0;
    for (int i = 0; i < size(); i++) {
      variance += (scores[i] - mean) * (scores[i] - mean) * (weight(i) / total);
    }
    return new double[] {mean, Math.sqrt(variance)};
  }
}
