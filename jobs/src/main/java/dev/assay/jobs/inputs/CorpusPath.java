package dev.assay.jobs.inputs;

import dev.assay.base.Globs;
import dev.assay.jobs.engine.Compressed;
import dev.assay.jobs.engine.StageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.SparkSession;

/**
 * Where a source is: a file, a folder, or a pattern of them, on any file system of Hadoop's.
 *
 * @param path as configured
 * @param literal whether a file or folder has exactly this name, so that brackets are no pattern
 * @param roots what it names
 */
public record CorpusPath(String path, boolean literal, List<Path> roots) {
  private static final List<String> TABULAR = List.of("jsonl", "ndjson", "csv", "parquet");

  /** How the names of files end that tabular readers take, as a regular expression. */
  public static final String TABULAR_NAMES =
      "(?i)\\.(parquet|(jsonl|ndjson|csv)((?-i)\\.(gz|bz2))?)\\z";

  /** Looks {@code path} up; {@code key} is where the configuration has it. */
  public static CorpusPath of(SparkSession spark, String key, String path) {
    if (path.isBlank()) {
      throw new StageException(key + " is empty. Name a file, a folder or a URI.");
    }
    Path named = new Path(path);
    try {
      FileSystem files = named.getFileSystem(hadoop(spark));
      if (files.exists(named)) {
        return new CorpusPath(path, true, List.of(named));
      }
      FileStatus[] matches = files.globStatus(named);
      if (matches == null || matches.length == 0) {
        throw new StageException(
            "%s: '%s' does not exist (looked for %s). Check the path; relative paths start where the"
                    .formatted(key, path, files.makeQualified(named))
                + " command is run.");
      }
      return new CorpusPath(path, false, Arrays.stream(matches).map(FileStatus::getPath).toList());
    } catch (IOException e) {
      throw new StageException(
          "%s: '%s' cannot be reached: %s".formatted(key, path, e.getMessage()), e);
    }
  }

  /** These files of it, and no others. */
  public CorpusPath only(List<String> files) {
    return new CorpusPath(path, true, files.stream().map(Path::new).toList());
  }

  /** What readers are told: the path as configured, unless others of its files are left out. */
  public List<String> names() {
    boolean whole = !literal || roots.equals(List.of(new Path(path)));
    return whole ? List.of(path) : roots.stream().map(Path::toString).toList();
  }

  /**
   * What {@code reader} is told of one path, or of several files. Of several of which one has a
   * sign of a pattern Spark reads all for each such one where it is told that there are no
   * patterns: the signs are escaped.
   */
  public static String[] told(DataFrameReader reader, List<String> names) {
    if (names.size() > 1) {
      reader.option("__globPaths__", true);
      return names.stream().map(Globs::literal).toArray(String[]::new);
    }
    return names.toArray(String[]::new);
  }

  /** A reader that takes the path as it is meant. */
  public DataFrameReader reader(SparkSession spark) {
    return spark.read().option("__globPaths__", !literal);
  }

  public boolean deltaTable(SparkSession spark) {
    try {
      for (Path root : roots) {
        if (root.getFileSystem(hadoop(spark)).exists(new Path(root, "_delta_log"))) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list " + path, e);
    }
  }

  /** Files by ending, tabular ones under jsonl, csv or parquet, the others under an empty name. */
  public SortedMap<String, List<String>> files(SparkSession spark) {
    SortedMap<String, List<String>> byKind = new TreeMap<>();
    for (FileStatus file : listed(spark)) {
      byKind
          .computeIfAbsent(kind(file.getPath()), kind -> new ArrayList<>())
          .add(file.getPath().toString());
    }
    byKind.values().forEach(names -> names.sort(null));
    return byKind;
  }

  /** Files without a byte, which Spark's readers pass over. */
  public List<String> empty(SparkSession spark) {
    return listed(spark).stream()
        .filter(file -> file.getLen() == 0)
        .map(file -> file.getPath().toString())
        .sorted()
        .toList();
  }

  private List<FileStatus> listed(SparkSession spark) {
    List<FileStatus> listed = new ArrayList<>();
    try {
      for (Path root : roots) {
        FileSystem system = root.getFileSystem(hadoop(spark));
        Path whole = system.makeQualified(root); // files are listed by their whole paths
        RemoteIterator<LocatedFileStatus> files = system.listFiles(root, true);
        while (files.hasNext()) {
          FileStatus file = files.next();
          if (!hidden(file.getPath(), whole)) {
            listed.add(file);
          }
        }
      }
    } catch (IOException e) {
      throw new StageException("Cannot list '" + path + "': " + e.getMessage(), e);
    }
    return listed;
  }

  private static String kind(Path file) {
    String name = file.getName();
    String ending = Compressed.ending(name);
    if (!TABULAR.contains(ending)) {
      return "";
    }
    return ending.equals("ndjson") ? "jsonl" : ending;
  }

  /** Whether Spark leaves the file out: its name or a folder's under the root begins so. */
  private static boolean hidden(Path file, Path root) {
    for (Path at = file; at != null && at.depth() > root.depth(); at = at.getParent()) {
      if (at.getName().startsWith("_") || at.getName().startsWith(".")) {
        return true;
      }
    }
    return false;
  }

  private static Configuration hadoop(SparkSession spark) {
    return spark.sparkContext().hadoopConfiguration();
  }
}
