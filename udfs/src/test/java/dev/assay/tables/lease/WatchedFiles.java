package dev.assay.tables.lease;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.BiConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** The local file system, where a test can step in before a file is made, seen or deleted. */
public final class WatchedFiles extends RawLocalFileSystem {
  /** What is about to be done, and to which file. Seeing and deleting one can fail. */
  static volatile BiConsumer<String, String> step = (what, file) -> {};

  static Configuration configuration() {
    Configuration configuration = new Configuration();
    configuration.set("fs.file.impl", WatchedFiles.class.getName());
    configuration.setBoolean("fs.file.impl.disable.cache", true);
    return configuration;
  }

  @Override
  public FSDataOutputStream create(Path file, boolean overwrite) throws IOException {
    step.accept("create", file.getName());
    return super.create(file, overwrite);
  }

  @Override
  public FileStatus getFileStatus(Path file) throws IOException {
    step("see", file);
    return super.getFileStatus(file);
  }

  @Override
  public boolean delete(Path file, boolean recursive) throws IOException {
    step("delete", file);
    return super.delete(file, recursive);
  }

  private static void step(String what, Path file) throws IOException {
    try {
      step.accept(what, file.getName());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
