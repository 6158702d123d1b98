package dev.assay.calibration;

import dev.assay.base.Seeds;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Folds of whole groups whose sizes differ by one group at most. */
public final class GroupFolds {
  /** The purpose of folds that a method or a threshold is chosen on. */
  public static final String CHOICE = "calibration-fold";

  private GroupFolds() {}

  /**
   * The fold of each group, from 0, at most one fold a group; any order of ids gives the same.
   *
   * @param folds at least 2
   * @param purpose what the folds are for, part of the seed
   */
  public static Map<String, Integer> deal(
      Collection<String> groupIds, int folds, long seed, String purpose) {
    if (folds < 2) {
      throw new IllegalArgumentException("At least 2 folds are needed, got " + folds);
    }
    List<String> ids = Seeds.shuffled(groupIds, seed, purpose);
    Map<String, Integer> fold = new HashMap<>();
    for (int i = 0; i < ids.size(); i++) {
      fold.put(ids.get(i), i % Math.min(folds, ids.size()));
    }
    return fold;
  }

  /** The rows of each fold that {@link #deal} gives their groups, as they come. */
  public static List<List<LabelledResponse>> parts(
      List<LabelledResponse> rows, int folds, long seed, String purpose) {
    Map<String, Integer> fold =
        deal(rows.stream().map(LabelledResponse::groupId).toList(), folds, seed, purpose);
    int used = fold.values().stream().mapToInt(Integer::intValue).max().orElse(-1) + 1;
    List<List<LabelledResponse>> parts = new ArrayList<>();
    for (int i = 0; i < used; i++) {
      parts.add(new ArrayList<>());
    }
    rows.forEach(row -> parts.get(fold.get(row.groupId())).add(row));
    return parts;
  }
}
