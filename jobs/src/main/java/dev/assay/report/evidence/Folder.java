package dev.assay.report.evidence;

import dev.assay.base.OneLine;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/**
 * The files of a pack or an export, on this machine.
 *
 * @param root the directory
 * @param hadoop the session's configuration
 */
public record Folder(Path root, Configuration hadoop) {
  static final String INDEX = "evidence.json";
  private static final String TEMPLATES = "templates/";

  static String template(String document) {
    return TEMPLATES + document;
  }

  static String query(String id) {
    return "queries/" + id + ".sql";
  }

  static String config(String hash) {
    return "config/" + hash + ".conf";
  }

  static String own(String name) {
    return "own/" + name + ".md";
  }

  /** The text of a file in UTF-8; empty where there is none. */
  Optional<String> read(String name) {
    try {
      return Optional.of(Files.readString(root.resolve(name), StandardCharsets.UTF_8));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new EvidenceException(
          "Cannot read '" + root.resolve(name) + "': " + OneLine.of(String.valueOf(e)), e);
    }
  }

  /** A file of a folder of this machine, for those that know other file systems too. */
  public static org.apache.hadoop.fs.Path hadoop(Path root, String name) {
    return new org.apache.hadoop.fs.Path(root.resolve(name).toAbsolutePath().toUri());
  }

  /** Writes a text in UTF-8, over one that is there, with the permissions of the store's files. */
  public void write(String name, String text) {
    Path local = root.resolve(name).toAbsolutePath();
    org.apache.hadoop.fs.Path file = hadoop(root, name);
    try {
      // The raw one: no files of checksums stand beside what people read and send.
      FileSystem files = FileSystem.getLocal(hadoop).getRaw();
      if (!files.mkdirs(file.getParent())) {
        throw new IOException("There is no folder '" + local.getParent() + "' and none was made");
      }
      try (OutputStream out = files.create(file, true)) {
        out.write(text.getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new EvidenceException(
          "Cannot write '" + local + "': " + OneLine.of(String.valueOf(e)), e);
    }
  }
}
