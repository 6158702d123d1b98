package dev.assay.calibration;

import java.io.Serializable;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What people may say of a response where there is more than yes and no.
 *
 * @param names of the levels, the lowest first where they have an order
 * @param ordered whether they have one
 * @param passing places of the levels with which a response passes; none: nothing says which
 */
public record LevelScale(List<String> names, boolean ordered, Set<Integer> passing)
    implements Serializable {
  /** Yes or no: level 1 passes. */
  public static final LevelScale BINARY = new LevelScale(List.of("0", "1"), true, Set.of(1));

  public LevelScale {
    names = List.copyOf(names);
    passing = Set.copyOf(passing);
    if (names.size() < 2 || passing.stream().anyMatch(level -> level < 0)) {
      throw new IllegalArgumentException("Needs two levels or more, got " + names);
    }
    for (int level : passing) {
      if (level >= names.size()) {
        throw new IllegalArgumentException("There is no level " + level + " in " + names);
      }
    }
  }

  /** From names, as configured or stored; names that are no level are left out of those passing. */
  public static LevelScale of(List<String> names, boolean ordered, List<String> passing) {
    return new LevelScale(
        names,
        ordered,
        passing.stream().filter(names::contains).map(names::indexOf).collect(Collectors.toSet()));
  }

  /** Whether people say 0 or 1, and 1 passes. */
  public boolean isBinary() {
    return equals(BINARY);
  }

  /** Number of levels. */
  public int size() {
    return names.size();
  }

  /** The probability that one of the levels is given that pass. */
  public double passing(double... probabilities) {
    double sum = 0;
    for (int level = 0; level < probabilities.length; level++) {
      sum += passing.contains(level) ? probabilities[level] : 0;
    }
    return Math.min(1, Math.max(0, sum));
  }

  /** Throws where a map has another number of levels. */
  void check(int levels) {
    if (levels != size()) {
      throw new IllegalArgumentException("A map of %d levels for %s".formatted(levels, names));
    }
  }

  /** Whether a higher level never fails where a lower one passes. */
  public boolean passesUpwards() {
    return ordered
        && !passing.isEmpty()
        && passing.size() < size()
        && java.util.stream.IntStream.range(size() - passing.size(), size())
            .allMatch(passing::contains);
  }

  /** The names of the levels that pass, in the order of the levels. */
  public List<String> passingNames() {
    return names(List.copyOf(new TreeSet<>(passing)));
  }

  /** The names of these levels. */
  public List<String> names(List<Integer> levels) {
    return levels.stream().map(names::get).toList();
  }

  /** The name of the method that fits them: an order is kept where there is one. */
  public String method() {
    return ordered ? OrdinalMap.METHOD : MultinomialMap.METHOD;
  }
}
