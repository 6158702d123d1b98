package dev.assay.base;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Files that lie beside a class on the class path, in UTF-8. */
public final class Resources {
  private Resources() {}

  /** The text of {@code name} beside {@code owner}; empty where there is no such file. */
  public static Optional<String> text(Class<?> owner, String name) {
    try (InputStream in = owner.getResourceAsStream(name)) {
      return in == null
          ? Optional.empty()
          : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + name + " from the class path", e);
    }
  }
}
