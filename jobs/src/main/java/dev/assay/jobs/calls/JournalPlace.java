package dev.assay.jobs.calls;

import dev.assay.base.Hashes;
import dev.assay.jobs.engine.StageException;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.apache.commons.io.function.IOConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Where the journals of a store are: beneath its tables, or in a directory that {@code llm.journal}
 * names, which may be that of several stores. Each has a place of its own there.
 *
 * @param own of this store
 * @param shared what several stores may name; where {@code own} is beneath the tables, the same
 */
record JournalPlace(FileSystem files, Path own, Path shared) {
  /** What {@link #begun} calls a piece of work. */
  private static final Pattern WORK = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  /** What the places of stores begin with. */
  private static final String STORE = "store-";

  /**
   * @param journal {@code llm.journal}; empty: beneath the tables
   */
  static JournalPlace of(Store store, String journal) {
    if (journal.isEmpty() && store.managed()) {
      throw new StageException(
          "Tables of store.catalog have no directory: set llm.journal to one that all executors"
              + " see.");
    }
    Path given = new Path(journal.isEmpty() ? store.path("journal") : journal);
    Configuration hadoop = store.spark().sessionState().newHadoopConf();
    try {
      FileSystem files = given.getFileSystem(hadoop);
      Path shared = files.makeQualified(given);
      Path own = journal.isEmpty() ? shared : new Path(shared, name(store, hadoop));
      return new JournalPlace(files, own, shared);
    } catch (IOException e) {
      throw new StageException("The file system of the journals at '" + given + "' fails: " + e, e);
    }
  }

  /** The same whether the store's path is written whole or not; of a moved store another. */
  private static String name(Store store, Configuration hadoop) throws IOException {
    Path table = new Path(store.path(Tables.LLM_CALLS));
    String which =
        store.managed()
            ? store.sqlName(Tables.LLM_CALLS)
            : table.getFileSystem(hadoop).makeQualified(table).toString();
    return STORE + Hashes.sha256(which).substring(0, 16);
  }

  /** All that is there, but the places of other stores. */
  List<Path> all() {
    try {
      return own.equals(shared) || !files.exists(shared)
          ? List.of(own)
          : Arrays.stream(files.listStatus(shared))
              .map(FileStatus::getPath)
              .filter(at -> at.equals(own) || !at.getName().startsWith(STORE))
              .toList();
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private UncheckedIOException unreadable(IOException e) {
    return new UncheckedIOException("The journals at '" + shared + "' cannot be read", e);
  }

  boolean isLocal() {
    return files.getScheme().equals("file");
  }

  /** A new directory for a piece of work. */
  Path begun() throws IOException {
    Path directory = new Path(own, UUID.randomUUID().toString());
    files.mkdirs(directory);
    return directory;
  }

  /**
   * Directories of pieces of work. Those of an earlier Assay stand in the shared directory itself,
   * and nobody can tell of which store they are.
   */
  void each(IOConsumer<Path> use) {
    try {
      for (Path place : own.equals(shared) ? List.of(own) : List.of(own, shared)) {
        if (files.exists(place)) {
          // Of tables of a catalog the claim of who writes, and outcomes, stand here as well.
          for (FileStatus work :
              files.listStatus(place, at -> WORK.matcher(at.getName()).matches())) {
            use.accept(work.getPath());
          }
        }
      }
    } catch (IOException e) {
      throw unreadable(e);
    }
  }
}
