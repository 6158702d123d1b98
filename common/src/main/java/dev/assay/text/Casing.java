package dev.assay.text;

/**
 * Whether a text begins its sentences with small letters, as chat, transcripts and tokenised
 * summaries do. Then capitals say nothing of where sentences end.
 */
final class Casing {
  private final String text;
  private final FullStops stops;
  private int small;
  private int capital;

  private Casing(String text) {
    this.text = text;
    this.stops = new FullStops(text, 0, text.length());
  }

  /**
   * Whether at least two in three of the words that open {@code text}, or follow an end mark and a
   * blank in it, are small. Words in capitals, single letters and what follows an abbreviation have
   * no say.
   */
  static boolean small(String text) {
    Casing casing = new Casing(text);
    casing.head(0);
    for (int at = 0; at + 1 < text.length(); at++) {
      if (Characters.end(text.charAt(at)) && Characters.blank(text.charAt(at + 1))) {
        int next = casing.letter(at + 1);
        if (next < text.length()
            && (text.charAt(at) != '.' || !casing.stops.continuesSmall(at, next))) {
          casing.head(next);
        }
      }
    }
    return casing.small > 0 && casing.small >= 2 * casing.capital;
  }

  private int letter(int from) {
    int at = from;
    while (at < text.length()
        && (Characters.blank(text.charAt(at)) || Characters.opener(text.charAt(at)))) {
      at++;
    }
    return at;
  }

  private void head(int from) {
    int at = letter(from);
    if (at + 1 < text.length() && Character.isLowerCase(text.charAt(at))) {
      small += Character.isUpperCase(text.charAt(at + 1)) ? 0 : 1;
    } else if (at + 1 < text.length() && Character.isUpperCase(text.charAt(at))) {
      capital += Character.isLowerCase(text.charAt(at + 1)) ? 1 : 0;
    }
  }
}
