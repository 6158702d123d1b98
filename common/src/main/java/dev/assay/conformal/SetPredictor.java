package dev.assay.conformal;

import dev.assay.calibration.LevelScale;
import java.io.Serializable;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Sets that are no quantile of one map: each response is compared with the labelled rows. */
public sealed interface SetPredictor extends Serializable permits CrossConformal, FullConformal {

  /** The labels that cannot be ruled out at these scores. */
  PredictionSet set(double... scores);

  /** The labels that {@code stay}; where labels have an order, with those between them. */
  static PredictionSet of(LevelScale scale, IntPredicate stay) {
    int[] staying = IntStream.range(0, scale.size()).filter(stay).toArray();
    return scale.ordered() && staying.length > 1
        ? PredictionSet.of(IntStream.rangeClosed(staying[0], staying[staying.length - 1]).toArray())
        : PredictionSet.of(staying);
  }
}
