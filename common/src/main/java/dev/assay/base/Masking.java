package dev.assay.base;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes known secrets out of a text that others wrote: as they are, escaped as JSON or URLs do it,
 * in Base64 at any offset, and what of one stands where a text was cut off, at its end or before an
 * ellipsis. A secret of fewer than {@value #SHORTEST} characters is taken out only as it is.
 */
public final class Masking {
  /** Shorter ones, and shorter beginnings of them, stand in texts by chance. */
  public static final int SHORTEST = 8;

  /** What may be left of an escaped character where a text was cut off. */
  private static final Pattern PART_OF_ONE =
      Pattern.compile("%[0-9a-fA-F]?+|\\\\(?:u[0-9a-fA-F]{0,3}+)?+");

  private Masking() {}

  /** {@code text} with {@link Secret#MASK} where a secret stood. */
  public static String mask(String text, Collection<Secret> secrets) {
    List<String> values = new ArrayList<>();
    for (Secret secret : secrets) {
      String value = secret.value().strip();
      values.add(value);
      // What follows "Bearer" or "Basic" is the secret, and may come back without it.
      int blank = value.lastIndexOf(' ');
      values.add(value.length() - blank > SHORTEST ? value.substring(blank + 1) : "");
    }
    values.removeIf(String::isEmpty);
    values.sort(Comparator.comparingInt(String::length).reversed());
    String masked = text;
    for (String value : values) {
      masked = without(masked, value);
    }
    return masked;
  }

  private static String without(String text, String value) {
    String masked = text.replace(value, Secret.MASK);
    if (value.length() < SHORTEST) {
      return masked;
    }
    masked = without(masked, value, true);
    for (int offset = 0; offset < 3; offset++) {
      String encoded = encoded(value, offset);
      if (encoded.length() >= SHORTEST) {
        masked = without(masked, encoded, false);
        masked = without(masked, encoded.replace('+', '-').replace('/', '_'), false);
      }
    }
    return masked;
  }

  private static String without(String text, String secret, boolean escaped) {
    StringBuilder masked = new StringBuilder();
    int copied = 0;
    for (int at = 0; at < text.length(); at++) {
      int end = end(text, at, secret, escaped);
      if (end > at) {
        masked.append(text, copied, at).append(Secret.MASK);
        copied = end;
        at = end - 1;
      }
    }
    return copied == 0 ? text : masked.append(text, copied, text.length()).toString();
  }

  /** Where the secret, or what was left of it, ends that begins at {@code at}; else −1. */
  private static int end(String text, int at, String secret, boolean escaped) {
    int place = at;
    int known = 0;
    while (known < secret.length()) {
      int next = letter(text, place, secret.charAt(known), escaped);
      if (next < 0) {
        break;
      }
      place = next;
      known++;
    }
    if (known == secret.length()) {
      return place;
    } else if (known < SHORTEST) {
      return -1;
    }
    Matcher part = PART_OF_ONE.matcher(text).region(place, text.length());
    int rest = escaped && part.lookingAt() ? part.end() : place;
    boolean cut =
        rest == text.length() || text.startsWith("…", rest) || text.startsWith("...", rest);
    return cut ? rest : -1;
  }

  /**
   * What follows {@code letter} in {@code text}, where it stands at {@code at} as JSON or a URL may
   * write it or as it is; else −1.
   */
  private static int letter(String text, int at, char letter, boolean escaped) {
    if (at >= text.length()) {
      return -1;
    }
    char first = text.charAt(at);
    if (escaped && first == '\\') {
      if (text.startsWith("u", at + 1) && hex(text, at + 2, 4) == letter) {
        return at + 6;
      } else if ("\"\\/".indexOf(letter) >= 0 && text.startsWith(letter + "", at + 1)) {
        return at + 2;
      }
    } else if (escaped && first == '%') {
      int end = percent(text, at, letter);
      if (end > 0) {
        return end;
      }
    }
    return first == letter ? at + 1 : -1;
  }

  /** What follows the letter where it stands as a URL writes its bytes; else −1. */
  private static int percent(String text, int at, char letter) {
    if (hex(text, at + 1, 2) < 0) {
      return -1;
    }
    int end = at;
    for (byte part : Character.toString(letter).getBytes(StandardCharsets.UTF_8)) {
      if (!text.startsWith("%", end) || hex(text, end + 1, 2) != (part & 0xFF)) {
        return -1;
      }
      end += 3;
    }
    return end;
  }

  /** The number that so many hexadecimal digits at a place are; −1 where they are none. */
  private static int hex(String text, int at, int digits) {
    int number = at + digits > text.length() ? -1 : 0;
    for (int i = at; i < at + digits && number >= 0; i++) {
      int digit = Character.digit(text.charAt(i), 16);
      number = digit < 0 ? -1 : number * 16 + digit;
    }
    return number;
  }

  /** The characters of its Base64 that what stands before and after cannot change. */
  private static String encoded(String value, int offset) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    byte[] moved = new byte[offset + bytes.length];
    System.arraycopy(bytes, 0, moved, offset, bytes.length);
    String all = Base64.getEncoder().withoutPadding().encodeToString(moved);
    int from = (offset * 8 + 5) / 6;
    int to = moved.length * 8 / 6;
    return all.substring(from, Math.max(from, to));
  }
}
