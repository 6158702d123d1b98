package dev.assay.mentions;

import dev.assay.base.Lines;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The size of a value that is written as text. */
final class Numbers {
  private static final Pattern DIGITS = Pattern.compile("\\d+(?:[.,]\\d+){0,6}");
  private static final List<String> WORDS = Lines.of(Numbers.class, "number-words.txt");
  private static final int[] SIZES = {
    2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 20, 30, 40, 50, 60, 90
  };

  private Numbers() {}

  /**
   * The first number of {@code text}, in minutes for a time of day; 0 when it has none. Commas
   * group digits, the full stop is decimal.
   */
  static double value(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    for (int i = 0; i < SIZES.length; i++) {
      if (lower.equals(WORDS.get(i)) || lower.startsWith(WORDS.get(i) + " ")) {
        return SIZES[i];
      }
    }
    Matcher matcher = DIGITS.matcher(text);
    if (!matcher.find()) {
      return 0;
    }
    double value = number(matcher.group());
    if (text.length() > matcher.end() && text.charAt(matcher.end()) == ':') {
      return 60 * value + (matcher.find() ? number(matcher.group()) : 0);
    }
    String tail = lower.substring(matcher.end());
    return value
        * (tail.contains("million")
            ? 1e6
            : tail.contains("billion") ? 1e9 : tail.contains("thousand") ? 1e3 : 1);
  }

  private static double number(String digits) {
    try {
      return Double.parseDouble(digits.replace(",", ""));
    } catch (NumberFormatException severalPoints) {
      return 0;
    }
  }
}
