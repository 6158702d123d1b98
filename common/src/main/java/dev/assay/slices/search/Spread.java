package dev.assay.slices.search;

import java.util.List;

/**
 * One metric of all units as columns, and by how many standard errors a part is worse than the
 * rest. The variance of either side is its own or that of both together, whichever is larger: few
 * groups that happen to agree are no evidence, and few that differ widely are little.
 */
final class Spread {
  private final double[] weight;
  private final double[] first;
  private final double[] squaredWeight;
  private final double[] mixed;
  private final double[] second;
  private final int[] known;
  private final double[] whole = new double[5];
  private int n;

  /** The values of {@code metric}, about their mean so that squares keep their digits. */
  Spread(List<Unit> units, String metric) {
    int size = units.size();
    weight = new double[size];
    first = new double[size];
    squaredWeight = new double[size];
    mixed = new double[size];
    second = new double[size];
    known = new int[size];
    double mean =
        units.stream()
            .map(unit -> unit.measured().get(metric))
            .filter(java.util.Objects::nonNull)
            .mapToDouble(Unit.Measured::value)
            .average()
            .orElse(0);
    for (int i = 0; i < size; i++) {
      Unit.Measured measured = units.get(i).measured().get(metric);
      if (measured != null) {
        double w = measured.weight();
        double v = measured.value() - mean;
        weight[i] = w;
        first[i] = w * v;
        squaredWeight[i] = w * w;
        mixed[i] = w * w * v;
        second[i] = w * w * v * v;
        known[i] = 1;
        add(whole, i);
        n++;
      }
    }
  }

  private void add(double[] sums, int i) {
    sums[0] += weight[i];
    sums[1] += first[i];
    sums[2] += squaredWeight[i];
    sums[3] += mixed[i];
    sums[4] += second[i];
  }

  /** How many of {@code members} have a value. */
  int count(int[] members) {
    int count = 0;
    for (int member : members) {
      count += known[member];
    }
    return count;
  }

  int count() {
    return n;
  }

  /**
   * The mean elsewhere minus that of {@code members} over its standard error; 0 where either side
   * has fewer than two.
   *
   * @param place which unit's value each unit has
   */
  double statistic(int[] members, int[] place) {
    double[] in = new double[5];
    int inside = 0;
    for (int member : members) {
      int i = place[member];
      add(in, i);
      inside += known[i];
    }
    return statistic(in, inside, whole, n);
  }

  /** The same of {@code members} among {@code all} alone, who hold them. */
  double statistic(int[] members, int[] all, int[] place) {
    double[] in = new double[5];
    double[] everything = new double[5];
    for (int member : members) {
      add(in, place[member]);
    }
    for (int member : all) {
      add(everything, place[member]);
    }
    return statistic(in, count(members), everything, count(all));
  }

  private static double statistic(double[] in, int inside, double[] all, int total) {
    int outside = total - inside;
    if (inside < 2 || outside < 2) {
      return 0;
    }
    double insideWeight = in[0];
    double outsideWeight = all[0] - in[0];
    double insideMean = in[1] / insideWeight;
    double outsideMean = (all[1] - in[1]) / outsideWeight;
    double insideSquares = squares(in[2], in[3], in[4], insideMean);
    double outsideSquares = squares(all[2] - in[2], all[3] - in[3], all[4] - in[4], outsideMean);
    double pooled = (insideSquares + outsideSquares) / all[2] * total / Math.max(1.0, total - 2.0);
    double variance =
        Math.max(insideSquares * inside / (inside - 1.0), pooled * in[2])
                / (insideWeight * insideWeight)
            + Math.max(outsideSquares * outside / (outside - 1.0), pooled * (all[2] - in[2]))
                / (outsideWeight * outsideWeight);
    double difference = outsideMean - insideMean;
    if (variance < 1e-18) {
      return Math.abs(difference) < 1e-9 ? 0 : Math.copySign(1e9, difference);
    }
    return difference / Math.sqrt(variance);
  }

  /** Σ w²(v − mean)². */
  private static double squares(double w2, double w2v, double w2v2, double mean) {
    return Math.max(0, w2v2 - 2 * mean * w2v + mean * mean * w2);
  }
}
