package dev.assay.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.base.Seeds;
import dev.assay.stats.sampling.Allocation;
import dev.assay.stats.sampling.PoissonDesign;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A corpus of 600 chunks in six strata of 300, 150, 80, 40, 20 and 10, sampled again and again by
 * the designs of the stage {@code sample} and weighted as {@code generate} does it. Strata differ
 * in mean and spread; heavy chunks score higher, so that a design that forgot its chances would be
 * biased by several standard errors.
 */
class SamplingSimulationTest {
  private static final int[] SIZES = {300, 150, 80, 40, 20, 10};
  private static final int SAMPLE = 90;

  private static final List<Chunk> CORPUS = corpus();

  /** Of each round the chunks' random numbers: all designs draw with the same. */
  private static final List<double[]> NUMBERS = new ArrayList<>();

  private final List<Chunk> corpus = CORPUS;
  private final double truth =
      corpus.stream().mapToDouble(chunk -> chunk.value).average().orElseThrow();

  /** Of each design what each stratum gives. */
  private static final Map<String, SortedMap<Integer, Integer>> SHARES = new HashMap<>();

  private record Chunk(String id, int index, int stratum, double weight, double value) {}

  private static double[] numbers(int round) {
    while (NUMBERS.size() <= round) {
      int next = NUMBERS.size();
      NUMBERS.add(
          CORPUS.stream().mapToDouble(chunk -> Seeds.uniform(next, "sample", chunk.id)).toArray());
    }
    return NUMBERS.get(round);
  }

  /** Bias within 4 Monte Carlo errors; coverage within 2.6 √(.95 × .05 / rounds) and .015. */
  @ParameterizedTest(name = "{0}, finite corpus {1}")
  @CsvSource({
    "proportional, true",
    "equal, true",
    "square-root, true",
    "neyman, true",
    "weighted, true",
    "proportional, false",
  })
  void linearisedEstimatesAreUnbiasedAndCovered(String design, boolean finite) {
    check(design, finite, IntervalMethod.LINEARISED, 400, .015);
  }

  @Tag("slow")
  @ParameterizedTest(name = "{0}, finite corpus {1}, {2}")
  @CsvSource({
    "proportional, true, BOOTSTRAP",
    "equal, true, BOOTSTRAP",
    "square-root, true, BOOTSTRAP",
    "neyman, true, BOOTSTRAP",
    "weighted, true, BOOTSTRAP",
    "proportional, true, LINEARISED",
    "equal, true, LINEARISED",
    "square-root, true, LINEARISED",
    "neyman, true, LINEARISED",
    "weighted, true, LINEARISED",
  })
  void estimatesAreUnbiasedAndCoveredInManyRounds(
      String design, boolean finite, IntervalMethod method) {
    check(design, finite, method, 4000, .01);
  }

  /** Without weights the equal shares of small strata, which score high, count for too much. */
  @Test
  void withoutTheirChancesTheSameSamplesAreFarOff() {
    double sum = 0;
    for (int round = 0; round < 100; round++) {
      sum +=
          observations("equal", true, round).stream()
              .mapToDouble(Observation::value)
              .average()
              .orElseThrow();
    }
    // The standard error of a weighted estimate is .036.
    assertThat(sum / 100 - truth).isGreaterThan(.5);
  }

  private void check(String design, boolean finite, IntervalMethod method, int rounds, double own) {
    double sum = 0;
    double squares = 0;
    int covered = 0;
    for (int round = 0; round < rounds; round++) {
      Interval interval =
          method
              .interval(
                  observations(design, finite, round),
                  Range.UNBOUNDED,
                  new Resampling(400, .95, round))
              .orElseThrow();
      sum += interval.estimate() - truth;
      squares += (interval.estimate() - truth) * (interval.estimate() - truth);
      covered += interval.covers(truth) ? 1 : 0;
    }
    double spread = Math.sqrt(squares / rounds);
    // A ratio's own bias is a few hundredths of its standard error.
    assertThat(sum / rounds).isCloseTo(0, within((4 / Math.sqrt(rounds) + .05) * spread));
    double error = 2.6 * Math.sqrt(.95 * .05 / rounds) + own;
    assertThat(covered / (double) rounds).isBetween(.95 - error, finite ? .95 + error : 1);
  }

  private List<Observation> observations(String design, boolean finite, int round) {
    double[] chances = design.equals("weighted") ? poisson(round) : simple(design, round);
    double[] reached = new double[SIZES.length];
    for (Chunk chunk : corpus) {
      reached[chunk.stratum] += chances[chunk.index] > 0 ? 1 / chances[chunk.index] : 0;
    }
    List<Observation> observations = new ArrayList<>();
    for (Chunk chunk : corpus) {
      if (chances[chunk.index] > 0) {
        double weight = SIZES[chunk.stratum] / reached[chunk.stratum] / chances[chunk.index];
        observations.add(
            new Observation(
                chunk.id,
                "" + chunk.stratum,
                chunk.value,
                weight,
                finite ? Math.min(1, 1 / weight) : 0));
      }
    }
    return observations;
  }

  /** Of each chunk that is drawn its chance, 0 of the others: those with the least numbers. */
  private double[] simple(String design, int round) {
    SortedMap<Integer, Integer> shares = SHARES.computeIfAbsent(design, this::shares);
    double[] chances = new double[corpus.size()];
    int from = 0;
    for (int h = 0; h < SIZES.length; h++) {
      int to = from + SIZES[h];
      double[] numbers = Arrays.copyOfRange(numbers(round), from, to);
      Arrays.sort(numbers);
      double last = numbers[shares.get(h) - 1];
      for (int i = from; i < to; i++) {
        chances[i] = numbers(round)[i] <= last ? shares.get(h) / (double) SIZES[h] : 0;
      }
      from = to;
    }
    return chances;
  }

  private SortedMap<Integer, Integer> shares(String design) {
    SortedMap<Integer, Long> sizes = sizes();
    return new Allocation(2, Integer.MAX_VALUE)
        .shares(
            sizes,
            switch (design) {
              case "proportional" -> Allocation.proportional(sizes);
              case "equal" -> Allocation.equal(sizes);
              case "square-root" -> Allocation.squareRoot(sizes);
              default -> Allocation.neyman(sizes, deviations());
            },
            SAMPLE);
  }

  private double[] poisson(int round) {
    SortedMap<Integer, Double> totals = new TreeMap<>();
    corpus.forEach(chunk -> totals.merge(chunk.stratum, chunk.weight, Double::sum));
    SortedMap<Integer, Integer> shares =
        SHARES.computeIfAbsent(
            "weighted", d -> new Allocation(4, Integer.MAX_VALUE).shares(sizes(), totals, SAMPLE));
    double[] chances = new double[corpus.size()];
    for (Chunk chunk : corpus) {
      int h = chunk.stratum;
      // No weight asks for more than 1 here: the first scale is the last.
      double chance =
          PoissonDesign.start(shares.get(h), SIZES[h], totals.get(h)).probability(chunk.weight);
      if (!(chance < 1)) {
        throw new AssertionError("a chance of " + chance);
      }
      chances[chunk.index] = numbers(round)[chunk.index] < chance ? chance : 0;
    }
    return chances;
  }

  private Map<Integer, Double> deviations() {
    Map<Integer, Double> deviations = new HashMap<>();
    for (int h = 0; h < SIZES.length; h++) {
      int stratum = h;
      double[] values =
          corpus.stream().filter(c -> c.stratum == stratum).mapToDouble(c -> c.value).toArray();
      double mean =
          IntStream.range(0, values.length).mapToDouble(i -> values[i]).sum() / values.length;
      double squares = 0;
      for (double value : values) {
        squares += (value - mean) * (value - mean);
      }
      deviations.put(h, Math.sqrt(squares / (values.length - 1)));
    }
    return deviations;
  }

  private static SortedMap<Integer, Long> sizes() {
    SortedMap<Integer, Long> sizes = new TreeMap<>();
    for (int h = 0; h < SIZES.length; h++) {
      sizes.put(h, (long) SIZES[h]);
    }
    return sizes;
  }

  private static List<Chunk> corpus() {
    SplittableRandom random = new SplittableRandom(5);
    List<Chunk> corpus = new ArrayList<>();
    for (int h = 0; h < SIZES.length; h++) {
      for (int i = 0; i < SIZES[h]; i++) {
        double weight = 1 + random.nextDouble();
        double value = h * .5 + weight * .4 + (.2 + h * .1) * random.nextGaussian();
        corpus.add(new Chunk(h + "-" + i, corpus.size(), h, weight, value));
      }
    }
    return corpus;
  }
}
