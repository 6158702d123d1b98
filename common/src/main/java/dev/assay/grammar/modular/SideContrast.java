package dev.assay.grammar.modular;

import dev.assay.base.Identified;
import dev.assay.stats.Interval;
import dev.assay.stats.Multiplicity;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.PrimitiveIterator;

/**
 * How two sides of a hypothesis differ.
 *
 * @param difference a less b
 * @param pValue of no difference, two-sided; empty where there is no test
 * @param test its name, or why there is none
 */
public record SideContrast(
    String a,
    String b,
    Measured measured,
    Interval difference,
    OptionalDouble pValue,
    String test) {

  /** Holm-adjusted p-values of pairs that are looked at together; empty where there is no test. */
  public static List<OptionalDouble> adjusted(List<SideContrast> pairs) {
    double[] tested =
        pairs.stream()
            .filter(pair -> pair.pValue().isPresent())
            .mapToDouble(pair -> pair.pValue().getAsDouble())
            .toArray();
    PrimitiveIterator.OfDouble adjusted = Arrays.stream(Multiplicity.holm(tested)).iterator();
    return pairs.stream()
        .map(
            pair ->
                pair.pValue().isPresent()
                    ? OptionalDouble.of(adjusted.nextDouble())
                    : OptionalDouble.empty())
        .toList();
  }

  /** What is contrasted. */
  public enum Measured implements Identified {
    ACCURACY,
    ROBUSTNESS
  }
}
