package dev.assay.rules;

/**
 * What a rule found.
 *
 * @param rule the rule's id
 * @param category what kind of thing it is
 * @param start index of its first character
 * @param end index after its last character
 * @param text the characters between
 */
public record Finding(String rule, String category, int start, int end, String text) {

  /** The text with all but its first and last two characters hidden, for reports. */
  public String masked() {
    int shown = text.length() < 8 ? 0 : 2;
    StringBuilder masked = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean keep = i < shown || i >= text.length() - shown || Character.isWhitespace(c);
      masked.append(keep && !Character.isSurrogate(c) ? c : '•');
    }
    return masked.toString();
  }
}
