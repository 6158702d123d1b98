package dev.assay.jobs.calibrating;

import dev.assay.calibration.Calibrator;
import dev.assay.calibration.Calibrators;
import dev.assay.calibration.JointCalibrator;
import dev.assay.calibration.LevelCalibrator;
import dev.assay.calibration.LevelScale;
import dev.assay.calibration.Scale;
import dev.assay.config.AssayConfig;
import dev.assay.config.CalibrateConfig;
import dev.assay.config.JointModelConfig;
import dev.assay.core.Direction;
import dev.assay.jobs.scores.EvaluatorSelection;
import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;

/**
 * What each cell of metric and dimension is calibrated by.
 *
 * @param metrics what is known of each metric
 * @param levels the dimensions with more than yes and no
 * @param models of several metrics, by name
 * @param config the method of binary dimensions
 * @param seed of the folds that a method is chosen on
 */
record CellCalibrators(
    Map<String, Scale> metrics,
    Map<String, LevelScale> levels,
    Map<String, JointModelConfig> models,
    CalibrateConfig config,
    long seed)
    implements Serializable {
  CellCalibrators {
    metrics = new TreeMap<>(metrics);
    levels = new TreeMap<>(levels);
    models = new TreeMap<>(models);
  }

  /** As configured; of a metric that {@code metrics} lacks nothing is known. */
  static CellCalibrators of(AssayConfig config, Map<String, Scale> metrics, long seed) {
    return new CellCalibrators(
        metrics, Judgements.scales(config), config.jointModels(), config.calibrate(), seed);
  }

  /** Of the metrics that are selected. */
  static CellCalibrators ofSelected(AssayConfig config, long seed) {
    Map<String, Scale> metrics = new TreeMap<>();
    EvaluatorSelection.metrics(config)
        .forEach((name, metric) -> metrics.put(name, Scale.of(metric)));
    return of(config, metrics, seed);
  }

  /** The calibrator of a cell. */
  Calibrator of(String metric, String dimension) {
    return of(metric, dimension, method(metric, dimension));
  }

  /** The same by another method. */
  Calibrator of(String metric, String dimension, String method) {
    if (models.containsKey(metric)) {
      return new JointCalibrator(
          method,
          models.get(metric).metrics().stream().map(input -> scale(input).direction()).toList());
    }
    LevelScale scale = scaleOf(dimension);
    return scale.isBinary()
        ? Calibrators.of(method, config.candidates(), config.folds(), seed).on(scale(metric))
        : new LevelCalibrator(scale);
  }

  /** The configured method of a cell. */
  String method(String metric, String dimension) {
    if (models.containsKey(metric)) {
      return models.get(metric).method();
    }
    return scaleOf(dimension).isBinary() ? config.method() : scaleOf(dimension).method();
  }

  /** What is known of a metric. */
  Scale scale(String metric) {
    return metrics.getOrDefault(metric, Scale.of(Direction.NONE));
  }

  /** What people may say on a dimension. */
  LevelScale scaleOf(String dimension) {
    return levels.getOrDefault(dimension, LevelScale.BINARY);
  }
}
