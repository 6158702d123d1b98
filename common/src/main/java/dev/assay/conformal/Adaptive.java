package dev.assay.conformal;

import dev.assay.base.Rounding;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * APS and RAPS: the probability of all labels down to and with this one, most likely first, less
 * the share {@code u} of its own (Romano, Sesia and Candès 2020), plus a penalty for each rank
 * beyond {@code rank} (Angelopoulos, Bates, Malik and Jordan 2021). Sets grow where a response is
 * hard. Equal probabilities rank by label.
 *
 * @param penalty for each further rank, at least 0; 0 is APS
 * @param rank ranks without penalty, at least 0
 */
public record Adaptive(double penalty, int rank) implements Nonconformity {

  public Adaptive {
    if (!(penalty >= 0) || rank < 0) {
      throw new IllegalArgumentException(
          "Needs a penalty and a rank of at least 0, got %s and %d".formatted(penalty, rank));
    }
  }

  /** Without penalty. */
  public static Adaptive aps() {
    return new Adaptive(0, 0);
  }

  @Override
  public double[] of(double[] probabilities, double u) {
    int[] order =
        IntStream.range(0, probabilities.length)
            .boxed()
            .sorted(
                Comparator.<Integer>comparingDouble(y -> -probabilities[y])
                    .thenComparingInt(y -> y))
            .mapToInt(Integer::intValue)
            .toArray();
    double[] result = new double[probabilities.length];
    double sum = 0;
    for (int r = 0; r < order.length; r++) {
      int y = order[r];
      sum += probabilities[y];
      result[y] = Rounding.toNano(sum + penalty * Math.max(0, r + 1 - rank) - u * probabilities[y]);
    }
    return result;
  }

  @Override
  public String id() {
    return penalty == 0 ? "aps" : "raps(" + penalty + "," + rank + ")";
  }
}
