package dev.assay.conformal;

import dev.assay.base.Rounding;
import dev.assay.calibration.LabelledResponse;
import dev.assay.core.Direction;
import dev.assay.stats.Auroc;
import dev.assay.stats.Cohort;
import dev.assay.stats.Interval;
import dev.assay.stats.Resampling;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * How well a metric, and each baseline, tells the labels of held-out groups apart. What has no
 * declared direction is turned the way that it points on the train groups, so a baseline gets its
 * best case without seeing what it is measured on.
 *
 * @param auroc of the metric; absent where held-out rows have one label
 * @param baselines AUROC of each baseline
 * @param gains the metric's AUROC less each baseline's, paired
 */
public record Discrimination(
    Optional<Interval> auroc, Map<String, Interval> baselines, Map<String, Interval> gains) {

  /** Nothing known, as where nothing was fitted. */
  public static final Discrimination NOTHING =
      new Discrimination(Optional.empty(), Map.of(), Map.of());

  /** On rows that nothing was fitted on; {@code train} only turns what has no direction. */
  public static Discrimination of(
      List<LabelledResponse> train,
      List<LabelledResponse> held,
      Direction direction,
      Resampling resampling) {
    ToDoubleFunction<LabelledResponse> metric = oriented(row -> row.score(), direction, train);
    Optional<Interval> auroc = Auroc.interval(values(held, metric), cohort(held), resampling);
    Map<String, Interval> baselines = new TreeMap<>();
    Map<String, Interval> gains = new TreeMap<>();
    for (String name : names(held)) {
      List<LabelledResponse> known = having(held, name);
      ToDoubleFunction<LabelledResponse> baseline =
          oriented(
              row -> Rounding.toNano(row.baselines().get(name)),
              Direction.NONE,
              having(train, name));
      double[] rival = values(known, baseline);
      Cohort cohort = cohort(known);
      Auroc.interval(rival, cohort, resampling).ifPresent(area -> baselines.put(name, area));
      Auroc.difference(values(known, metric), rival, cohort, resampling)
          .ifPresent(gain -> gains.put(name, gain));
    }
    return new Discrimination(auroc, baselines, gains);
  }

  private static ToDoubleFunction<LabelledResponse> oriented(
      ToDoubleFunction<LabelledResponse> value, Direction direction, List<LabelledResponse> train) {
    boolean down =
        switch (direction) {
          case UP -> false;
          case DOWN -> true;
          case NONE -> Auroc.of(values(train, value), cohort(train)).orElse(.5) < .5;
        };
    return down ? row -> -value.applyAsDouble(row) : value;
  }

  private static SortedSet<String> names(List<LabelledResponse> rows) {
    SortedSet<String> names = new TreeSet<>();
    rows.forEach(row -> names.addAll(row.baselines().keySet()));
    return names;
  }

  private static List<LabelledResponse> having(List<LabelledResponse> rows, String baseline) {
    return rows.stream().filter(row -> row.baselines().containsKey(baseline)).toList();
  }

  private static double[] values(
      List<LabelledResponse> rows, ToDoubleFunction<LabelledResponse> value) {
    return rows.stream().mapToDouble(value).toArray();
  }

  private static Cohort cohort(List<LabelledResponse> rows) {
    return new Cohort(
        rows.stream().map(LabelledResponse::groupId).toArray(String[]::new),
        rows.stream().mapToInt(row -> row.level()).toArray(),
        rows.stream().mapToDouble(row -> row.weight()).toArray());
  }
}
