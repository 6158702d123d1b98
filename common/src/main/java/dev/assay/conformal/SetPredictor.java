package dev.assay.conformal;

import dev.assay.calibration.PredictionSet;
import java.io.Serializable;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Sets that are no quantile of one map: each response is judged against the labelled rows. */
public sealed interface SetPredictor extends Serializable permits CrossConformal, FullConformal {

  /** The labels that cannot be ruled out at these scores. */
  PredictionSet set(double... scores);

  /** The labels that {@code stay}; where sets are intervals, with those between them. */
  static PredictionSet of(int labels, boolean contiguous, IntPredicate stay) {
    int[] staying = IntStream.range(0, labels).filter(stay).toArray();
    return contiguous && staying.length > 1
        ? PredictionSet.of(IntStream.rangeClosed(staying[0], staying[staying.length - 1]).toArray())
        : PredictionSet.of(staying);
  }
}
