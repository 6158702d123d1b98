package dev.assay.jobs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
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
}
