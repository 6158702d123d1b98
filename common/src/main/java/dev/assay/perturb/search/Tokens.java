package dev.assay.perturb.search;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A text in pieces that joined are the text: words, and each other character alone. */
final class Tokens {
  private static final Pattern PIECE = Pattern.compile("[\\p{L}\\p{M}\\p{N}]++|(?s:.)");
  private static final Pattern LETTER = Pattern.compile("(?s).\\p{M}*+");

  private Tokens() {}

  static List<String> of(String text) {
    return PIECE.matcher(text).results().map(MatchResult::group).toList();
  }

  /** Each letter with the marks on it. */
  static List<String> letters(String word) {
    return LETTER.matcher(word).results().map(MatchResult::group).toList();
  }

  static boolean isWord(String piece) {
    return !piece.isEmpty() && piece.codePoints().allMatch(Tokens::wordly);
  }

  private static boolean wordly(int letter) {
    int type = Character.getType(letter);
    return Character.isLetter(letter)
        || type == Character.NON_SPACING_MARK
        || type == Character.COMBINING_SPACING_MARK
        || type == Character.ENCLOSING_MARK
        || type == Character.DECIMAL_DIGIT_NUMBER
        || type == Character.LETTER_NUMBER
        || type == Character.OTHER_NUMBER;
  }
}
