package dev.assay.report.alignment;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A stretch of a text that is read beside another one.
 *
 * @param differs whether it is a number that the other text does not have
 */
public record Piece(String text, boolean differs) {
  private static final Pattern NUMBER = Pattern.compile("\\d+(?:[.,]\\d+){0,6}");

  /**
   * All of {@code text}, its numbers compared with those of {@code other} by their digits: 1,000 is
   * 1000, and words such as "five" are none. Nothing differs where there is no other text.
   */
  public static List<Piece> of(String text, String other) {
    Set<String> known = new HashSet<>();
    Matcher there = NUMBER.matcher(other);
    while (there.find()) {
      known.add(plain(there.group()));
    }
    List<Piece> pieces = new ArrayList<>();
    int at = 0;
    Matcher here = NUMBER.matcher(text);
    while (!other.isBlank() && here.find()) {
      if (!known.contains(plain(here.group()))) {
        add(pieces, text.substring(at, here.start()), false);
        add(pieces, here.group(), true);
        at = here.end();
      }
    }
    add(pieces, text.substring(at), false);
    return pieces;
  }

  private static void add(List<Piece> pieces, String text, boolean differs) {
    if (!text.isEmpty()) {
      pieces.add(new Piece(text, differs));
    }
  }

  private static String plain(String number) {
    return number.replace(",", "");
  }
}
