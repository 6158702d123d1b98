package dev.assay.bench;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.Commands;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;

/**
 * Runs of chains of stages. What the first stage reads is made once for each size and copied for
 * each run, since a stage does nothing where all is done.
 */
final class GrowthRuns {
  private final SparkSession spark;
  private final Path home;
  private int copies;

  GrowthRuns(SparkSession spark, Path home) {
    this.spark = spark;
    this.home = home;
  }

  /**
   * What a stage took.
   *
   * @param peak of the process's memory, in GB; not a number where the system does not tell
   */
  record Cost(double seconds, double processor, double peak) {
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%.1f s, %.1f s of processor%s",
          seconds,
          processor,
          Double.isNaN(peak) ? "" : String.format(Locale.ROOT, ", %.2f GB", peak));
    }
  }

  /**
   * Runs {@code chain} to the last stage that is asked for, and tells what each of these took as
   * soon as it is done.
   *
   * @param smallest the smallest of the sizes
   */
  void run(
      GrowthChain chain,
      long rows,
      long smallest,
      Set<String> asked,
      BiConsumer<String, Cost> told) {
    Path folder = copy(chain, rows, smallest);
    ConfigLoader.Loaded loaded = chain.loaded(folder, rows, smallest);
    List<String> stages = chain.stages();
    int last = stages.stream().filter(asked::contains).mapToInt(stages::indexOf).max().orElse(-1);
    for (String stage : stages.subList(0, last + 1)) {
      Cost cost = cost(() -> Commands.run(spark, loaded, stage));
      if (asked.contains(stage)) {
        System.err.printf(Locale.ROOT, "%-10s %,12d %s: %s%n", stage, rows, chain.unit(), cost);
        told.accept(stage, cost);
      }
    }
    delete(folder);
  }

  /** Forgets what was made of this size. */
  void done(GrowthChain chain, long rows) {
    delete(made(chain, rows));
  }

  private Path made(GrowthChain chain, long rows) {
    return home.resolve(chain.name() + "-" + rows);
  }

  private Path copy(GrowthChain chain, long rows, long smallest) {
    Path made = made(chain, rows);
    if (!Files.exists(made)) {
      chain.make(spark, made, rows, chain.loaded(made, rows, smallest));
    }
    Path copy = home.resolve("run" + copies++);
    try (Stream<Path> files = Files.walk(made)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(file, copy.resolve(made.relativize(file)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return copy;
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Cost cost(Runnable work) {
    System.gc(); // Else a stage pays for what the one before left.
    boolean told = forgetPeak();
    double before = Measured.processor();
    double seconds = SampleBench.seconds(work);
    return new Cost(
        seconds, Measured.processor() - before, told ? SampleBench.peakGigabytes() : Double.NaN);
  }

  /** Begins to look for the peak anew; Linux alone can do so. */
  private static boolean forgetPeak() {
    try {
      Files.writeString(Path.of("/proc/self/clear_refs"), "5");
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
