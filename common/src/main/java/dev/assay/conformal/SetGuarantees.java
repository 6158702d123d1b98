package dev.assay.conformal;

import dev.assay.calibration.LabelledParts;
import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.LevelScale;
import dev.assay.calibration.ProbabilityMap;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;

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

  /**
   * One guarantee a category of the conformal groups; any order of the rows gives the same.
   *
   * @param map to the probabilities of labels
   * @param sets the nonconformity of labels
   */
  public List<Guarantee> of(ProbabilityMap map, Nonconformity sets, LabelledParts parts) {
    Map<String, List<LabelledResponse>> conformal = byCategory(map.scale(), parts.conformal());
    Map<String, List<LabelledResponse>> test = byCategory(map.scale(), parts.test());
    List<Guarantee> guarantees = new ArrayList<>();
    conformal.forEach(
        (category, rows) ->
            guarantees.add(
                guarantee(
                    category,
                    map.scale().isBinary() ? "" : " " + sets.id(),
                    scored(map, sets, rows),
                    test.getOrDefault(category, List.of()),
                    (row, quantile) -> quantile.set(sets.of(map.probabilities(row.vector()))))));
    return guarantees;
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
      ProbabilityMap map, Nonconformity sets, List<LabelledResponse> rows) {
    return rows.stream()
        .map(
            row ->
                new Scored(
                    row.groupId(),
                    sets.of(map.probabilities(row.vector()))[row.level()],
                    row.weight()))
        .toList();
  }

  /**
   * What one category's sets promise.
   *
   * @param of what is added to the method's name
   * @param scored labelled cases of conformal groups
   * @param unseen rows of other groups
   * @param set of such a row by a quantile
   */
  private Guarantee guarantee(
      String category,
      String of,
      List<Scored> scored,
      List<LabelledResponse> unseen,
      BiFunction<LabelledResponse, Quantile, PredictionSet> set) {
    Quantile plain = Quantile.of(scored, alpha);
    double value =
        weighted
            ? WeightedQuantile.of(scored, alpha)
                .at(scored.stream().mapToDouble(Scored::weight).max().orElseThrow())
            : plain.value();
    boolean finite = !Double.isInfinite(value);
    String reason =
        finite
            ? ""
            : plain.isFinite()
                ? "a case of the kind that was labelled most rarely outweighs the labels, so every"
                    + " set is full; labels of such cases would help"
                : plain.shortfall();
    Quantile used = new Quantile(alpha, value, plain.groups());
    SetsSeen seen = SetsSeen.of(unseen, row -> set.apply(row, used));
    int groups = LabelledResponse.groups(unseen);
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
            : "Every set is full: nothing is ruled out.");
  }

  static String percent(double share) {
    return BigDecimal.valueOf(share * 100)
            .setScale(1, java.math.RoundingMode.HALF_UP)
            .stripTrailingZeros()
            .toPlainString()
        + " %";
  }
}
