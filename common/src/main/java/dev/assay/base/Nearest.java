package dev.assay.base;

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
    return EditDistance.between(left.toLowerCase(Locale.ROOT), right.toLowerCase(Locale.ROOT));
  }
}
