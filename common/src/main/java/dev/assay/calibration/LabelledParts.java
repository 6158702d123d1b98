package dev.assay.calibration;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Labelled responses by what their groups serve, each part in an order of its own, whatever order
 * they came in.
 *
 * @param train what the map is fitted on
 * @param conformal what quantiles and cuts come from
 * @param test what nothing is fitted on
 */
public record LabelledParts(
    List<LabelledResponse> train, List<LabelledResponse> conformal, List<LabelledResponse> test) {

  /** Divides the rows. */
  public static LabelledParts of(Splits splits, List<LabelledResponse> rows) {
    Map<Part, List<LabelledResponse>> parts = new EnumMap<>(Part.class);
    for (Part part : Part.values()) {
      parts.put(part, new ArrayList<>());
    }
    rows.stream()
        .sorted(LabelledResponse.ORDER)
        .forEach(row -> parts.get(splits.of(row.groupId())).add(row));
    return new LabelledParts(
        List.copyOf(parts.get(Part.TRAIN)),
        List.copyOf(parts.get(Part.CONFORMAL)),
        List.copyOf(parts.get(Part.TEST)));
  }

  /** What the map has not seen. */
  public List<LabelledResponse> held() {
    List<LabelledResponse> held = new ArrayList<>(conformal);
    held.addAll(test);
    return held;
  }

  /** How many groups each part has. */
  public Map<Part, Integer> groups() {
    Map<Part, Integer> groups = new EnumMap<>(Part.class);
    groups.put(Part.TRAIN, LabelledResponse.groups(train));
    groups.put(Part.CONFORMAL, LabelledResponse.groups(conformal));
    groups.put(Part.TEST, LabelledResponse.groups(test));
    return groups;
  }
}
