package dev.assay.tables;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The log of a table whose making ended before its first commit: a kill, or a disk that was full.
 * Delta takes a log with any file in it for a table, and then finds none.
 */
final class UnbornLog {
  private static final Pattern COMMIT = Pattern.compile("\\d{20}\\..*");

  /** Somebody may be making the table at this moment. */
  private static final long PAUSE_MILLIS = 3_000;

  private UnbornLog() {}

  /**
   * Takes the log away where it has no commit.
   *
   * @param table its directory
   * @return whether making the table is worth another try
   */
  static boolean cleared(Configuration hadoop, String table) {
    Path log = new Path(table, "_delta_log");
    try {
      FileSystem files = log.getFileSystem(hadoop);
      FileStatus[] first = files.listStatus(log);
      if (isBorn(first)) {
        return false;
      }
      Thread.sleep(PAUSE_MILLIS);
      FileStatus[] then = files.listStatus(log);
      if (!isBorn(then) && names(first).equals(names(then))) {
        files.delete(log, true);
      }
      return true;
    } catch (FileNotFoundException none) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static boolean isBorn(FileStatus[] log) {
    return Arrays.stream(log).anyMatch(file -> COMMIT.matcher(file.getPath().getName()).matches());
  }

  private static String names(FileStatus[] log) {
    return Arrays.stream(log).map(file -> file.getPath().getName()).sorted().toList().toString();
  }
}
