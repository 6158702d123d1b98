package dev.assay.jobs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.commons.io.FileUtils;

/** Stores that tests begin with: each is made once in this JVM and copied for every test. */
public final class PreparedStores {
  private static final Map<String, Path> MADE = new HashMap<>();

  /** Fills the directory of a store. */
  public interface Maker {
    void make(Path store) throws IOException;
  }

  private PreparedStores() {}

  /**
   * Puts the store called {@code name} at {@code target}; {@code maker} makes it where it is new.
   */
  public static synchronized void copy(String name, Maker maker, Path target) {
    if (Files.exists(target)) {
      throw new IllegalArgumentException(
          "%s is there already: a copy of the store '%s' would mix with it"
              .formatted(target, name));
    }
    try {
      Path made = MADE.get(name);
      if (made == null) {
        Path home = Files.createTempDirectory("assay-store-");
        made = home.resolve("store");
        maker.make(made);
        MADE.put(name, made);
        FileUtils.forceDeleteOnExit(home.toFile());
      }
      FileUtils.copyDirectory(made.toFile(), target.toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The directory {@code made}, which {@code maker} makes where it is not there yet. Of two JVMs
   * that make the same the first one's stays.
   */
  public static Path once(Path made, Maker maker) throws IOException {
    if (!Files.exists(made)) {
      Path work = Files.createDirectories(made.getParent()).resolve(UUID.randomUUID().toString());
      maker.make(work);
      try {
        Files.move(work, made, StandardCopyOption.ATOMIC_MOVE);
      } catch (FileSystemException e) {
        if (!Files.exists(made)) {
          throw e;
        }
        FileUtils.deleteDirectory(work.toFile());
      }
    }
    return made;
  }
}
