package dev.assay.conformal;

import dev.assay.calibration.Part;
import dev.assay.calibration.Splits;
import dev.assay.stats.Auroc;
import dev.assay.stats.Cohort;
import dev.assay.stats.Rounding;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Labelled responses by what their groups serve, each part in an order of its own, whatever order
 * they came in.
 *
 * @param train what the map was fitted on
 * @param conformal what quantiles and cuts come from
 * @param test what nothing was fitted on
 */
public record JudgedParts(
    List<JudgedCase> train, List<JudgedCase> conformal, List<JudgedCase> test) {

  /** Divides the cases. */
  public static JudgedParts of(Splits splits, List<JudgedCase> cases) {
    Map<Part, List<JudgedCase>> parts = new EnumMap<>(Part.class);
    for (Part part : Part.values()) {
      parts.put(part, new ArrayList<>());
    }
    cases.stream()
        .sorted(JudgedCase.ORDER)
        .forEach(one -> parts.get(splits.of(one.groupId())).add(one));
    return new JudgedParts(
        List.copyOf(parts.get(Part.TRAIN)),
        List.copyOf(parts.get(Part.CONFORMAL)),
        List.copyOf(parts.get(Part.TEST)));
  }

  /** AUROC of the probability on train groups; empty where they have one label. */
  public OptionalDouble trainAuroc() {
    return Auroc.of(
        train.stream().mapToDouble(one -> Rounding.toNano(one.probability())).toArray(),
        new Cohort(
            train.stream().map(JudgedCase::groupId).toArray(String[]::new),
            train.stream().mapToInt(JudgedCase::label).toArray(),
            train.stream().mapToDouble(JudgedCase::weight).toArray()));
  }

  static List<Verdict> verdicts(List<JudgedCase> cases) {
    return cases.stream().map(JudgedCase::verdict).toList();
  }

  static int groups(List<JudgedCase> cases) {
    return (int) cases.stream().map(JudgedCase::groupId).distinct().count();
  }
}
