package dev.assay.base;

import java.util.regex.Pattern;

/**
 * Names that came with the data, for a line of a terminal or a log: what would start another line,
 * move the cursor, colour or reorder what is shown is a space.
 */
public final class OneLine {
  private static final Pattern CONTROL =
      Pattern.compile("[\\p{Cc}\\p{Zl}\\p{Zp}\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]");

  private OneLine() {}

  /** {@code text} with a space for each such character; nothing for none. */
  public static String of(String text) {
    return text == null ? "" : CONTROL.matcher(text).replaceAll(" ");
  }
}
