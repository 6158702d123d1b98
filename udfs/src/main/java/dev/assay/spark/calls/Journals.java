package dev.assay.spark.calls;

import dev.assay.llm.CallRecord;
import dev.assay.llm.Journal;
import dev.assay.llm.JournalFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.deploy.SparkHadoopUtil;

/**
 * The journals of one piece of work, in a directory: an absolute path of a file system that all
 * executors see, or a URI that Hadoop reads.
 */
public final class Journals {
  private static final String ENDING = ".jnl";

  private Journals() {}

  /** A new journal of this name. */
  static Journal create(String directory, String name) throws IOException {
    return directory.startsWith("/")
        ? new JournalFile(java.nio.file.Path.of(directory, name + ENDING))
        : new JournalSegments(files(directory), directory + "/" + name, ENDING);
  }

  /** Keys of the calls that other attempts have written. */
  static Set<String> hashes(String directory) throws IOException {
    Set<String> hashes = new HashSet<>();
    FileSystem files = files(directory);
    Path path = new Path(directory);
    if (!files.exists(path)) {
      return hashes;
    }
    for (FileStatus file : files.listStatus(path, child -> child.getName().endsWith(ENDING))) {
      try (BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(files.open(file.getPath()), StandardCharsets.UTF_8))) {
        String line;
        while ((line = lines.readLine()) != null) {
          CallRecord.read(line).ifPresent(entry -> hashes.add(entry.call().hash()));
        }
      }
    }
    return hashes;
  }

  private static FileSystem files(String directory) throws IOException {
    return new Path(directory.startsWith("/") ? "file:" + directory : directory)
        .getFileSystem(SparkHadoopUtil.get().conf());
  }
}
