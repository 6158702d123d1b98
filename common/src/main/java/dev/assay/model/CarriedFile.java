package dev.assay.model;

import dev.assay.base.Resources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file of weights: one that the product carries beside a class, or the user's own. */
public final class CarriedFile {
  private static final String BUNDLED = "bundled:";

  private CarriedFile() {}

  /**
   * The text of {@code bundled:NAME}, or of a file, or of the file {@code name} in a directory.
   *
   * @throws IOException where it cannot be read
   */
  public static String read(Class<?> owner, String source, String name) throws IOException {
    if (source.startsWith(BUNDLED)) {
      String file = source.substring(BUNDLED.length()) + ".json";
      return Resources.text(owner, file)
          .orElseThrow(() -> new ModelException("the class path has no " + file));
    }
    Path path = Path.of(source);
    return Files.readString(Files.isDirectory(path) ? path.resolve(name) : path);
  }
}
