package dev.assay.conformal;

import java.io.Serializable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.DoubleFunction;

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

  /** The category of a label. */
  public static String label(int label) {
    return "label=" + label;
  }

  /** One guarantee a category of the conformal groups; any order of the cases gives the same. */
  public List<Guarantee> of(JudgedParts parts) {
    Map<String, List<JudgedCase>> conformal = byCategory(parts.conformal());
    Map<String, List<JudgedCase>> test = byCategory(parts.test());
    List<Guarantee> guarantees = new ArrayList<>();
    conformal.forEach(
        (category, rows) -> {
          List<JudgedCase> unseen = test.getOrDefault(category, List.of());
          guarantees.add(
              guarantee(
                  category,
                  "",
                  rows.stream().map(JudgedCase::scored).toList(),
                  quantile -> seen(unseen, quantile),
                  JudgedParts.groups(unseen)));
        });
    return guarantees;
  }

  private Map<String, List<JudgedCase>> byCategory(List<JudgedCase> cases) {
    Map<String, List<JudgedCase>> result = new TreeMap<>();
    for (JudgedCase one : cases) {
      String category =
          byLabel ? label(one.label()) : one.category().isEmpty() ? ALL : one.category();
      result.computeIfAbsent(category, name -> new ArrayList<>()).add(one);
    }
    return result;
  }

  /**
   * What one category's sets promise.
   *
   * @param of what is added to the method's name
   * @param scored labelled cases of conformal groups
   * @param unseen what sets of a quantile do on unseen groups
   * @param groups number of those
   */
  Guarantee guarantee(
      String category,
      String of,
      List<Scored> scored,
      DoubleFunction<SetsSeen> unseen,
      int groups) {
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
    SetsSeen seen = unseen.apply(value);
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

  private static SetsSeen seen(List<JudgedCase> unseen, double quantile) {
    return SetsSeen.of(
        unseen,
        one -> Binary.nonconformity(one.probability(), one.label()) <= quantile,
        one ->
            (Binary.nonconformity(one.probability(), 0) <= quantile ? 1 : 0)
                + (Binary.nonconformity(one.probability(), 1) <= quantile ? 1 : 0));
  }

  static String percent(double share) {
    return BigDecimal.valueOf(share * 100)
            .setScale(1, java.math.RoundingMode.HALF_UP)
            .stripTrailingZeros()
            .toPlainString()
        + " %";
  }
}
