package dev.assay.conformal;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A quantile of its own in every category, so that the promise holds in each and not only on
 * average: by label, stratum, query type, language (Vovk, Gammerman and Shafer 2005, Mondrian
 * conformal predictors). A category that was never seen, or too rarely, gets full sets.
 *
 * @param alpha the error rate, in (0, 0.5]
 * @param quantiles by category
 */
public record Mondrian(double alpha, SortedMap<String, Quantile> quantiles)
    implements Serializable {

  public Mondrian {
    Quantile.check(alpha);
    quantiles = Collections.unmodifiableSortedMap(new TreeMap<>(quantiles));
  }

  /** Fits each category on its rows. */
  public static Mondrian fit(Map<String, List<Scored>> rowsByCategory, double alpha) {
    SortedMap<String, Quantile> quantiles = new TreeMap<>();
    rowsByCategory.forEach((category, rows) -> quantiles.put(category, Quantile.of(rows, alpha)));
    return new Mondrian(alpha, quantiles);
  }

  /** What a label may be in {@code category}; +∞ in one that has too few groups. */
  public double quantile(String category) {
    Quantile quantile = quantiles.get(category);
    return quantile == null ? Double.POSITIVE_INFINITY : quantile.value();
  }

  /** One sentence for each category without a finite quantile. */
  public List<String> shortfalls() {
    List<String> sentences = new ArrayList<>();
    quantiles.forEach(
        (category, quantile) -> {
          if (!quantile.isFinite()) {
            sentences.add(category + ": " + quantile.shortfall());
          }
        });
    return sentences;
  }
}
