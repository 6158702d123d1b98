package dev.assay.base;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes known secrets out of a text that others wrote: as they are, escaped as JSON or URLs do it,
 * in Base64 at any offset, and what of one stands at the end of a text that was cut off. A secret
 * of fewer than {@value #SHORTEST} characters is taken out only as it is.
 */
public final class Masking {
  /** Shorter ones, and shorter beginnings of them, stand in texts by chance. */
  public static final int SHORTEST = 8;

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
    masked = escaped(value).matcher(masked).replaceAll(Matcher.quoteReplacement(Secret.MASK));
    for (int offset = 0; offset < 3; offset++) {
      String encoded = encoded(value, offset);
      if (encoded.length() >= SHORTEST) {
        masked = masked.replace(encoded, Secret.MASK);
        masked = masked.replace(encoded.replace('+', '-').replace('/', '_'), Secret.MASK);
      }
    }
    for (int length = value.length() - 1; length >= SHORTEST; length--) {
      if (masked.endsWith(value.substring(0, length))) {
        return masked.substring(0, masked.length() - length) + Secret.MASK;
      }
    }
    return masked;
  }

  /** Every character as it is, or as JSON or a URL may write it; one way at each place. */
  private static Pattern escaped(String value) {
    StringBuilder pattern = new StringBuilder();
    for (char letter : value.toCharArray()) {
      pattern.append("(?:").append(Pattern.quote(Character.toString(letter)));
      pattern.append("|\\\\u(?i:").append(String.format(Locale.ROOT, "%04x", (int) letter));
      pattern.append(")");
      if ("\"\\/".indexOf(letter) >= 0) {
        pattern.append("|\\\\").append(Pattern.quote(Character.toString(letter)));
      }
      pattern.append("|(?i:");
      for (byte part : Character.toString(letter).getBytes(StandardCharsets.UTF_8)) {
        pattern.append(String.format(Locale.ROOT, "%%%02x", part));
      }
      pattern.append("))");
    }
    return Pattern.compile(pattern.toString());
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
