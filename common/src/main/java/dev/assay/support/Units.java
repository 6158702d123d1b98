package dev.assay.support;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What stands around a number: a currency or a word of approximation before it, a magnitude and a
 * unit behind.
 */
final class Units {
  static final String SPACE = "[ \\u00a0\\u2009\\u202f]";
  private static final Pattern AFTER =
      Pattern.compile(
          "[-"
              + SPACE.substring(1, SPACE.length() - 1)
              + "]?"
              + "(%|percentage points?|per cent|percent|pct|basis points?|bps"
              + "|thousand|million|billion|trillion|hundred|mn|bn|tn|dozen|k|m|b"
              + "|us dollars?|dollars?|usd|euros?|eur|pounds?|gbp|cents?"
              + "|business days?|banking days?|calendar days?|days?|weeks?|months?|years?|hours?|minutes?|seconds?"
              + "|st|nd|rd|th)(?![\\p{L}\\d])");
  private static final Pattern BEFORE =
      Pattern.compile("(us ?\\$|\\$|€|£|¥|usd|eur|gbp)" + SPACE + "?$");
  private static final Pattern ROUGH =
      Pattern.compile(
          "\\b(?:about|around|approximately|roughly|nearly|almost|over|some|than)"
              + "[ $€£]{1,3}$");
  private static final int LOOK_BACK = 16;
  private static final int LONGEST_UNIT = 24;

  private Units() {}

  /** A number with its unit, and where in the text both end. */
  record Measured(Quantity quantity, int end) {}

  /**
   * Reads around a number.
   *
   * @param number as its digits or words say
   * @param start where it starts in {@code text}
   * @param end where it ends
   * @param digits whether it is written in digits: magnitudes of words belong to the words
   * @param stated whether it is to be checked without a unit
   */
  static Measured around(
      String text, BigDecimal number, int start, int end, boolean digits, boolean stated) {
    BigDecimal value = number;
    String unit = "";
    boolean known = stated;
    String before = text.substring(Math.max(0, start - LOOK_BACK), start);
    Matcher currency = BEFORE.matcher(before);
    if (currency.find()) {
      unit = currency(currency.group(1));
    }
    boolean rough = ROUGH.matcher(before).find();
    int at = end;
    Matcher after = AFTER.matcher(text).useTransparentBounds(true);
    for (int i = 0; i < 2 && next(after, text, at); i++) {
      String word = after.group(1).replaceAll("(?<=..)s$", "");
      boolean attached = after.start(1) == at;
      long scale = scale(word, attached, !unit.isEmpty());
      if (scale > 0 && digits) {
        value = value.multiply(BigDecimal.valueOf(scale));
        rough = true;
      } else if (word.length() == 2 && "st nd rd th".contains(word)) {
        if (!attached) {
          break;
        }
        unit = "th";
      } else if (scale < 0 && word.length() > 1) {
        Unit read = unit(word);
        value = value.multiply(read.factor());
        unit = read.name();
        known = true;
        at = after.end();
        break;
      } else {
        break;
      }
      at = after.end();
    }
    return new Measured(Quantity.of(value, unit, rough, known), at);
  }

  /** Whether a unit or magnitude stands at {@code at}; looks no farther than one can be long. */
  private static boolean next(Matcher after, String text, int at) {
    return after.region(at, Math.min(text.length(), at + LONGEST_UNIT)).lookingAt();
  }

  private static long scale(String word, boolean attached, boolean money) {
    return switch (word) {
      case "thousand" -> 1_000L;
      case "million", "mn" -> 1_000_000L;
      case "billion", "bn" -> 1_000_000_000L;
      case "trillion", "tn" -> 1_000_000_000_000L;
      case "hundred" -> 100L;
      case "dozen" -> 12L;
      case "k" -> attached ? 1_000L : -1;
      case "m" -> attached && money ? 1_000_000L : -1;
      case "b" -> attached && money ? 1_000_000_000L : -1;
      default -> -1;
    };
  }

  private record Unit(String name, BigDecimal factor) {
    static Unit of(String name, String factor) {
      return new Unit(name, new BigDecimal(factor));
    }
  }

  private static Unit unit(String word) {
    return switch (word) {
      case "%", "percentage point", "per cent", "percent", "pct" -> Unit.of("%", "1");
      case "basis point", "bp" -> Unit.of("%", "0.01");
      case "us dollar", "dollar", "usd" -> Unit.of("USD", "1");
      case "cent" -> Unit.of("USD", "0.01");
      case "euro", "eur" -> Unit.of("EUR", "1");
      case "pound", "gbp" -> Unit.of("GBP", "1");
      case "business day", "banking day" -> Unit.of("business day", "1");
      case "week" -> Unit.of("day", "7");
      case "calendar day" -> Unit.of("day", "1");
      case "year" -> Unit.of("month", "12");
      case "hour" -> Unit.of("minute", "60");
      default -> Unit.of(word, "1");
    };
  }

  private static String currency(String sign) {
    return switch (sign) {
      case "€", "eur" -> "EUR";
      case "£", "gbp" -> "GBP";
      case "¥" -> "JPY";
      default -> "USD";
    };
  }
}
