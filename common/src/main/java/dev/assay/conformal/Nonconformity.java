package dev.assay.conformal;

import java.io.Serializable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The nonconformity of each label of a response, by the probabilities of all labels: the higher,
 * the less the label fits. A prediction set holds the labels whose nonconformity is at most a
 * quantile of that of the labels that humans gave.
 */
public sealed interface Nonconformity extends Serializable
    permits LeastAmbiguous, Adaptive, OrdinalAdaptive {

  /**
   * The nonconformity of every label.
   *
   * @param probabilities of the labels, each in [0, 1], summing to 1
   * @param u a number in [0, 1] that belongs to the response: uniform for exact coverage, 0 for
   *     sets that no chance enters and that cover somewhat more; 1 for such sets that always hold
   *     the likeliest label
   */
  double[] of(double[] probabilities, double u);

  /** The same where no chance enters and the likeliest label is never left out. */
  default double[] of(double[] probabilities) {
    return of(probabilities, 1);
  }

  /** The one whose {@link #id} was stored. */
  static Nonconformity of(String id) {
    Matcher raps = Pattern.compile("raps\\(([0-9.E-]+),([0-9]+)\\)").matcher(id);
    if (raps.matches()) {
      return new Adaptive(Double.parseDouble(raps.group(1)), Integer.parseInt(raps.group(2)));
    }
    return switch (id) {
      case "lac" -> new LeastAmbiguous();
      case "aps" -> Adaptive.aps();
      case "ordinal" -> new OrdinalAdaptive();
      default -> throw new IllegalArgumentException("Unknown nonconformity '" + id + "'");
    };
  }

  /** The method's name, as stored in {@code guarantees.method}. */
  String id();
}
