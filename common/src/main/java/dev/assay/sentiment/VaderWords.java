package dev.assay.sentiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The words and emoticons of a text as VADER's rules see them: split at white space, freed of the
 * punctuation around them unless next to nothing would be left, emoji replaced by their names.
 *
 * @param words as they stand
 * @param lower the same in lower case
 * @param shouts whether some words are in capitals and others are not
 */
record VaderWords(List<String> words, List<String> lower, boolean shouts) {
  private static final String PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
  private static final int FIRST_SYMBOL = 0x2600;

  static VaderWords of(String text) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    text.codePoints()
        .forEach(
            point -> {
              if (isSpace(point)) {
                finish(words, word);
              } else if (point >= FIRST_SYMBOL
                  && Character.getType(point) == Character.OTHER_SYMBOL) {
                finish(words, word);
                words.addAll(name(point));
              } else {
                word.appendCodePoint(point);
              }
            });
    finish(words, word);
    List<String> lower = words.stream().map(w -> w.toLowerCase(Locale.ROOT)).toList();
    long capitals = words.stream().filter(VaderWords::inCapitals).count();
    return new VaderWords(words, lower, capitals > 0 && capitals < words.size());
  }

  int size() {
    return words.size();
  }

  boolean shouted(int word) {
    return shouts && inCapitals(words.get(word));
  }

  /** The words from {@code from} to before {@code to}, in lower case. */
  String phrase(int from, int to) {
    return to > size() ? "" : String.join(" ", lower.subList(from, to));
  }

  private static boolean isSpace(int point) {
    return Character.isWhitespace(point) || Character.isSpaceChar(point) || point == 0x85;
  }

  private static List<String> name(int point) {
    String name = Character.getName(point);
    return name == null ? List.of() : List.of(name.toLowerCase(Locale.ROOT).split(" "));
  }

  private static void finish(List<String> words, StringBuilder word) {
    if (word.length() > 0) {
      words.add(bare(word.toString()));
      word.setLength(0);
    }
  }

  private static String bare(String token) {
    int start = 0;
    int end = token.length();
    while (start < end && PUNCTUATION.indexOf(token.charAt(start)) >= 0) {
      start++;
    }
    while (end > start && PUNCTUATION.indexOf(token.charAt(end - 1)) >= 0) {
      end--;
    }
    return token.codePointCount(start, end) <= 2 ? token : token.substring(start, end);
  }

  private static boolean inCapitals(String word) {
    boolean upper = false;
    for (int i = 0; i < word.length(); i += Character.charCount(word.codePointAt(i))) {
      int point = word.codePointAt(i);
      if (Character.isLowerCase(point) || Character.isTitleCase(point)) {
        return false;
      }
      upper |= Character.isUpperCase(point);
    }
    return upper;
  }
}
