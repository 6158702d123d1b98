package dev.assay.conformal;

import dev.assay.calibration.LabelledParts;
import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.LevelScale;
import dev.assay.calibration.ProbabilityMap;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * The sets' quantiles by category, from conformal groups, with what was seen on test groups.
 *
 * @param alpha the error rate, in (0, 0.5]
 * @param weighted whether cases count 1/π; the quantile is then that of the rarest kind of case
 *     among the labelled, which is right for every other kind too
 * @param byLabel whether each label has a quantile of its own; else the cases' categories decide
 */
public record SetGuarantees(double alpha, boolean weighted, boolean byLabel)
    implements Serializable {

  /** The slice of cases without categories. */
  public static final String ALL = "all";

  /** The category of a label, where each has a quantile of its own. */
  static String label(String label) {
    return "label=" + label;
  }

  /** Where rows count together. */
  private record Place(String group, String category) {
    static Place of(LabelledResponse row) {
      return new Place(row.groupId(), row.category());
    }
  }

  /** Where every row of a group is labelled. */
  public List<Guarantee> of(ProbabilityMap map, Nonconformity sets, LabelledParts parts) {
    Map<Place, Integer> labelled = new HashMap<>();
    parts.held().forEach(row -> labelled.merge(Place.of(row), 1, Integer::sum));
    return of(map, sets, parts, row -> labelled.get(Place.of(row)));
  }

  /**
   * One guarantee a category of the conformal groups; any order of the rows gives the same.
   *
   * @param map to the probabilities of labels
   * @param sets the nonconformity of labels
   * @param rowsOfGroup how many rows of its category a row's group has, labelled or not; it matters
   *     where cases count 1/π
   */
  public List<Guarantee> of(
      ProbabilityMap map,
      Nonconformity sets,
      LabelledParts parts,
      ToIntFunction<LabelledResponse> rowsOfGroup) {
    Map<String, Fitted> fitted = new TreeMap<>();
    byCategory(map.scale(), parts.conformal())
        .forEach(
            (category, rows) ->
                fitted.put(category, fitted(scored(map, sets, rows, rowsOfGroup), rarest(rows))));
    Map<String, Double> quantiles = new HashMap<>();
    fitted.forEach((category, one) -> quantiles.put(category, one.value()));
    CaseSets made = new CaseSets.Quantiles(map.scale(), sets, quantiles, byLabel);
    Map<String, List<LabelledResponse>> test = byCategory(map.scale(), parts.test());
    String of = map.scale().isBinary() ? "" : " " + sets.id();
    List<Guarantee> guarantees = new ArrayList<>();
    fitted.forEach(
        (category, one) -> {
          List<LabelledResponse> unseen = test.getOrDefault(category, List.of());
          Function<LabelledResponse, PredictionSet> setOf =
              row -> made.set(row.category(), map.probabilities(row.vector()), row.vector());
          SetsSeen seen =
              weighted
                  ? SetsSeen.of(unseen, setOf, row -> row.weight() / rowsOfGroup.applyAsInt(row))
                  : SetsSeen.of(unseen, setOf);
          guarantees.add(guarantee(category, of, one, seen, LabelledResponse.groups(unseen)));
        });
    return guarantees;
  }

  /**
   * A category's quantile.
   *
   * @param plain without weights
   * @param value as used; infinite where nothing is ruled out
   */
  private record Fitted(Quantile plain, double value) {}

  private Fitted fitted(List<Scored> scored, double rarest) {
    Quantile plain = Quantile.of(scored, alpha);
    return new Fitted(
        plain, weighted ? WeightedQuantile.of(scored, alpha).at(rarest) : plain.value());
  }

  private static double rarest(List<LabelledResponse> rows) {
    return rows.stream().mapToDouble(LabelledResponse::weight).max().orElseThrow();
  }

  private Map<String, List<LabelledResponse>> byCategory(
      LevelScale scale, List<LabelledResponse> rows) {
    Map<String, List<LabelledResponse>> result = new TreeMap<>();
    for (LabelledResponse row : rows) {
      String category =
          byLabel
              ? label(scale.names().get(row.level()))
              : row.category().isEmpty() ? ALL : row.category();
      result.computeIfAbsent(category, name -> new ArrayList<>()).add(row);
    }
    return result;
  }

  private static List<Scored> scored(
      ProbabilityMap map,
      Nonconformity sets,
      List<LabelledResponse> rows,
      ToIntFunction<LabelledResponse> rowsOfGroup) {
    return rows.stream()
        .map(
            row ->
                new Scored(
                    row.groupId(),
                    sets.of(map.probabilities(row.vector()))[row.level()],
                    row.weight() / rowsOfGroup.applyAsInt(row)))
        .toList();
  }

  /** What one category's sets promise, and what they did on unseen groups. */
  private Guarantee guarantee(
      String category, String of, Fitted fitted, SetsSeen seen, int groups) {
    Quantile plain = fitted.plain();
    double value = fitted.value();
    boolean finite = !Double.isInfinite(value);
    String reason =
        finite
            ? ""
            : plain.isFinite()
                ? "a case of the kind that was labelled most rarely outweighs the labels, so every"
                    + " set is full; labels of such cases would help"
                : plain.shortfall();
    boolean one = category.equals(ALL);
    return new Guarantee(
        Guarantee.Kind.COVERAGE,
        category,
        (one ? "" : "mondrian ") + (weighted ? "weighted" : "split") + of,
        alpha,
        Optional.empty(),
        finite ? Optional.of(value) : Optional.empty(),
        plain.groups(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        groups == 0 ? Optional.empty() : Optional.of(seen.size()),
        groups == 0 ? Optional.empty() : Optional.of(seen.coverage()),
        groups,
        reason,
        finite
            ? "A set holds the label that a human would give for at least %s of new questions%s."
                .formatted(percent(1 - alpha), one ? "" : " with " + category)
            : "Every set is full: nothing is ruled out.",
        Optional.empty());
  }

  static String percent(double share) {
    return BigDecimal.valueOf(share * 100)
            .setScale(1, java.math.RoundingMode.HALF_UP)
            .stripTrailingZeros()
            .toPlainString()
        + " %";
  }
}
