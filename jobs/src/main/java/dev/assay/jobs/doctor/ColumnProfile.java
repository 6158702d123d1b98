package dev.assay.jobs.doctor;

import dev.assay.config.LabelDimension;
import dev.assay.config.LabelValues;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** What the values of a column look like. */
final class ColumnProfile {
  private static final int KEPT = 20;

  /** How tables write that there is nothing. */
  private static final Set<String> NOTHING = Set.of("nan", "n/a", "#n/a", "null");

  /**
   * A number by another decimal mark, with marks between thousands, or in percent. Dates, versions
   * and lists of numbers are none.
   */
  private static final Pattern ALMOST =
      Pattern.compile(
          "(?:[-+]?[0-9]{1,20}+(?:[.,][0-9]{1,20}+)?"
              + "|-?[1-9][0-9]{0,2}([.,'\u2019\\h])[0-9]{3}(?:\\1[0-9]{3}){0,5}(?:(?!\\1)[.,][0-9]{1,20}+)?)"
              + "\\h?%?");

  private final LabelValues words;
  private final Set<String> seen = new TreeSet<>();
  private long filled;
  private long numbers;
  private long readable;
  private long absent;
  private long almost;
  private String firstAlmost = "";
  private boolean counts = true;
  private double last = Double.NEGATIVE_INFINITY;

  ColumnProfile(LabelValues words) {
    this.words = words;
  }

  void take(String value) {
    if (nothing(value)) {
      absent++;
      return;
    }
    filled++;
    OptionalDouble number = number(value);
    numbers += number.isPresent() ? 1 : 0;
    boolean reads = number(value, words).isPresent();
    readable += reads ? 1 : 0;
    if (!reads && ALMOST.matcher(value.strip()).matches()) {
      firstAlmost = almost == 0 ? value.strip() : firstAlmost;
      almost++;
    }
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

  /** Values that are neither number nor yes nor no, NaN and the like among them. */
  long odd() {
    return filled - readable + absent;
  }

  /** Values that are neither number nor yes nor no, and do not say that there is none. */
  long unread() {
    return filled - readable;
  }

  /** All of its values, in small letters; empty where there are too many to keep. */
  Optional<Set<String>> words() {
    return seen.size() < KEPT ? Optional.of(seen) : Optional.empty();
  }

  /** Whether nearly all values would be numbers if they were written otherwise. */
  boolean almostNumeric() {
    return !numeric() && almost > 0 && readable + almost >= .95 * filled;
  }

  /** The first value that would be a number if it were written otherwise; empty without one. */
  String firstAlmost() {
    return firstAlmost;
  }

  /** Whether {@code value} says that there is none. */
  static boolean nothing(String value) {
    return NOTHING.contains(value.strip().toLowerCase(Locale.ROOT));
  }

  boolean constant() {
    return seen.size() < 2;
  }

  /** Whether it numbers the rows. */
  boolean counts() {
    return counts && filled > 2 && numbers == filled;
  }

  /** A finite number in decimal digits: what Java reads besides, such as 1d, is a word. */
  static OptionalDouble number(String text) {
    if (text.chars().anyMatch(c -> Character.isLetter(c) && c != 'e' && c != 'E')) {
      return OptionalDouble.empty();
    }
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
