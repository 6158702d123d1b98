package dev.assay.grammar.matching;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text with one form of quotes, dashes, spaces and digits and without marks of emphasis, and its
 * words. Capitals and line breaks stay.
 */
record NormalText(String text, List<Token> tokens) {
  /** With what follows short names and grades: "C#", "A+", "BB-". */
  private static final Pattern WORD =
      Pattern.compile(
          "(?<![\\p{L}\\p{N}])(?:[\\p{L}\\p{N}]{1,4}[+#]{1,2}|[\\p{L}\\p{N}]{1,3}-)"
              + "(?![\\p{L}\\p{N}+#-])"
              + "|[\\p{L}\\p{N}]+(?:'[\\p{L}\\p{N}]+)*|&");

  private static final Pattern MARKS = Pattern.compile("\\p{M}+");
  private static final Pattern EMPHASIS = Pattern.compile("\\*\\*|__");
  private static final Pattern SPACES = Pattern.compile("[\\p{Zs}\\t]+");
  private static final Pattern LINES = Pattern.compile(" ?\\R+ ?");

  /**
   * A word.
   *
   * @param folded in small letters without accents and apostrophes
   * @param raw as it stands
   */
  record Token(String folded, String raw, int start, int end) {}

  static NormalText of(String given) {
    return of(given, given.chars().allMatch(c -> c < 128));
  }

  /**
   * @param ascii whether what changes other letters alone may be left out
   */
  static NormalText of(String given, boolean ascii) {
    String text = plain(ascii ? given.replace('`', '\'') : oneForm(given), ascii);
    return new NormalText(text, List.copyOf(ascii ? asciiWords(text) : words(text)));
  }

  private static List<Token> words(String text) {
    List<Token> tokens = new ArrayList<>();
    Matcher words = WORD.matcher(text);
    while (words.find()) {
      String word = words.group();
      tokens.add(new Token(fold(word), word, words.start(), words.end()));
    }
    return tokens;
  }

  /** What {@link #WORD} finds in a text of ASCII, without a pattern's cost. */
  private static List<Token> asciiWords(String text) {
    List<Token> tokens = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      int end = asciiWordEnd(text, at);
      if (end > at) {
        String word = text.substring(at, end);
        tokens.add(new Token(small(word), word, at, end));
      }
      at = Math.max(end, at + 1);
    }
    return tokens;
  }

  /** Where the word that begins at {@code start} ends; {@code start} where none does. */
  private static int asciiWordEnd(String text, int start) {
    if (text.charAt(start) == '&') {
      return start + 1;
    }
    int end = asciiRunEnd(text, start);
    if (end == start || isMarked(text, start, end)) {
      return end == start ? end : marksEnd(text, end);
    }
    while (end + 1 < text.length() && text.charAt(end) == '\'') {
      int next = asciiRunEnd(text, end + 1);
      if (next == end + 1) {
        break;
      }
      end = next;
    }
    return end;
  }

  /** Whether the letters and digits within [start, end) are a short name or grade with its mark. */
  private static boolean isMarked(String text, int start, int end) {
    int marks = marksEnd(text, end);
    boolean minus = marks > end && text.charAt(end) == '-';
    int longest = minus ? 3 : 4;
    return end - start <= longest
        && marks > end
        && marks - end <= 2
        && (marks == text.length()
            || "+#-".indexOf(text.charAt(marks)) < 0 && !isAscii(text.charAt(marks)));
  }

  /** After one minus, or after all of the signs + and # from {@code end} on. */
  private static int marksEnd(String text, int end) {
    int at = end;
    while (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '#')) {
      at++;
    }
    return at == end && at < text.length() && text.charAt(at) == '-' ? at + 1 : at;
  }

  private static int asciiRunEnd(String text, int start) {
    int end = start;
    while (end < text.length() && isAscii(text.charAt(end))) {
      end++;
    }
    return end;
  }

  /** A letter or digit of ASCII. */
  private static boolean isAscii(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
  }

  private static String oneForm(String given) {
    return Normalizer.normalize(given, Normalizer.Form.NFKC)
        .replaceAll("[\\u201c\\u201d\\u201e\\u00ab\\u00bb]", "\"")
        .replaceAll("[\\u2018\\u2019\\u02bc`]", "'")
        .replaceAll("[\\u2010-\\u2015\\u2212]", "-");
  }

  /** Without emphasis, with single spaces. Most texts of ASCII have neither, which is soon seen. */
  private static String plain(String given, boolean ascii) {
    String text = given;
    if (text.contains("**") || text.contains("__")) {
      text = EMPHASIS.matcher(text).replaceAll("");
    }
    if (!ascii || text.indexOf('\t') >= 0 || text.contains("  ")) {
      text = SPACES.matcher(text).replaceAll(" ");
    }
    if (!ascii || text.chars().anyMatch(c -> c >= '\n' && c <= '\r')) {
      text = LINES.matcher(text).replaceAll("\n");
    }
    return text.strip();
  }

  private static String small(String word) {
    return word.equals("&") ? "and" : word.toLowerCase(Locale.ROOT).replace("'", "");
  }

  private static String fold(String word) {
    if (word.equals("&")) {
      return "and";
    }
    String plain = MARKS.matcher(Normalizer.normalize(word, Normalizer.Form.NFD)).replaceAll("");
    return plain.toLowerCase(Locale.ROOT).replace("'", "").replace("\u00df", "ss");
  }

  List<String> folded() {
    return tokens.stream().map(Token::folded).toList();
  }

  /** The words that lie within [start, end). */
  List<Token> within(int start, int end) {
    return tokens.stream().filter(t -> t.start() >= start && t.end() <= end).toList();
  }

  /** Where the clause around {@code at} begins: after the last mark or line break before it. */
  int clauseStart(int at) {
    int start = at;
    while (start > 0 && !clauseEnd(start - 1)) {
      start--;
    }
    return start;
  }

  private boolean clauseEnd(int i) {
    char c = text.charAt(i);
    if (c == '\n' || c == ';' || c == '!' || c == '?') {
      return true;
    }
    return c == '.' && (i + 1 == text.length() || Character.isWhitespace(text.charAt(i + 1)));
  }

  /** The lines and sentences, as [start, end). */
  List<int[]> sentences() {
    List<int[]> found = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) != ';' && clauseEnd(i)) {
        found.add(new int[] {start, i});
        start = i + 1;
      }
    }
    if (start < text.length()) {
      found.add(new int[] {start, text.length()});
    }
    return found;
  }
}
