package dev.assay.calibration;

import dev.assay.core.Direction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Logistic regression on several metrics, standardised for the fit, with the targets of {@link
 * PlattSample} as a single metric has them: without them a model would be surer of the same answers
 * than the metric alone, and more so with every input that says nothing. No metric counts against
 * its direction: while one would, the one that does so most is left out and the rest is fitted
 * again.
 */
final class JointLogistic {
  private final List<LabelledResponse> rows;
  private final double[][] scores;
  private final double[] means;
  private final double[] scales;

  JointLogistic(List<LabelledResponse> rows) {
    this.rows = rows;
    scores = rows.stream().map(LabelledResponse::vector).toArray(double[][]::new);
    int metrics = rows.get(0).scores().size();
    means = new double[metrics];
    scales = new double[metrics];
    for (int j = 0; j < metrics; j++) {
      int own = j;
      double mean = Arrays.stream(scores).mapToDouble(row -> row[own]).sum() / rows.size();
      means[j] = mean;
      scales[j] =
          Math.sqrt(
              Arrays.stream(scores).mapToDouble(row -> (row[own] - mean) * (row[own] - mean)).sum()
                  / rows.size());
    }
  }

  /** The map; empty where Newton's method finds none. */
  Optional<LogisticMap> fit(List<Direction> directions) {
    List<Integer> in = new ArrayList<>();
    for (int j = 0; j < directions.size(); j++) {
      if (scales[j] > 0 && Double.isFinite(scales[j])) {
        in.add(j);
      }
    }
    for (; ; ) {
      Optional<double[]> found = coefficients(in);
      if (found.isEmpty()) {
        return Optional.empty();
      }
      int worst = -1;
      for (int k = 0; k < in.size(); k++) {
        double along = along(directions.get(in.get(k)), found.get()[k + 1]);
        if (along < 0
            && (worst < 0
                || along < along(directions.get(in.get(worst)), found.get()[worst + 1]))) {
          worst = k;
        }
      }
      if (worst < 0) {
        return Optional.of(map(in, found.get(), directions.size()));
      }
      in.remove(worst);
    }
  }

  private static double along(Direction direction, double coefficient) {
    return switch (direction) {
      case UP -> coefficient;
      case DOWN -> -coefficient;
      case NONE -> Math.abs(coefficient);
    };
  }

  private Optional<double[]> coefficients(List<Integer> in) {
    double[][] features = new double[rows.size()][in.size() + 1];
    double[] weights = new double[rows.size()];
    Arrays.fill(weights, 1.0 / rows.size());
    for (int i = 0; i < features.length; i++) {
      features[i][0] = 1;
      for (int k = 0; k < in.size(); k++) {
        int j = in.get(k);
        features[i][k + 1] = (scores[i][j] - means[j]) / scales[j];
      }
    }
    double positives = rows.stream().mapToInt(LabelledResponse::level).sum();
    double[] target = PlattSample.targets(rows.size() - positives, positives);
    double[] targets = rows.stream().mapToDouble(row -> target[row.level()]).toArray();
    return LogisticRegression.fit(features, targets, weights, new double[in.size() + 1]);
  }

  private LogisticMap map(List<Integer> in, double[] found, int metrics) {
    double intercept = found[0];
    Double[] slopes = new Double[metrics];
    Arrays.fill(slopes, 0.0);
    for (int k = 0; k < in.size(); k++) {
      int j = in.get(k);
      slopes[j] = found[k + 1] / scales[j];
      intercept -= slopes[j] * means[j];
    }
    return new LogisticMap(intercept, List.of(slopes));
  }
}
