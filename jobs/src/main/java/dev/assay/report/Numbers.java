package dev.assay.report;

import java.util.Locale;
import java.util.OptionalDouble;

/** Numbers as a reader wants them: few digits, a real minus sign, a dash for what is absent. */
final class Numbers {
  /** Stands for a number that does not exist. */
  static final String ABSENT = "–";

  /** A percent sign that stays on the line of its number. */
  static final String PERCENT = "\u00a0%";

  private Numbers() {}

  /** Two decimals below ten, fewer above; never "-0.00". */
  static String plain(OptionalDouble value) {
    return value.isPresent() ? plain(value.getAsDouble()) : ABSENT;
  }

  static String plain(double value) {
    if (!Double.isFinite(value)) {
      return ABSENT;
    }
    double size = Math.abs(value);
    int decimals = size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
    return sign(String.format(Locale.ROOT, "%,." + decimals + "f", value));
  }

  /** With its sign, for differences. */
  static String signed(OptionalDouble value) {
    if (value.isEmpty()) {
      return ABSENT;
    }
    String text = plain(value);
    return value.getAsDouble() > 0 && !"0.00".equals(text) ? "+" + text : text;
  }

  /** A share as whole percent; "<1 %" and ">99 %" rather than a false 0 or 100. */
  static String percent(OptionalDouble share) {
    if (share.isEmpty() || !Double.isFinite(share.getAsDouble())) {
      return ABSENT;
    }
    double value = share.getAsDouble() * 100;
    if (value > 0 && value < 0.5) {
      return "<1" + PERCENT;
    }
    if (value < 100 && value >= 99.5) {
      return ">99" + PERCENT;
    }
    return Math.round(value) + PERCENT;
  }

  /** A difference of shares in whole percentage points; "<1" rather than a false 0. */
  static String points(double difference) {
    long points = Math.round(100 * difference);
    return points == 0 && difference != 0
        ? (difference < 0 ? "−<1" : "<1")
        : (points < 0 ? "−" : "") + Math.abs(points);
  }

  /** A p-value: two decimals, three below 0.1, "<0.001". */
  static String p(OptionalDouble value) {
    if (value.isEmpty() || !Double.isFinite(value.getAsDouble())) {
      return ABSENT;
    }
    double p = value.getAsDouble();
    return p < 0.001 ? "<0.001" : String.format(Locale.ROOT, p < 0.1 ? "%.3f" : "%.2f", p);
  }

  static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value).replace(',', '\u202f');
  }

  /** "[low, high]", or empty when an end is missing. */
  static String interval(OptionalDouble low, OptionalDouble high) {
    return low.isPresent() && high.isPresent() ? "[" + plain(low) + ", " + plain(high) + "]" : "";
  }

  private static String sign(String text) {
    String cleaned = text.replace(',', '\u202f');
    if (!cleaned.startsWith("-")) {
      return cleaned;
    }
    String digits = cleaned.substring(1);
    return digits.chars().allMatch(c -> c == '0' || c == '.') ? digits : "−" + digits;
  }
}
