package dev.assay.bench;

import static dev.assay.bench.SampleBench.print;

import dev.assay.base.Seeds;
import dev.assay.spark.SharedSpark;
import java.io.BufferedReader;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * How much faster a stage is on two cores than on one: each in a process of its own, which the
 * system keeps on so many cores ({@code taskset}), whose virtual machine and Spark know of no more.
 * Efficiency is t1 / (2 t2); beyond fixed costs that of the differences between two sizes, of which
 * the smaller is a tenth of the larger. What the machine itself gives to a loop that uses no memory
 * stands before.
 */
public final class CoresBench {
  private static final String TIMES = "times ";
  private static final int[] ORDER = {1, 0, 1, 0};
  private static final long COUNTED = 2_000_000_000L;

  private CoresBench() {}

  /** Arguments: size (100000), stages by commas (all of bench growth). */
  public static void main(String[] arguments) throws Exception {
    long size = arguments.length > 0 ? Long.parseLong(arguments[0]) : 100_000;
    Set<String> asked =
        arguments.length > 1
            ? new LinkedHashSet<>(List.of(arguments[1].split(",")))
            : GrowthBench.stages();
    if (size < 10_000 || !GrowthBench.stages().containsAll(asked)) {
      System.err.println(
          "assay: bench cores takes a size of at least 10000 and stages of "
              + GrowthBench.stages()
              + " by commas: bench cores 100000 evaluate,analyze");
      System.exit(64);
    }
    if (arguments.length > 2) {
      measured(size, asked);
      return;
    }
    // What other programs take is not the same beside one core and beside two: with them no row
    // says anything.
    print("load %.1f at the start", QueriesBench.load());
    double alone = counted(1);
    print("a loop without memory: efficiency %.2f", alone / (2 * counted(2)));
    print("| stage, rows | one core | two cores | efficiency | beyond fixed (target .9) |");
    print("| --- | --- | --- | --- | --- |");
    for (GrowthChain chain : GrowthChain.values()) {
      Set<String> own = new LinkedHashSet<>(chain.stages());
      own.retainAll(asked);
      if (!own.isEmpty()) {
        Map<String, double[]> one = child(1, size, own);
        Map<String, double[]> two = child(2, size, own);
        own.forEach(stage -> row(stage, sizes(chain, size), one.get(stage), two.get(stage)));
      }
    }
    print("load %.1f at the end", QueriesBench.load());
  }

  private static List<Long> sizes(GrowthChain chain, long size) {
    List<Long> sizes = chain.sizes(List.of(size / 10, size, 10 * size));
    return sizes.subList(0, 2);
  }

  private static void row(String stage, List<Long> sizes, double[] one, double[] two) {
    double grown = two[1] - two[0];
    print(
        "| `%s`, %,d and %,d | %.1f, %.1f s | %.1f, %.1f s | %.2f | %s |",
        stage,
        sizes.get(0),
        sizes.get(1),
        one[0],
        one[1],
        two[0],
        two[1],
        one[1] / (2 * two[1]),
        // A difference that is a small part of either time may be anything.
        grown > .2 * two[1]
            ? "%.2f".formatted((one[1] - one[0]) / (2 * grown))
            : "not measurable: nearly all of it is fixed");
  }

  /** The fastest of two runs of both sizes, after one of the smaller, in a child process. */
  private static void measured(long size, Set<String> asked) throws Exception {
    GrowthRuns runs =
        new GrowthRuns(SharedSpark.session(), Files.createTempDirectory("assay-bench-"));
    for (GrowthChain chain : GrowthChain.values()) {
      Set<String> own = new LinkedHashSet<>(chain.stages());
      own.retainAll(asked);
      if (own.isEmpty()) {
        continue;
      }
      List<Long> sizes = sizes(chain, size);
      runs.run(chain, sizes.get(0), sizes.get(0), own, (stage, cost) -> {});
      Map<String, double[]> fastest = new TreeMap<>();
      for (int place : ORDER) {
        runs.run(
            chain,
            sizes.get(place),
            sizes.get(0),
            own,
            (stage, cost) -> {
              double[] times =
                  fastest.computeIfAbsent(
                      stage,
                      name -> new double[] {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY});
              times[place] = Math.min(times[place], cost.seconds());
            });
      }
      fastest.forEach(
          (stage, times) -> System.out.println(TIMES + stage + " " + times[0] + " " + times[1]));
    }
    SharedSpark.session().stop();
  }

  private static Map<String, double[]> child(int cores, long size, Set<String> asked)
      throws Exception {
    List<String> command = new ArrayList<>(List.of("taskset", "-c", "0-" + (cores - 1)));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    // The same collector on one core, where the virtual machine would take another one.
    command.addAll(
        List.of(
            "-XX:+UseParallelGC", "-XX:ActiveProcessorCount=" + cores, "-Dassay.cores=" + cores));
    command.addAll(
        List.of(
            CoresBench.class.getName(), Long.toString(size), String.join(",", asked), "measured"));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    Map<String, double[]> times = new TreeMap<>();
    try (BufferedReader lines = process.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(TIMES)) {
          String[] words = line.split(" ");
          times.put(
              words[1], new double[] {Double.parseDouble(words[2]), Double.parseDouble(words[3])});
        }
      }
    }
    if (process.waitFor() != 0 || !times.keySet().containsAll(asked)) {
      throw new IllegalStateException("The process on " + cores + " cores did not end well");
    }
    return times;
  }

  /** Seconds that so many threads take to count together. */
  private static double counted(int threads) {
    Runnable work =
        () ->
            IntStream.range(0, threads)
                .mapToObj(
                    thread ->
                        new Thread(
                            () -> {
                              SplittableRandom random = Seeds.random(1, "cores", "" + thread);
                              long sum = 0;
                              for (long i = 0; i < COUNTED / threads; i++) {
                                sum += random.nextLong();
                              }
                              if (sum == 0) {
                                throw new IllegalStateException("Never, and never left out");
                              }
                            }))
                .peek(Thread::start)
                .toList()
                .forEach(CoresBench::join);
    work.run(); // Compiled by then.
    return SampleBench.seconds(work);
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
