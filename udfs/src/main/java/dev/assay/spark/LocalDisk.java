package dev.assay.spark;

import java.util.Map;
import org.apache.hadoop.fs.LocalFileSystem;

/** Hadoop's {@code file:} by {@link PlainFiles}, with the check sums that it always has. */
public final class LocalDisk extends LocalFileSystem {
  /** The settings of Spark by which files of this machine are these. */
  public static final Map<String, String> SETTINGS =
      Map.of(
          "spark.hadoop.fs.file.impl", LocalDisk.class.getName(),
          "spark.hadoop.fs.AbstractFileSystem.file.impl", ContextFiles.class.getName());

  public LocalDisk() {
    super(new PlainFiles());
  }
}
