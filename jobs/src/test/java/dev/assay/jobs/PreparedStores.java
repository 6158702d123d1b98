package dev.assay.jobs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.commons.io.FileUtils;

/**
 * Stores that tests begin with: each is made once by the classes that there are, in whichever JVM
 * needs it first, and copied for every test.
 */
public final class PreparedStores {

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
      // A maker may leave what it reads beside the store.
      Path made =
          once(
              ChildClasses.stores().resolve(DigestUtils.sha256Hex(name).substring(0, 16)),
              work -> maker.make(work.resolve("store")));
      FileUtils.copyDirectory(made.resolve("store").toFile(), target.toFile());
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
