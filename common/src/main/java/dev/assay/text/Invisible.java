package dev.assay.text;

import java.util.stream.IntStream;

/**
 * Characters that nobody sees and that change what people or models read: direction overrides,
 * embeddings and isolates (U+202A–202E, 2066–2069), which show a text in another order than it has;
 * zero-width spaces and operators, soft hyphens, interlinear marks; tags and selectors of plane 14,
 * which can hide whole texts. Joiners and plain direction marks belong to the spelling of languages
 * and are none.
 */
public final class Invisible {
  private Invisible() {}

  /** Whether a code point is one. */
  public static boolean is(int codePoint) {
    return codePoint == 0x00AD
        || codePoint == 0x180E
        || codePoint == 0x200B
        || codePoint >= 0x202A && codePoint <= 0x202E
        || codePoint >= 0x2060 && codePoint <= 0x206F
        || codePoint == 0xFEFF
        || codePoint >= 0xFFF9 && codePoint <= 0xFFFB
        || codePoint >= 0xE0000 && codePoint <= 0xE0FFF;
  }

  /** The text without them. */
  public static String without(String text) {
    if (none(text)) {
      return text;
    }
    StringBuilder kept = new StringBuilder(text.length());
    text.codePoints().filter(codePoint -> !is(codePoint)).forEach(kept::appendCodePoint);
    return kept.toString();
  }

  /** The text with each of them as people can see it: ⟨U+202E⟩. */
  public static String shown(String text) {
    if (none(text)) {
      return text;
    }
    StringBuilder shown = new StringBuilder(text.length() + 16);
    IntStream codePoints = text.codePoints();
    codePoints.forEach(
        codePoint -> {
          if (is(codePoint)) {
            shown.append("⟨U+%04X⟩".formatted(codePoint));
          } else {
            shown.appendCodePoint(codePoint);
          }
        });
    return shown.toString();
  }

  /** JSON with each of them as JSON escapes it, so that it is read as what it was. */
  public static String escaped(String json) {
    if (none(json)) {
      return json;
    }
    StringBuilder escaped = new StringBuilder(json.length() + 16);
    IntStream codePoints = json.codePoints();
    codePoints.forEach(
        codePoint -> {
          if (is(codePoint)) {
            for (char unit : Character.toChars(codePoint)) {
              escaped.append("\\u%04x".formatted((int) unit));
            }
          } else {
            escaped.appendCodePoint(codePoint);
          }
        });
    return escaped.toString();
  }

  private static boolean none(String text) {
    return text.codePoints().noneMatch(Invisible::is);
  }
}
