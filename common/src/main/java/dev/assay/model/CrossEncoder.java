package dev.assay.model;

import java.util.List;

/** Says of two texts, read together, how alike they are in meaning. */
public interface CrossEncoder {

  /** Two texts. */
  record Pair(String first, String second) {}

  /**
   * How alike two texts are.
   *
   * @param value from 0 to 1
   * @param truncated whether they had to be cut to what the model reads
   */
  record Likeness(double value, boolean truncated) {}

  /** What the {@code model} column says of it. */
  String id();

  /** One value a pair, in order; the same for any batch. */
  List<Likeness> compare(List<Pair> pairs);
}
