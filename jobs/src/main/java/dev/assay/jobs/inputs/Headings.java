package dev.assay.jobs.inputs;

import java.util.HashSet;
import java.util.Set;

/** The names of a table's columns, each once, so that no column takes the place of another. */
final class Headings {
  private final Set<String> taken = new HashSet<>();

  /** {@code name}, or {@code name (2)} and so on where an earlier column has it. */
  String next(String name) {
    String plain = name.strip();
    String own = plain;
    for (int n = 2; !taken.add(own); n++) {
      own = "%s (%d)".formatted(plain, n);
    }
    return own;
  }

  /** Those of a line of names, of which some may be null. */
  static String[] of(String[] line) {
    Headings headings = new Headings();
    String[] names = new String[line.length];
    for (int i = 0; i < line.length; i++) {
      names[i] = line[i] == null ? null : headings.next(line[i]);
    }
    return names;
  }
}
