package dev.assay.conformal;

import dev.assay.calibration.LevelJudgement;
import dev.assay.calibration.Part;
import dev.assay.calibration.Splits;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Responses with levels by what their groups serve, each part in an order of its own, whatever
 * order they came in.
 *
 * @param train what the map was fitted on
 * @param conformal what quantiles and cuts come from
 * @param test what nothing was fitted on
 */
public record LevelParts(
    List<LevelJudgement> train, List<LevelJudgement> conformal, List<LevelJudgement> test) {

  /** Divides the rows. */
  public static LevelParts of(Splits splits, List<LevelJudgement> rows) {
    Map<Part, List<LevelJudgement>> parts = new EnumMap<>(Part.class);
    for (Part part : Part.values()) {
      parts.put(part, new ArrayList<>());
    }
    rows.stream()
        .sorted(LevelJudgement.ORDER)
        .forEach(row -> parts.get(splits.of(row.groupId())).add(row));
    return new LevelParts(
        List.copyOf(parts.get(Part.TRAIN)),
        List.copyOf(parts.get(Part.CONFORMAL)),
        List.copyOf(parts.get(Part.TEST)));
  }

  /** What the map has not seen. */
  List<LevelJudgement> held() {
    List<LevelJudgement> held = new ArrayList<>(conformal);
    held.addAll(test);
    return held;
  }
}
