package dev.assay.jobs;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.metrics.source.HiveCatalogMetrics;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Commands one after the other, each by itself, under the Spark of this JVM, with what machines
 * read of each; and a reader of names.
 */
final class MetastoreStages {
  private MetastoreStages() {}

  /**
   * Commands end with a word {@code ;}; one that begins with SELECT is a query by another Spark.
   */
  public static void main(String[] words) {
    Optional<SparkSession> reader = Optional.empty();
    List<String> command = new ArrayList<>();
    for (String word : Arrays.asList(words)) {
      if (!word.equals(";")) {
        command.add(word);
        continue;
      }
      if (command.get(0).startsWith("SELECT")) {
        SparkSession spark =
            reader.orElseGet(
                () ->
                    SparkSession.builder()
                        .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
                        .config(
                            "spark.sql.catalog.spark_catalog",
                            "org.apache.spark.sql.delta.catalog.DeltaCatalog")
                        .getOrCreate());
        reader = Optional.of(spark);
        for (Row row : spark.sql(command.get(0)).collectAsList()) {
          System.out.println("row " + row);
        }
      } else {
        Optional<PrintStream> machines =
            command.contains(Outcome.JSON) ? Optional.of(System.out) : Optional.empty();
        Cli cli = new Cli(Stages.actions(), Stages.evaluators(), Stages.names(), System.err);
        long before = calls();
        Main.exitCode(cli, System.err, machines, command.toArray(String[]::new));
        System.out.printf("%s called the metastore %d times%n", command.get(0), calls() - before);
      }
      command.clear();
    }
  }

  private static long calls() {
    return HiveCatalogMetrics.METRIC_HIVE_CLIENT_CALLS().getCount();
  }
}
