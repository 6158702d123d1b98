package dev.assay.bench;

import static dev.assay.bench.SampleBench.print;

import dev.assay.spark.SharedSpark;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How the time of every stage grows with its rows, in one table: three sizes of which each is the
 * same multiple of the one before. The smallest is run once unmeasured, then middle, smallest,
 * middle, smallest and largest, all in this process, so that what is compiled on the way is
 * compiled by the time that the fastest runs of the smaller sizes are made.
 */
public final class GrowthBench {
  private static final List<Long> SIZES = List.of(10_000L, 100_000L, 1_000_000L);
  private static final int LARGEST = 2;
  private static final int[] ORDER = {1, 0, 1, 0, LARGEST};

  /** Stages whose work does not grow with rows of a table, or cannot be told from another's. */
  static final Map<String, String> WITHOUT =
      Map.of(
          "generate", "asks for as many questions as sample.size says, whatever the corpus has",
          "grammar", "makes as many questions as its templates and grammar.fill say",
          "place", "embeds a question as embed does a chunk: a network bounds it",
          "shrink", "asks a system shrink.max-calls questions at most",
          "gate", "reads the leaderboard, which has a row a system, slice and metric",
          "sql", "serves; scripts/bench queries measures it");

  private final List<Long> sizes;
  private final Set<String> asked;
  private final boolean all;
  private final GrowthRuns runs;

  private GrowthBench(List<Long> sizes, Set<String> asked, boolean all, GrowthRuns runs) {
    this.sizes = sizes;
    this.asked = asked;
    this.all = all;
    this.runs = runs;
  }

  /** Arguments: three sizes by commas (10000,100000,1000000), stages by commas (all). */
  public static void main(String[] arguments) throws Exception {
    List<Long> sizes =
        arguments.length > 0
            ? Arrays.stream(arguments[0].split(",")).map(Long::parseLong).toList()
            : SIZES;
    Set<String> known = stages();
    Set<String> asked =
        arguments.length > 1 ? new LinkedHashSet<>(List.of(arguments[1].split(","))) : known;
    if (!inProgression(sizes) || !known.containsAll(asked)) {
      System.err.printf(
          "assay: bench growth takes three sizes, each the same multiple of the one before, and"
              + " stages of %s: bench growth 10000,100000,1000000 evaluate,analyze%n"
              + "Without rows of their own: %s%n",
          known, WITHOUT);
      System.exit(64);
    }
    new GrowthBench(
            sizes,
            asked,
            arguments.length <= 1,
            new GrowthRuns(SharedSpark.session(), Files.createTempDirectory("assay-bench-")))
        .table();
    SharedSpark.session().stop();
  }

  /** Those that have rows. */
  static Set<String> stages() {
    return Stream.of(GrowthChain.values())
        .flatMap(chain -> chain.stages().stream())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static boolean inProgression(List<Long> sizes) {
    return sizes.size() == 3
        && sizes.get(0) >= 1000
        && sizes.get(1) > sizes.get(0)
        && Math.abs(ratio(sizes) / ((double) sizes.get(2) / sizes.get(1)) - 1) < .01;
  }

  private static double ratio(List<Long> sizes) {
    return (double) sizes.get(1) / sizes.get(0);
  }

  private void table() {
    print(
        "| stage, rows | smallest | middle | largest | µs a row beyond fixed | slope (target 1.0 ± .05) |");
    print("| --- | --- | --- | --- | --- | --- |");
    for (GrowthChain chain : GrowthChain.values()) {
      Set<String> own = new LinkedHashSet<>(chain.stages());
      own.retainAll(asked);
      if (!own.isEmpty()) {
        rows(chain, own);
      }
    }
    if (all) {
      WITHOUT.entrySet().stream()
          .sorted(Map.Entry.comparingByKey())
          .forEach(one -> print("not applicable: %s %s", one.getKey(), one.getValue()));
    }
    print("load %.1f at the end", QueriesBench.load());
  }

  private void rows(GrowthChain chain, Set<String> own) {
    // Who names stages gets the sizes that he names.
    List<Long> chosen = all ? chain.sizes(sizes) : sizes;
    long smallest = chosen.get(0);
    runs.run(chain, smallest, smallest, own, (stage, cost) -> {});
    Map<String, List<List<GrowthRuns.Cost>>> costs = new HashMap<>();
    own.forEach(
        stage ->
            costs.put(stage, List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>())));
    for (int place : ORDER) {
      runs.run(
          chain,
          chosen.get(place),
          smallest,
          own,
          (stage, cost) -> {
            costs.get(stage).get(place).add(cost);
            if (place == LARGEST) {
              print("%s", row(stage, chain, chosen, costs.get(stage)));
            }
          });
    }
    chosen.forEach(rows -> runs.done(chain, rows));
  }

  private static String row(
      String stage, GrowthChain chain, List<Long> sizes, List<List<GrowthRuns.Cost>> costs) {
    List<List<Double>> seconds =
        costs.stream().map(size -> size.stream().map(GrowthRuns.Cost::seconds).toList()).toList();
    List<Double> fastest =
        seconds.stream().map(size -> size.stream().min(Double::compare).orElseThrow()).toList();
    StringBuilder row = new StringBuilder("| `" + stage + "`, " + chain.unit());
    for (int i = 0; i < sizes.size(); i++) {
      row.append(
          String.format(
              Locale.ROOT, " | %,d: %s", sizes.get(i), told(costs.get(i), seconds.get(i))));
    }
    double each = (fastest.get(2) - fastest.get(1)) / (sizes.get(2) - sizes.get(1));
    return row.append(
            String.format(
                Locale.ROOT,
                " | %s | %s |",
                each > 0 ? String.format(Locale.ROOT, "%.1f", each * 1e6) : "none",
                Slope.told(seconds, ratio(sizes))))
        .toString();
  }

  /** Seconds of all runs; processor's seconds and memory of the last. */
  private static String told(List<GrowthRuns.Cost> runs, List<Double> seconds) {
    GrowthRuns.Cost last = runs.get(runs.size() - 1);
    return seconds.stream()
            .map(one -> String.format(Locale.ROOT, "%.1f", one))
            .collect(Collectors.joining(", "))
        + String.format(
            Locale.ROOT,
            " s (%.1f s%s)",
            last.processor(),
            Double.isNaN(last.peak()) ? "" : String.format(Locale.ROOT, ", %.2f GB", last.peak()));
  }
}
