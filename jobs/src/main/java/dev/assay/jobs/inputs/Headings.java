package dev.assay.jobs.inputs;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The names of a table's columns, each once, so that no column takes the place of another. */
public final class Headings {
  private final Set<String> taken = new HashSet<>();
  private final Map<String, Integer> counts = new HashMap<>();

  /** {@code name}, or {@code name (2)} and so on where an earlier column has it. */
  String next(String name) {
    String plain = name.strip();
    String own = plain;
    int n = counts.getOrDefault(plain, 1);
    while (!taken.add(own)) {
      n++;
      own = plain + " (" + n + ")";
    }
    counts.put(plain, n);
    return own;
  }

  /** Those of a line of names, of which some may be null. */
  public static String[] of(String[] line) {
    Headings headings = new Headings();
    String[] names = new String[line.length];
    for (int i = 0; i < line.length; i++) {
      names[i] = line[i] == null ? null : headings.next(line[i]);
    }
    return names;
  }
}
