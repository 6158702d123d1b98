package dev.assay.jobs.doctor;

import dev.assay.config.LabelDimension;
import dev.assay.config.LabelValues;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;

/** What the values of a column look like. */
final class ColumnProfile {
  private static final int KEPT = 20;

  private final LabelValues words;
  private final Set<String> seen = new TreeSet<>();
  private long filled;
  private long numbers;
  private long readable;
  private boolean counts = true;
  private double last = Double.NEGATIVE_INFINITY;

  ColumnProfile(LabelValues words) {
    this.words = words;
  }

  void take(String value) {
    filled++;
    OptionalDouble number = number(value);
    numbers += number.isPresent() ? 1 : 0;
    readable += number(value, words).isPresent() ? 1 : 0;
    counts &= number.isPresent() && number.getAsDouble() == last + 1 || filled == 1;
    last = number.orElse(Double.NaN);
    if (seen.size() < KEPT) {
      seen.add(value.strip().toLowerCase(Locale.ROOT));
    }
  }

  long filled() {
    return filled;
  }

  /** Up to twenty of its values, in small letters. */
  Set<String> seen() {
    return seen;
  }

  /** Whether nearly all values are numbers, or yes and no in some words. */
  boolean numeric() {
    return filled > 0 && readable >= .95 * filled;
  }

  /** Values that are neither number nor yes nor no. */
  long odd() {
    return filled - readable;
  }

  boolean constant() {
    return seen.size() < 2;
  }

  /** Whether it numbers the rows. */
  boolean counts() {
    return counts && filled > 2 && numbers == filled;
  }

  /** A finite number. */
  static OptionalDouble number(String text) {
    try {
      double value = Double.parseDouble(text.strip());
      return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
    } catch (NumberFormatException e) {
      return OptionalDouble.empty();
    }
  }

  /** A finite number, or 1 and 0 for yes and no. */
  static OptionalDouble number(String text, LabelValues words) {
    OptionalDouble number = number(text);
    return number.isPresent()
        ? number
        : LabelDimension.BINARY
            .read(text, words)
            .map(label -> OptionalDouble.of(Double.parseDouble(label)))
            .orElse(OptionalDouble.empty());
  }
}
