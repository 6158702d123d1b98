package dev.assay.report;

/**
 * The start of a text.
 *
 * @param text what is shown
 * @param omitted characters that are not
 */
record Excerpt(String text, int omitted) {

  /** At most {@code limit} characters, never half of a surrogate pair. */
  static Excerpt of(String text, int limit) {
    if (text.length() <= limit) {
      return new Excerpt(text, 0);
    }
    int end = limit > 0 && Character.isHighSurrogate(text.charAt(limit - 1)) ? limit - 1 : limit;
    return new Excerpt(text.substring(0, Math.max(0, end)), text.length() - Math.max(0, end));
  }

  /** What the reader is told of the rest; empty when there is none. */
  public String note() {
    return omitted == 0
        ? ""
        : "Cut here: " + Numbers.count(omitted) + " more characters are in the tables.";
  }
}
