package dev.assay.tables;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.execution.datasources.LogicalRelation$;
import org.apache.spark.sql.sources.BaseRelation;
import scala.Option;

/**
 * The log of a table: its files, which versions of the table they and the data files give, and the
 * rows.
 *
 * @param entry by which a catalog is told of commits and sees who reads; none under a path
 */
record TableLog(DeltaLog log, Option<CatalogTable> entry) {
  private static final Pattern NAME =
      Pattern.compile("(?<version>\\d{20})\\.(?<kind>json|crc|checkpoint)\\b.*");

  /** A file of the log; {@code written} by the clock of the file system. */
  private record Entry(Path path, long version, String kind, long written, long bytes) {}

  /**
   * The rows as they are when they are read, in the columns of {@code snapshot}: the plan that a
   * query by name or path would have, without finding either again.
   */
  Dataset<Row> rows(SparkSession spark, Snapshot snapshot) {
    BaseRelation files =
        log.createRelation(log.createRelation$default$1(), Option.apply(snapshot), entry, false);
    return Dataset.ofRows(
        spark,
        entry.isDefined()
            ? LogicalRelation$.MODULE$.apply(files, entry.get())
            : LogicalRelation$.MODULE$.apply(files, false));
  }

  /** The oldest version that the log can rebuild. */
  long earliest() {
    List<Entry> entries = entries();
    boolean whole =
        entries.stream().anyMatch(entry -> entry.version() == 0 && entry.kind().equals("json"));
    return whole
        ? 0
        : entries.stream()
            .filter(entry -> entry.kind().equals("checkpoint"))
            .mapToLong(Entry::version)
            .min()
            .orElse(0);
  }

  /** The version that was the newest one at {@code when}; the earliest where there was none. */
  long at(Instant when) {
    return entries().stream()
        .filter(entry -> entry.kind().equals("json"))
        .filter(entry -> entry.written() <= when.toEpochMilli())
        .mapToLong(Entry::version)
        .max()
        .orElse(earliest());
  }

  /**
   * Removes what only versions before {@code version} need.
   *
   * @param spared how young what stays all the same is: whoever began with an earlier version shall
   *     find that his commit comes too late, not a free place for it
   */
  void shorten(long version, Duration spared) {
    long young = Instant.now().minus(spared).toEpochMilli();
    List<Path> old =
        entries().stream()
            .filter(entry -> entry.version() < version)
            .filter(entry -> spared.isZero() || entry.written() < young)
            .map(Entry::path)
            .toList();
    if (!old.isEmpty()) {
      log.checkpoint(log.getSnapshotAt(version, Option.empty(), Option.empty()), Option.empty());
      delete(old);
    }
  }

  /** The data files that the newest version has no more. */
  List<Path> removed() {
    Snapshot newest = newest();
    Set<String> removed = names(newest.tombstones().select("path"));
    // One of which rows are gone by a deletion vector is there as removed, and as it is now.
    removed.removeAll(names(newest.allFiles().select("path")));
    return removed.stream().map(name -> new Path(log.dataPath(), name)).toList();
  }

  private static Set<String> names(Dataset<Row> paths) {
    Set<String> names = new TreeSet<>();
    paths.collectAsList().forEach(file -> names.add(name(file.getAs("path"))));
    return names;
  }

  void delete(List<Path> gone) {
    try {
      FileSystem files = files();
      for (Path file : gone) {
        files.delete(file, false);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Files below '" + log.dataPath() + "' cannot be deleted", e);
    }
  }

  /** What is wrong with the log's own files, as a line without the table's name. */
  Optional<String> damage() {
    SortedMap<Long, Path> versions = new TreeMap<>();
    SortedMap<Long, Path> checksums = new TreeMap<>();
    for (Entry entry : entries()) {
      if (entry.kind().equals("json")) {
        versions.put(entry.version(), entry.path());
      } else if (entry.kind().equals("crc")) {
        checksums.put(entry.version(), entry.path());
      }
    }
    try {
      return new LogDamage(files(), versions, checksums).first();
    } catch (IOException e) {
      throw new UncheckedIOException("The log at '" + log.logPath() + "' cannot be read", e);
    }
  }

  /** Bytes of log entries that only versions before {@code version} need. */
  long bytesBefore(long version) {
    return entries().stream()
        .filter(entry -> entry.version() < version)
        .mapToLong(Entry::bytes)
        .sum();
  }

  /** Bytes of data files that no version needs which was there at {@code when} or later. */
  long unneeded(Instant when) {
    Snapshot snapshot = newest();
    Set<String> needed = names(snapshot.allFiles().select("path"));
    for (Row file : snapshot.tombstones().select("path", "deletionTimestamp").collectAsList()) {
      Long gone = file.getAs("deletionTimestamp");
      if (gone != null && gone >= when.toEpochMilli()) {
        needed.add(name(file.getAs("path")));
      }
    }
    long bytes = 0;
    try {
      for (FileStatus file : files().listStatus(log.dataPath())) {
        String name = file.getPath().getName();
        if (name.endsWith(".parquet")
            && !needed.contains(name)
            && file.getModificationTime() < when.toEpochMilli()) {
          bytes += file.getLen();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("'" + log.dataPath() + "' cannot be listed", e);
    }
    return bytes;
  }

  private Snapshot newest() {
    return log.update(false, Option.empty(), Option.empty());
  }

  private static String name(String path) {
    return new Path(java.net.URI.create(path)).getName();
  }

  private List<Entry> entries() {
    List<Entry> entries = new ArrayList<>();
    try {
      for (FileStatus file : files().listStatus(log.logPath())) {
        Matcher name = NAME.matcher(file.getPath().getName());
        if (name.matches()) {
          entries.add(
              new Entry(
                  file.getPath(),
                  Long.parseLong(name.group("version")),
                  name.group("kind"),
                  file.getModificationTime(),
                  file.getLen()));
        }
      }
    } catch (FileNotFoundException e) {
      return List.of();
    } catch (IOException e) {
      throw new UncheckedIOException("The log at '" + log.logPath() + "' cannot be listed", e);
    }
    return entries;
  }

  private FileSystem files() throws IOException {
    return log.logPath().getFileSystem(log.newDeltaHadoopConf());
  }
}
