package dev.assay.mentions;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Word and pattern lists that lie beside a class as text files: one entry a line. */
public final class Lines {

  private Lines() {}

  /**
   * The lines of {@code name} that are neither blank nor start with {@code #}.
   *
   * @throws IllegalStateException if the file is not on the class path beside {@code owner}
   */
  public static List<String> of(Class<?> owner, String name) {
    try (InputStream in = owner.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(
            "File '" + name + "' is missing beside " + owner.getName() + " on the class path");
      }
      return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
