package dev.assay.conformal;

import dev.assay.base.Rounding;

/**
 * For levels in an order: the probability of the interval that starts at the most likely level and
 * grows, level by level, to its likelier neighbour until it holds this level, less the share {@code
 * u} of the level's own (Lu, Angelopoulos and Pomerantz 2022, Improving Trustworthiness of AI
 * Disease Severity Rating in Medical Imaging with Ordinal Conformal Prediction Sets). Sets have no
 * gaps. Equal probabilities go to the lower level.
 */
public record OrdinalAdaptive() implements Nonconformity {

  @Override
  public double[] of(double[] probabilities, double u) {
    int low = 0;
    for (int y = 1; y < probabilities.length; y++) {
      low = probabilities[y] > probabilities[low] ? y : low;
    }
    int high = low;
    double sum = probabilities[low];
    double[] result = new double[probabilities.length];
    result[low] = Rounding.toNano(sum - u * probabilities[low]);
    while (high - low + 1 < probabilities.length) {
      double below = low > 0 ? probabilities[low - 1] : -1;
      double above = high + 1 < probabilities.length ? probabilities[high + 1] : -1;
      int next = below >= above ? --low : ++high;
      sum += probabilities[next];
      result[next] = Rounding.toNano(sum - u * probabilities[next]);
    }
    return result;
  }

  @Override
  public String id() {
    return "ordinal";
  }
}
