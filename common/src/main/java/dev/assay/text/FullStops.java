package dev.assay.text;

import java.util.Locale;

/** What the words around a full stop say of it. */
final class FullStops {
  private static final int LONGEST_WORD = 30;
  private static final Abbreviations WORDS = Abbreviations.ENGLISH;

  private final String text;
  private final int from;
  private final int to;
  private final int first;

  /** For the sentence that starts at {@code from} in a block that ends at {@code to}. */
  FullStops(String text, int from, int to) {
    this.text = text;
    this.from = from;
    this.to = to;
    this.first = Characters.skipBlanks(text, from, to);
  }

  /**
   * Whether the sentence goes on after the stop at {@code stop}, which an abbreviation, an initial
   * or a list number owns, with the word at {@code next}.
   */
  boolean continues(int stop, int next) {
    int start = wordStart(stop);
    String written = text.substring(start, stop);
    String word = written.toLowerCase(Locale.ROOT);
    boolean number = Character.isDigit(text.charAt(next)) || text.charAt(next) == '§';
    if (listNumber(start, stop)) {
      return true;
    }
    if (written.length() == 2 && capitals(written) && !number && !capitals(word(next))) {
      return false;
    }
    if (WORDS.is("title", word) || WORDS.is("link", word)) {
      return true;
    }
    if (WORDS.is("numbered", word) && (number || enumerator(next))) {
      return true;
    }
    if (WORDS.is("month", word) && number) {
      return true;
    }
    if (WORDS.is("clock", word)) {
      return number || WORDS.is("zone", word(next).toLowerCase(Locale.ROOT));
    }
    boolean initial = written.length() == 1 && Character.isUpperCase(written.charAt(0));
    if (initial) {
      return !afterLettered(start) && !starter(next);
    }
    return (WORDS.is("open", word) || dotted(word)) && (number || !starter(next));
  }

  /**
   * The same where the word at {@code next} is small, though sentences begin small in this text: an
   * abbreviation owns the stop unless what follows begins a sentence more often than it goes on.
   */
  boolean continuesSmall(int stop, int next) {
    String word = word(stop, next);
    if (word.isEmpty()) {
      return false;
    }
    return listNumber(wordStart(stop), stop)
        || WORDS.is("title", word)
        || WORDS.is("link", word)
        || abbreviates(stop, word) && !WORDS.is("begins", word(next).toLowerCase(Locale.ROOT));
  }

  /** Whether the word that ends at {@code end} is a title, which never ends a sentence. */
  boolean title(int end) {
    return WORDS.is("title", text.substring(wordStart(end), end).toLowerCase(Locale.ROOT));
  }

  /** The same where sentences begin with capitals: any abbreviation owns its stop. */
  boolean abbreviates(int stop, int next) {
    String word = word(stop, next);
    return WORDS.is("title", word) || WORDS.is("link", word) || abbreviates(stop, word);
  }

  private String word(int stop, int next) {
    return stop < next ? text.substring(wordStart(stop), stop).toLowerCase(Locale.ROOT) : "";
  }

  private boolean abbreviates(int stop, String word) {
    boolean initial = word.length() == 1 && Character.isLetter(word.charAt(0));
    return initial && !afterLettered(wordStart(stop))
        || dotted(word)
        || WORDS.is("open", word)
        || WORDS.is("small", word)
        || WORDS.is("numbered", word) && !WORDS.is("plain", word);
  }

  private int wordStart(int stop) {
    int start = stop;
    while (start > from
        && stop - start < LONGEST_WORD
        && !Characters.blank(text.charAt(start - 1))) {
      start--;
    }
    while (start < stop
        && !Character.isLetterOrDigit(text.charAt(start))
        && text.charAt(start) != '§') {
      start++;
    }
    return start;
  }

  /** "2." or "b." at the very start, or after a colon, numbers what follows. */
  private boolean listNumber(int start, int stop) {
    int before = Characters.trimEnd(text, from, start);
    boolean heads = wordless(first, start) || ":;".indexOf(text.charAt(before - 1)) >= 0;
    if (!heads || stop - start > 4 || stop == start) {
      return false;
    }
    String token = text.substring(start, stop);
    return stop - start == 1 && Character.isLetter(token.charAt(0))
        || token.chars().allMatch(Character::isDigit)
        || token.chars().allMatch(c -> "ivxl".indexOf(c) >= 0);
  }

  /** Whether no more than a bullet or an opening bracket stands there. */
  private boolean wordless(int start, int end) {
    if (end - start > 4) {
      return false;
    }
    for (int at = start; at < end; at++) {
      if (Character.isLetterOrDigit(text.charAt(at))) {
        return false;
      }
    }
    return true;
  }

  /** What follows "fig.": a roman number or one letter. */
  private boolean enumerator(int next) {
    String word = word(next);
    if (word.isEmpty() || word.length() > 4) {
      return false;
    }
    if (word.equals("I") || word.equals("A")) {
      int end = next + 1;
      return end == to || ",.;:)(".indexOf(text.charAt(end)) >= 0;
    }
    return word.length() == 1 && Character.isUpperCase(word.charAt(0))
        || word.chars().allMatch(c -> "IVXLC".indexOf(c) >= 0);
  }

  /** Two letters of a state's name (CA, CO), unless everything around is in capitals. */
  private static boolean capitals(String word) {
    return word.length() > 1 && word.chars().allMatch(Character::isUpperCase);
  }

  private boolean afterLettered(int start) {
    int end = Characters.trimEnd(text, from, start);
    return end > from
        && WORDS.is("lettered", text.substring(wordStart(end), end).toLowerCase(Locale.ROOT));
  }

  /** Whether the word at {@code next} often starts a sentence; an initial ("A. Smith") does not. */
  private boolean starter(int next) {
    String word = word(next);
    int end = next + word.length();
    boolean initial = word.length() == 1 && end < to && text.charAt(end) == '.';
    return !initial && WORDS.is("starter", word.toLowerCase(Locale.ROOT));
  }

  private String word(int at) {
    int end = at;
    while (end < to && end - at < LONGEST_WORD && Character.isLetter(text.charAt(end))) {
      end++;
    }
    return text.substring(at, end);
  }

  /** Letters and full stops in turn: u.s, p.m, j.p. */
  private static boolean dotted(String word) {
    if (word.length() < 3 || word.length() % 2 == 0) {
      return false;
    }
    for (int at = 0; at < word.length(); at++) {
      char c = word.charAt(at);
      if (at % 2 == 0 ? !Character.isLetter(c) : c != '.') {
        return false;
      }
    }
    return true;
  }
}
