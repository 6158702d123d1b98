package dev.assay.calibration;

import dev.assay.stats.Seeds;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Folds of whole groups whose sizes differ by one group at most. */
final class GroupFolds {
  private static final String PURPOSE = "calibration-fold";

  private GroupFolds() {}

  /** The fold of each group, from 0, at most one fold a group; any order of ids gives the same. */
  static Map<String, Integer> deal(Collection<String> groupIds, int folds, long seed) {
    List<String> ids = Seeds.shuffled(groupIds, seed, PURPOSE);
    Map<String, Integer> fold = new HashMap<>();
    for (int i = 0; i < ids.size(); i++) {
      fold.put(ids.get(i), i % Math.min(folds, ids.size()));
    }
    return fold;
  }
}
