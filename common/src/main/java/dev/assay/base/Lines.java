package dev.assay.base;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Word and pattern lists that lie beside a class as text files: one entry a line. */
public final class Lines {

  private Lines() {}

  /**
   * The lines of {@code name} that are neither blank nor start with {@code #}.
   *
   * @throws IllegalStateException if the file is not on the class path beside {@code owner}
   */
  public static List<String> of(Class<?> owner, String name) {
    return Resources.text(owner, name)
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "File '"
                        + name
                        + "' is missing beside "
                        + owner.getName()
                        + " on the class path"))
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .toList();
  }

  /** The lists in {@code name}, one a line: what it is called, a colon, its words. */
  public static Map<String, List<String>> named(Class<?> owner, String name) {
    return of(owner, name).stream()
        .map(line -> line.split(": ", 2))
        .collect(
            Collectors.toMap(parts -> parts[0], parts -> List.of(parts[1].strip().split(" +"))));
  }
}
