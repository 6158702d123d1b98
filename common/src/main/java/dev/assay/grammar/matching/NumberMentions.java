package dev.assay.grammar.matching;

import dev.assay.base.Lines;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numbers as people write them: with commas, points, spaces or apostrophes between thousands,
 * either decimal mark, percent, thousand to billion, and number words. Where a notation can be read
 * in two ways it has both readings.
 */
final class NumberMentions {
  private static final Map<String, List<String>> WORDS =
      Lines.named(NumberMentions.class, "number-words.txt");
  private static final Pattern DIGITS =
      Pattern.compile(
          "(?<![\\p{L}\\p{N}_])(?<!\\d[.,'/:])(?<sign>(?<![\\p{L}\\p{N}])(?:[-+]|minus ))?(?:[$\u20ac\u00a3\u00a5] ?)?"
              + "(?<digits>\\d{1,3}(?:[,.' ]\\d{3})+(?:[.,]\\d+)?(?!\\d)|\\d+(?:[.,]\\d+)?)"
              + "(?: ?(?<unit>%|percent\\b|per cent\\b|pct\\b|thousand\\b|million\\b|billion\\b"
              + "|trillion\\b|k\\b|mn\\b|m\\b|bn\\b))?(?![\\p{L}\\p{N}_])",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern ALL_DIGITS = Pattern.compile("[-+]?(?:0|[1-9]\\d*)(?:\\.\\d+)?");

  /** After these "one" is no number. */
  private static final Set<String> PRONOUN = Set.of("no", "any", "every", "some", "each");

  private NumberMentions() {}

  /**
   * A number as written.
   *
   * @param value what it says
   * @param unit of its last digit: 1 where it is whole, 10,000 for "1.23 million"
   */
  record Reading(BigDecimal value, BigDecimal unit) {

    /**
     * Whether it is {@code truth} to the digits that it gives, and not further from it than {@code
     * tolerance} of its size.
     */
    boolean says(BigDecimal truth, double tolerance) {
      BigDecimal error = truth.subtract(value).abs();
      return error.signum() == 0
          || error.compareTo(unit.divide(BigDecimal.valueOf(2))) <= 0
              && error.doubleValue() <= tolerance * Math.abs(truth.doubleValue());
    }
  }

  /**
   * @param percent whether it is written as a percentage
   * @param word whether it is written in words
   */
  record Mention(int start, int end, List<Reading> readings, boolean percent, boolean word) {
    boolean says(BigDecimal truth, double tolerance) {
      return readings.stream().anyMatch(reading -> reading.says(truth, tolerance));
    }
  }

  /** The number that {@code value}, a database's, is; null where it is none. */
  static BigDecimal truth(String value) {
    String plain = value.strip();
    try {
      return ALL_DIGITS.matcher(plain).matches()
              || plain.matches("[-+]?\\d+(?:\\.\\d+)?[eE][-+]?\\d{1,3}")
          ? new BigDecimal(plain)
          : null;
    } catch (NumberFormatException tooLarge) {
      return null;
    }
  }

  /** All numbers of {@code text} in order. */
  static List<Mention> find(NormalText text) {
    List<Mention> found = new ArrayList<>();
    Matcher matcher = DIGITS.matcher(text.text());
    while (matcher.find()) {
      if (matcher.group("digits").length() > 40) {
        continue;
      }
      String unit =
          matcher.group("unit") == null ? "" : matcher.group("unit").toLowerCase(Locale.ROOT);
      boolean percent = unit.startsWith("p") || unit.equals("%");
      List<Reading> readings = new ArrayList<>();
      for (BigDecimal value : values(matcher.group("digits"))) {
        boolean positive = matcher.group("sign") == null || matcher.group("sign").equals("+");
        BigDecimal signed = positive ? value : value.negate();
        Reading reading = new Reading(signed, BigDecimal.ONE.movePointLeft(signed.scale()));
        int power = power(unit);
        readings.add(scaled(reading, power));
        if (percent) {
          readings.add(scaled(reading, -2));
        }
        if (unit.equals("m") || unit.equals("k")) {
          readings.add(reading); // metres, or kilo of something else
        }
      }
      found.add(new Mention(matcher.start(), matcher.end(), readings, percent, false));
    }
    found.addAll(words(text));
    return found;
  }

  private static Reading scaled(Reading reading, int power) {
    return new Reading(
        reading.value().scaleByPowerOfTen(power), reading.unit().scaleByPowerOfTen(power));
  }

  private static int power(String unit) {
    return switch (unit) {
      case "k", "thousand" -> 3;
      case "m", "mn", "million" -> 6;
      case "bn", "billion" -> 9;
      case "trillion" -> 12;
      default -> 0;
    };
  }

  /** What a run of digits and marks can stand for. */
  private static List<BigDecimal> values(String digits) {
    String plain = digits.replaceAll("[ ']", "");
    int point = plain.lastIndexOf('.');
    int comma = plain.lastIndexOf(',');
    if (point >= 0 && comma >= 0) {
      char decimal = point > comma ? '.' : ',';
      char group = decimal == '.' ? ',' : '.';
      String one = plain.replace(String.valueOf(group), "").replace(decimal, '.');
      return one.indexOf('.') == one.lastIndexOf('.')
          ? List.of(new BigDecimal(one))
          : List.of(new BigDecimal(plain.replaceAll("[.,]", "")));
    }
    int mark = Math.max(point, comma);
    if (mark < 0) {
      return List.of(new BigDecimal(plain));
    }
    String whole = plain.replaceAll("[.,]", "");
    boolean several = plain.indexOf(plain.charAt(mark)) != mark;
    if (several) {
      return List.of(new BigDecimal(whole));
    }
    BigDecimal decimal = new BigDecimal(plain.replace(',', '.'));
    boolean groups = plain.length() - mark - 1 == 3 && mark <= 3 && plain.charAt(0) != '0';
    return groups ? List.of(new BigDecimal(whole), decimal) : List.of(decimal);
  }

  /** "twenty-five", "a dozen", "two hundred and ten". */
  private static List<Mention> words(NormalText text) {
    List<Mention> found = new ArrayList<>();
    List<NormalText.Token> tokens = text.tokens();
    for (int i = 0; i < tokens.size(); ) {
      long total = 0;
      long current = -1;
      int end = i;
      String before = i == 0 ? "" : tokens.get(i - 1).folded();
      if (tokens.get(i).folded().equals("one") && PRONOUN.contains(before)) {
        i++;
        continue;
      }
      for (int at = i; at < tokens.size(); at++) {
        String word = tokens.get(at).folded();
        if (WORDS.containsKey(word)) {
          long value = Long.parseLong(WORDS.get(word).get(0));
          if (current < 0 && value >= 100 && before.equals("a")) {
            current = value;
          } else if (value == 100 && current > 0) {
            current *= 100;
          } else if (value >= 1000 && current > 0) {
            total += current * value;
            current = 0;
          } else if (value < 100) {
            current = Math.max(current, 0) + value;
          } else {
            break;
          }
        } else if (!(word.equals("and") && current >= 100)) {
          break;
        } else {
          continue;
        }
        end = at + 1;
      }
      if (current < 0) {
        i++;
        continue;
      }
      Reading reading = new Reading(BigDecimal.valueOf(total + current), BigDecimal.ONE);
      found.add(
          new Mention(
              tokens.get(i).start(), tokens.get(end - 1).end(), List.of(reading), false, true));
      i = end;
    }
    return found;
  }
}
