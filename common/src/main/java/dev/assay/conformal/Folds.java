package dev.assay.conformal;

import dev.assay.stats.Seeds;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Folds of equal size by group, in an order that the seed gives; the rows' order has no say. */
public final class Folds {
  private Folds() {}

  /** The fold of every group, from 0 to {@code folds} − 1. */
  public static Map<String, Integer> of(Collection<String> groups, int folds, long seed) {
    if (folds < 2) {
      throw new IllegalArgumentException("At least 2 folds are needed, got " + folds);
    }
    List<String> order = Seeds.shuffled(groups, seed, "fold");
    Map<String, Integer> fold = new HashMap<>();
    for (int i = 0; i < order.size(); i++) {
      fold.put(order.get(i), i % folds);
    }
    return fold;
  }
}
