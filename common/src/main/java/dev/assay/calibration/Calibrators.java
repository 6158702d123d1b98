package dev.assay.calibration;

import dev.assay.core.Direction;
import java.util.List;

/** The calibrators of stage 1 by their configured names. */
public final class Calibrators {
  /** The name that asks for the best of the others. */
  public static final String AUTO = "auto";

  /**
   * What {@code auto} tries unless it is told otherwise: all but boosting, which over one metric is
   * isotonic regression with a prior and costs a hundred times as much.
   */
  public static final List<String> SIMPLEST_FIRST =
      List.of(LogisticMap.METHOD, BetaMap.METHOD, VennAbersMap.METHOD, IsotonicMap.METHOD);

  private Calibrators() {}

  /**
   * The calibrator that {@code calibrate.method} names.
   *
   * @param candidates what {@code auto} tries, the simplest first, which among equals is taken
   * @param folds of the cross-validation that {@code auto} chooses by
   * @param seed of its folds
   */
  public static Calibrator of(String method, List<String> candidates, int folds, long seed) {
    return method.equals(AUTO)
        ? new BestCalibrator(candidates.stream().map(Calibrators::of).toList(), folds, seed)
        : of(method);
  }

  private static Calibrator of(String method) {
    return switch (method) {
      case LogisticMap.METHOD -> new LogisticCalibrator();
      case BetaMap.METHOD -> new BetaCalibrator();
      case VennAbersMap.METHOD -> new VennAbersCalibrator();
      case BoostedMap.METHOD -> BoostedCalibrator.of(Direction.NONE);
      case IsotonicMap.METHOD -> new IsotonicCalibrator();
      default -> throw new IllegalArgumentException("Unknown calibration method '" + method + "'");
    };
  }
}
