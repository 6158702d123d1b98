package dev.assay.model;

import java.util.Arrays;
import java.util.List;

/** How near the tokens of a text are to those of others. Thread-safe. */
public interface TokenCosines {

  /**
   * For each of {@code others}, for each token of {@code text}, the highest cosine with one of its
   * tokens; -1 where it has none. What is asked before or beside makes no difference to a bit.
   *
   * @throws IllegalArgumentException where vectors come from two models
   */
  float[][] best(TokenVectors text, List<TokenVectors> others);

  /** By a loop in Java: the same bits on every processor. */
  static float[][] inJava(TokenVectors text, List<TokenVectors> others) {
    float[][] best = lowest(text, others);
    for (int i = 0; i < best.length; i++) {
      text.raise(best[i], others.get(i));
    }
    return best;
  }

  /** Where nothing has been compared. */
  static float[][] lowest(TokenVectors text, List<TokenVectors> others) {
    float[][] lowest = new float[others.size()][text.size()];
    for (float[] one : lowest) {
      Arrays.fill(one, -1);
    }
    return lowest;
  }
}
