package dev.assay.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** Words of any script, as text statistics count them. */
public final class Words {

  private static final String JOINTS = "'’-.,";

  private Words() {}

  /**
   * The words of {@code text} in lower case: runs of letters, marks and digits, held together by a
   * single apostrophe, hyphen, stop or comma inside (don't, well-known, 1,056.50). An ideograph or
   * kana is a word of its own.
   */
  public static List<String> of(String text) {
    List<String> words = new ArrayList<>();
    scan(text.toLowerCase(Locale.ROOT), JOINTS, words::add);
    return List.copyOf(words);
  }

  /** Runs of letters, marks and digits; an ideograph or kana alone. */
  static void runs(String text, Consumer<String> sink) {
    scan(text, "", sink);
  }

  private static void scan(String text, String joints, Consumer<String> sink) {
    int start = -1;
    int at = 0;
    while (at < text.length()) {
      int c = text.codePointAt(at);
      int next = at + Character.charCount(c);
      boolean alone = alone(c);
      if (inside(c) && !alone) {
        start = start < 0 ? at : start;
      } else if (start >= 0 && !alone && joins(text, joints, c, next)) {
        at = next;
        continue;
      } else {
        if (start >= 0) {
          sink.accept(text.substring(start, at));
          start = -1;
        }
        if (alone) {
          sink.accept(text.substring(at, next));
        }
      }
      at = next;
    }
    if (start >= 0) {
      sink.accept(text.substring(start));
    }
  }

  private static boolean joins(String text, String joints, int c, int next) {
    if (joints.indexOf(c) < 0 || next >= text.length()) {
      return false;
    }
    int following = text.codePointAt(next);
    return inside(following) && !alone(following);
  }

  private static boolean inside(int c) {
    int type = Character.getType(c);
    return Character.isLetterOrDigit(c)
        || type == Character.NON_SPACING_MARK
        || type == Character.COMBINING_SPACING_MARK
        || type == Character.ENCLOSING_MARK
        || type == Character.LETTER_NUMBER
        || type == Character.OTHER_NUMBER;
  }

  private static boolean alone(int c) {
    if (c < 0x2E80) {
      return false;
    }
    Character.UnicodeScript script = Character.UnicodeScript.of(c);
    return Character.isLetter(c)
        && (script == Character.UnicodeScript.HAN
            || script == Character.UnicodeScript.HIRAGANA
            || script == Character.UnicodeScript.KATAKANA);
  }
}
