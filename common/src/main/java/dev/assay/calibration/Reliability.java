package dev.assay.calibration;

import dev.assay.stats.Intervals;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.stream.DoubleStream;

/**
 * How well probabilities match the labels of rows that the map has not seen, rows counting by their
 * weights.
 *
 * @param ece expected calibration error over bins of equal mass, in [0, 1]
 * @param brier mean squared error, in [0, 1]
 * @param logLoss mean negative log-likelihood in nats, probabilities kept 2⁻⁵² away from 0 and 1
 * @param murphy the Brier score's parts
 * @param curve the bins in ascending order of probability
 */
public record Reliability(
    double ece, double brier, double logLoss, Murphy murphy, List<Bin> curve) {

  /**
   * Murphy's decomposition (1973) over the bins of the curve: reliability − resolution +
   * uncertainty is the Brier score of predicting each bin's mean probability.
   *
   * @param reliability how far bins' probabilities are from their shares, squared; 0 is best
   * @param resolution how far bins' shares are from the overall share, squared; higher is better
   * @param uncertainty share · (1 − share) of label 1: what no forecast can change
   */
  public record Murphy(double reliability, double resolution, double uncertainty) {}

  /**
   * One bin of the reliability curve.
   *
   * @param score mean score
   * @param predicted mean probability
   * @param observed share of label 1
   * @param low lower 95 % Wilson limit of {@code observed}, each group counting as one trial
   * @param high upper limit
   * @param n number of rows
   * @param nGroups number of groups
   */
  public record Bin(
      double score,
      double predicted,
      double observed,
      double low,
      double high,
      int n,
      int nGroups) {}

  /**
   * Measures on at least one row. Rows go to {@code bins} bins of equal weight in the order of
   * their probability; equal probabilities stay in one bin, so there may be fewer. What is measured
   * of more than two levels says {@link LevelReliability}.
   */
  public static Reliability of(ProbabilityMap map, List<LabelledResponse> rows, int bins) {
    return map.scale().isBinary()
        ? of(rows, row -> map.probability(row.vector()), LabelledResponse::level, bins)
        : LevelReliability.of(map, rows, bins);
  }

  /**
   * The log loss on {@code rows} of saying of every row how often {@code train} has each level: what
   * a map must undercut. Infinite where a level is none of the train rows'.
   */
  public static double baseRateLogLoss(
      LevelScale scale, List<LabelledResponse> train, List<LabelledResponse> rows) {
    double[] shares = weights(scale, train);
    double[] given = weights(scale, rows);
    double all = DoubleStream.of(shares).sum();
    double total = DoubleStream.of(given).sum();
    double loss = 0;
    for (int level = 0; level < given.length; level++) {
      loss -= given[level] == 0 ? 0 : given[level] / total * Math.log(shares[level] / all);
    }
    return loss;
  }

  /** Of each level; rows of more than two levels count one each. */
  private static double[] weights(LevelScale scale, List<LabelledResponse> rows) {
    double[] weights = new double[scale.size()];
    rows.stream()
        .sorted(LabelledResponse.ORDER)
        .forEach(row -> weights[row.level()] += scale.isBinary() ? row.weight() : 1);
    return weights;
  }

  /** Of a probability and a binary label that are given for each row. */
  static Reliability of(
      List<LabelledResponse> rows,
      ToDoubleFunction<LabelledResponse> probability,
      ToIntFunction<LabelledResponse> label,
      int bins) {
    if (rows.isEmpty() || bins < 1) {
      throw new IllegalArgumentException(
          "Needs rows and at least one bin, got %d and %d".formatted(rows.size(), bins));
    }
    List<Predicted> ordered =
        rows.stream()
            .sorted(LabelledResponse.ORDER)
            .map(row -> new Predicted(row, probability.applyAsDouble(row), label.applyAsInt(row)))
            .sorted(Comparator.comparingDouble(Predicted::probability))
            .toList();
    double total = ordered.stream().mapToDouble(Predicted::weight).sum();
    double brier = 0;
    double logLoss = 0;
    for (Predicted row : ordered) {
      double miss = row.label() - row.probability();
      double likelihood = 1 - Math.abs(miss);
      brier += row.weight() / total * miss * miss;
      logLoss += row.weight() / total * LogLoss.of(likelihood);
    }
    double share = 0;
    for (Predicted row : ordered) {
      share += row.weight() / total * row.label();
    }
    double ece = 0;
    double unreliable = 0;
    double resolved = 0;
    List<Bin> curve = new ArrayList<>();
    for (List<Predicted> members : equalMass(ordered, total, bins)) {
      Bin bin = bin(members);
      double mass = members.stream().mapToDouble(Predicted::weight).sum() / total;
      ece += mass * Math.abs(bin.predicted() - bin.observed());
      unreliable += mass * Math.pow(bin.predicted() - bin.observed(), 2);
      resolved += mass * Math.pow(bin.observed() - share, 2);
      curve.add(bin);
    }
    Murphy murphy = new Murphy(unreliable, resolved, share * (1 - share));
    return new Reliability(ece, brier, logLoss, murphy, List.copyOf(curve));
  }

  private record Predicted(LabelledResponse row, double probability, int label) {
    double weight() {
      return row.weight();
    }
  }

  /** A run of equal probabilities goes where the middle of its mass lies. */
  private static List<List<Predicted>> equalMass(List<Predicted> ordered, double total, int bins) {
    List<List<Predicted>> result = new ArrayList<>();
    double before = 0;
    int last = -1;
    for (int from = 0; from < ordered.size(); ) {
      int to = from;
      double mass = 0;
      while (to < ordered.size()
          && ordered.get(to).probability() == ordered.get(from).probability()) {
        mass += ordered.get(to++).weight();
      }
      int bin = (int) Math.min(bins - 1, Math.floor((before + mass / 2) / total * bins));
      if (bin != last) {
        result.add(new ArrayList<>());
        last = bin;
      }
      result.get(result.size() - 1).addAll(ordered.subList(from, to));
      before += mass;
      from = to;
    }
    return result;
  }

  private static Bin bin(List<Predicted> members) {
    double weight = 0;
    double score = 0;
    double predicted = 0;
    double observed = 0;
    Set<String> groups = new HashSet<>();
    for (Predicted member : members) {
      weight += member.weight();
      score += member.weight() * member.row().score();
      predicted += member.weight() * member.probability();
      observed += member.weight() * member.label();
      groups.add(member.row().groupId());
    }
    double share = Math.min(1, observed / weight);
    double[] limits = Intervals.wilson(share * groups.size(), groups.size(), .95);
    return new Bin(
        score / weight,
        predicted / weight,
        share,
        limits[0],
        limits[1],
        members.size(),
        groups.size());
  }
}
