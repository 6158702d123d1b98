package dev.assay.jobs.engine;

import dev.assay.base.Hashes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.TreeSet;

/** Files that users name, where they stand on this machine and are quickly read. */
public final class LocalFiles {
  /** Larger files are not read only to find that nothing is to be done. */
  private static final long MOST_BYTES = 64L << 20;

  private static final long FEW_BYTES = 1L << 20;

  /** How many times as long a text may be as it is compressed, about. */
  private static final int DENSE = 8;

  private LocalFiles() {}

  /** The file at {@code path}; empty where it is a folder, a pattern, elsewhere, or not there. */
  public static Optional<Path> of(String path) {
    try {
      Path file = path.startsWith("file:") ? Path.of(URI.create(path)) : Path.of(path);
      return Files.isRegularFile(file) ? Optional.of(file) : Optional.empty();
    } catch (IllegalArgumentException | FileSystemNotFoundException e) {
      return Optional.empty();
    }
  }

  /** Whether {@code path} is one file of this machine that holds few records. */
  public static boolean isSmall(String path) {
    try {
      Optional<Path> file = of(path);
      long most = Compressed.is(path) ? FEW_BYTES / DENSE : FEW_BYTES;
      return file.isPresent() && Files.size(file.get()) <= most;
    } catch (IOException e) {
      throw new UncheckedIOException("'" + path + "' cannot be read", e);
    }
  }

  /** A hash of what the files at {@code paths} hold; empty where one is no such file or large. */
  public static Optional<String> content(Collection<String> paths) {
    StringBuilder content = new StringBuilder();
    for (String path : new TreeSet<>(paths)) {
      Optional<Path> file = of(path);
      try {
        if (file.isEmpty() || Files.size(file.get()) > MOST_BYTES) {
          return Optional.empty();
        }
        content
            .append(Hashes.sha256(Files.readString(file.get(), StandardCharsets.ISO_8859_1)))
            .append('\n');
      } catch (IOException e) {
        throw new UncheckedIOException("'" + path + "' cannot be read", e);
      }
    }
    return Optional.of(Hashes.sha256(content.toString()));
  }
}
