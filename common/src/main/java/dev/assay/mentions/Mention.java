package dev.assay.mentions;

import java.util.Locale;

/**
 * A value in a text.
 *
 * @param kind what sort of value
 * @param start index of its first character
 * @param end index after its last character
 * @param text the characters between
 */
public record Mention(Kind kind, int start, int end, String text) {

  /**
   * What a value must share with another to take its place: the kind, for durations also the unit
   * in the singular ("business day"), for identifiers the word before the number.
   */
  public String family() {
    return switch (kind) {
      case DURATION -> kind + " " + unit();
      case IDENTIFIER -> kind + " " + text.replaceAll("[ -].*", "").toLowerCase(Locale.ROOT);
      case NAME -> kind + " " + text.split(" ", -1).length;
      case DATE -> kind + (text.matches(".*\\d{4}") ? " year" : "");
      default -> kind.toString();
    };
  }

  /** A duration's unit in the singular, without the number: "business day". */
  public String unit() {
    String unit = text.substring(text.indexOf(' ') + 1);
    return unit.endsWith("s") ? unit.substring(0, unit.length() - 1) : unit;
  }

  /** A duration's unit in the plural: "business days". */
  public String units() {
    return unit() + "s";
  }
}
