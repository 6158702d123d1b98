package dev.assay.spark;

import dev.assay.tables.JobLabel;
import dev.assay.tables.OneState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;

/** The one Spark session of all tests in this JVM: two threads, Delta, everything in a temp dir. */
public final class SharedSpark {
  private static final SparkSession SESSION = start();

  private SharedSpark() {}

  /** The session. Tests do not stop it. */
  public static SparkSession session() {
    return SESSION;
  }

  private static SparkSession start() {
    // Benchmarks of how a stage scales say another number.
    String cores = System.getProperty("assay.cores", "2");
    try {
      Path home = Files.createTempDirectory("assay-spark-");
      SparkSession.Builder builder = SparkSession.builder();
      LocalDisk.SETTINGS.forEach(builder::config);
      OneTask.settings(Integer.parseInt(cores)).forEach(builder::config);
      OneState.SETTINGS.forEach(builder::config);
      Kept.SETTINGS.forEach(builder::config);
      Kept.APPLICATION_SETTINGS.forEach(builder::config);
      JobLabel.SETTINGS.forEach(builder::config);
      SparkSession session =
          builder
              .master("local[" + cores + "]")
              .appName("assay tests")
              .config("spark.ui.enabled", "false")
              .config("spark.driver.bindAddress", "127.0.0.1")
              .config("spark.driver.host", "127.0.0.1")
              .config("spark.local.dir", home.resolve("local").toString())
              .config("spark.sql.warehouse.dir", home.resolve("warehouse").toUri().toString())
              .config("spark.hadoop.hadoop.tmp.dir", home.resolve("hadoop").toString())
              .config("spark.sql.session.timeZone", "UTC")
              .config("spark.sql.adaptive.enabled", "false")
              .config("spark.sql.codegen.cache.maxEntries", "2000")
              // Some hundred short-lived stores: Delta keeps the log of each table that it saw for
              // an
              // hour, 3 to 4 MB each, which fills the heap before the last test class.
              .config("spark.databricks.delta.delta.log.cacheSize", "96")
              .config("spark.sql.ui.retainedExecutions", "50")
              .config("spark.databricks.delta.snapshotPartitions", "1")
              .config("spark.sql.sources.parallelPartitionDiscovery.parallelism", "2")
              .config(
                  "spark.sql.extensions",
                  "io.delta.sql.DeltaSparkSessionExtension,dev.assay.udfs.AssayExtensions")
              .config(
                  "spark.sql.catalog.spark_catalog",
                  "org.apache.spark.sql.delta.catalog.DeltaCatalog")
              .getOrCreate();
      HadoopDefaults.shed(session.sparkContext().hadoopConfiguration());
      if (Boolean.getBoolean("assay.tests.interpreted")) {
        // As Compilation has it for few rows. Not in the configuration above, which is somebody's
        // own setting, so that stages over many rows still compile.
        session.conf().set("spark.sql.codegen.factoryMode", "NO_CODEGEN");
      }
      return session;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
