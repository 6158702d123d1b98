package dev.assay.jobs.engine;

import dev.assay.config.reading.ConfigLoader;
import java.io.PrintStream;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.SparkSession;

/**
 * What a command works with.
 *
 * @param spark the session
 * @param loaded the configuration
 * @param runner runs stages and keeps their record
 * @param flags the command's own switches that were given
 * @param numbers the command's own options with a whole number that were given
 * @param texts the command's own options with a text that were given
 * @param out where results are printed
 */
public record Session(
    SparkSession spark,
    ConfigLoader.Loaded loaded,
    Runner runner,
    Set<String> flags,
    Map<String, Integer> numbers,
    Map<String, String> texts,
    PrintStream out) {

  /** Of a command without texts. */
  public Session(
      SparkSession spark,
      ConfigLoader.Loaded loaded,
      Runner runner,
      Set<String> flags,
      Map<String, Integer> numbers,
      PrintStream out) {
    this(spark, loaded, runner, flags, numbers, Map.of(), out);
  }
}
