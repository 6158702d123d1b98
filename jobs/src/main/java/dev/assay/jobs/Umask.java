package dev.assay.jobs;

import dev.assay.config.StoreConfig;
import dev.assay.tables.Tables;
import java.io.IOException;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Which permissions files that a command writes do not get. */
final class Umask {
  private static final String OWNER_ONLY = "077";
  private static final int OTHERS = 077;

  /** Nobody's store is everybody's to write, whatever a mounted disk shows. */
  private static final int WRITING_OF_ALL = 002;

  /** File systems that keep permissions; buckets have none and show all of them. */
  private static final Set<String> KEEPING = Set.of("file", "hdfs", "viewfs");

  private Umask() {}

  /**
   * What is configured; else what the store's first table lacks: whoever shares a store goes on
   * sharing it, and a new one is its owner's alone.
   */
  static String of(StoreConfig store, Configuration hadoop) {
    if (!store.umask().equals(StoreConfig.OWN)) {
      return store.umask();
    }
    if (!store.catalog().isEmpty()) {
      return OWNER_ONLY;
    }
    Path table = new Path(store.path(), Tables.RUNS.name());
    // One of its own: that of the session has the mask in its settings.
    try (FileSystem files = FileSystem.newInstance(table.toUri(), hadoop)) {
      if (!KEEPING.contains(files.getScheme())) { // What others show for permissions is made up.
        return OWNER_ONLY;
      }
      int mode = files.getFileStatus(table).getPermission().toShort();
      return "%03o".formatted((OTHERS & ~mode) | WRITING_OF_ALL);
    } catch (IOException e) { // There is none, or it is told when the store is opened.
      return OWNER_ONLY;
    }
  }
}
