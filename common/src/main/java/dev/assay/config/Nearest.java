package dev.assay.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * The known name that somebody most likely meant. Distance is the number of inserted, deleted or
 * changed characters (Levenshtein), case ignored; a name further away than a third of its length
 * (at least two characters) is no guess.
 */
public final class Nearest {

  private Nearest() {}

  /** The nearest of the known names, the alphabetically first of equals; empty if none is near. */
  public static Optional<String> of(String name, Collection<String> known) {
    int limit = Math.max(2, name.length() / 3);
    return known.stream()
        .filter(candidate -> distance(name, candidate) <= limit)
        .min(
            Comparator.comparingInt((String candidate) -> distance(name, candidate))
                .thenComparing(Comparator.naturalOrder()));
  }

  /**
   * The end of a message about an unknown name: {@code " Did you mean 'x'? Known: x, y."}, without
   * the question where nothing is near.
   */
  public static String hint(String name, Collection<String> known) {
    String guess = of(name, known).map(near -> " Did you mean '" + near + "'?").orElse("");
    return guess + " Known: " + String.join(", ", known.stream().sorted().toList()) + ".";
  }

  private static int distance(String left, String right) {
    String a = left.toLowerCase(Locale.ROOT);
    String b = right.toLowerCase(Locale.ROOT);
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        row[j] = Math.min(previous[j - 1] + change, Math.min(previous[j], row[j - 1]) + 1);
      }
      previous = row;
    }
    return previous[b.length()];
  }
}
