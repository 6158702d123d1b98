package dev.assay.calibration;

import dev.assay.core.Direction;
import java.util.List;

/** The calibrators of stage 1 by their configured names. */
public final class Calibrators {
  /** The name that asks for the best of the others. */
  public static final String AUTO = "auto";

  private Calibrators() {}

  /**
   * The calibrator that {@code calibrate.method} names. {@code auto} does not try boosting, which
   * over one metric is isotonic regression with a prior and costs a hundred times as much.
   *
   * @param folds of the cross-validation that {@code auto} chooses by
   * @param seed of its folds
   */
  public static Calibrator of(String method, int folds, long seed) {
    return switch (method) {
      case AUTO -> new BestCalibrator(simplestFirst(), folds, seed);
      case LogisticMap.METHOD -> new LogisticCalibrator();
      case BetaMap.METHOD -> new BetaCalibrator();
      case VennAbersMap.METHOD -> new VennAbersCalibrator();
      case BoostedMap.METHOD -> BoostedCalibrator.of(Direction.NONE);
      case IsotonicMap.METHOD -> new IsotonicCalibrator();
      default -> throw new IllegalArgumentException("Unknown calibration method '" + method + "'");
    };
  }

  private static List<Calibrator> simplestFirst() {
    return List.of(
        new LogisticCalibrator(),
        new BetaCalibrator(),
        new VennAbersCalibrator(),
        new IsotonicCalibrator());
  }
}
