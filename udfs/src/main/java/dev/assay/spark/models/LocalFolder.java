package dev.assay.spark.models;

import java.nio.file.Path;
import org.apache.spark.SparkEnv;
import org.apache.spark.util.Utils;

/** Where Spark puts what it cannot hold in memory: on a cluster the disks that are there for it. */
final class LocalFolder {
  private LocalFolder() {}

  /** The folder; that of the JVM's temporary files where there is no Spark, or another one. */
  static Path get() {
    SparkEnv spark = SparkEnv.get();
    try {
      return Path.of(
          spark == null ? System.getProperty("java.io.tmpdir") : Utils.getLocalDir(spark.conf()));
    } catch (LinkageError e) { // Another Spark than the one that this was built for.
      return Path.of(System.getProperty("java.io.tmpdir"));
    }
  }
}
