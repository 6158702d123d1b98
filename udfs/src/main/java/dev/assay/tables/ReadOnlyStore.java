package dev.assay.tables;

import java.io.IOException;
import java.util.UUID;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Whether who runs this may read a store and not write to it: its file system is mounted for
 * reading, or its folder belongs to others. It is found out by making a file, since permissions
 * have many places.
 */
public final class ReadOnlyStore {
  private ReadOnlyStore() {}

  /** Of tables of a catalog, and of a store that is not there yet, nothing is said: false. */
  public static boolean is(Store store) {
    if (store.managed()) {
      return false;
    }
    Path root = new Path(store.path(""));
    Path trial = new Path(root, "_trial-" + UUID.randomUUID());
    try {
      FileSystem files = root.getFileSystem(store.spark().sessionState().newHadoopConf());
      if (!files.exists(root)) {
        return false;
      }
      try {
        files.create(trial, false).close();
      } catch (IOException refused) {
        return true;
      }
      files.delete(trial, false);
      return false;
    } catch (IOException unreachable) {
      return false; // Who reads it says why.
    }
  }
}
