package dev.assay.rules;

import dev.assay.base.Identified;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** What a match must satisfy besides its pattern. Blanks and hyphens do not count. */
public enum Validator implements Identified {
  /** Nothing. */
  NONE {
    @Override
    boolean accepts(String match) {
      return true;
    }
  },

  /** 12 to 19 digits whose Luhn sum (ISO/IEC 7812-1) is a multiple of 10, not all the same. */
  LUHN {
    @Override
    boolean accepts(String match) {
      String digits = compact(match);
      return digits.length() >= 12
          && digits.length() <= 19
          && luhn(digits) % 10 == 0
          && !allTheSame(digits);
    }
  },

  /** Remainder 1 modulo 97 (ISO 13616, ISO 7064). */
  IBAN {
    @Override
    boolean accepts(String match) {
      String compact = compact(match).toUpperCase(Locale.ROOT);
      if (compact.length() < 15 || compact.length() > 34) {
        return false;
      }
      StringBuilder digits = new StringBuilder();
      for (char c : (compact.substring(4) + compact.substring(0, 4)).toCharArray()) {
        int value = Character.digit(c, 36);
        if (value < 0) {
          return false;
        }
        digits.append(value);
      }
      return new BigInteger(digits.toString()).mod(BigInteger.valueOf(97)).intValue() == 1;
    }
  },

  /**
   * A US social security number that can have been issued: area not 000, 666 or above 899, group
   * not 00, serial not 0000, digits not all the same.
   */
  SSN {
    @Override
    boolean accepts(String match) {
      String digits = compact(match);
      if (digits.length() != 9 || allTheSame(digits)) {
        return false;
      }
      int area = Integer.parseInt(digits.substring(0, 3));
      return area != 0
          && area != 666
          && area < 900
          && !digits.startsWith("00", 3)
          && !digits.endsWith("0000");
    }
  },

  /** Seven to fifteen digits, as ITU-T E.164 allows, that are no date and not all the same. */
  PHONE {
    @Override
    boolean accepts(String match) {
      String digits = match.replaceAll("\\D", "");
      return digits.length() >= 7
          && digits.length() <= 15
          && digits.chars().distinct().count() > 1
          && !match
              .strip()
              .matches(
                  "(?:19|20)\\d\\d[-/. ]\\d\\d[-/. ]\\d\\d|\\d\\d[-/. ]\\d\\d[-/."
                      + " ](?:19|20)\\d\\d");
    }
  },

  /** Four numbers from 0 to 255 that are no version, network mask or local address. */
  IP {
    @Override
    boolean accepts(String match) {
      String[] parts = match.split("\\.", -1);
      for (String part : parts) {
        if (part.length() > 3 || Integer.parseInt(part) > 255) {
          return false;
        }
      }
      return parts.length == 4
          && !match.startsWith("0.")
          && !match.startsWith("127.")
          && !match.startsWith("255.");
    }
  },

  /** Shannon entropy of at least 3 bits a character, and letters as well as digits. */
  ENTROPY {
    @Override
    boolean accepts(String match) {
      return bits(match) >= 3
          && match.chars().anyMatch(Character::isDigit)
          && match.chars().anyMatch(Character::isLetter);
    }
  };

  /** Whether {@code match} is what the rule looks for. */
  abstract boolean accepts(String match);

  /** Without blanks and hyphens; called for every match, so no pattern is compiled for it. */
  static String compact(String match) {
    StringBuilder compact = new StringBuilder(match.length());
    for (int i = 0; i < match.length(); i++) {
      char c = match.charAt(i);
      if (c != ' ' && c != '-') {
        compact.append(c);
      }
    }
    return compact.toString();
  }

  private static boolean allTheSame(String text) {
    return text.chars().allMatch(c -> c == text.charAt(0));
  }

  private static int luhn(String digits) {
    int sum = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = digits.charAt(digits.length() - 1 - i) - '0';
      int doubled = i % 2 == 0 ? digit : 2 * digit;
      sum += doubled > 9 ? doubled - 9 : doubled;
    }
    return sum;
  }

  private static double bits(String text) {
    Map<Integer, Integer> counts = new HashMap<>();
    text.codePoints().forEach(c -> counts.merge(c, 1, Integer::sum));
    double total = text.codePointCount(0, text.length());
    return counts.values().stream()
        .mapToDouble(n -> -(n / total) * Math.log(n / total) / Math.log(2))
        .sum();
  }
}
