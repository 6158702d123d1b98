package dev.assay.text.linear;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Texts on which a regular expression may take long: what it is made of, again and again, with and
 * without an end that it does not accept. They are looked for by the pattern's own letters, so that
 * another pattern has other ones.
 */
final class Attacks {
  private static final int LENGTH = 1200;

  /** Of a first look: work that grows with the square is a quarter of that at four times this. */
  private static final int SHORT = 300;

  /** Looks at a character, on average, that are as good as linear. */
  private static final int FEW = 80;

  /** Looks at a character, on average, beyond which nothing is linear. */
  private static final long MOST = 1200;

  private static final Pattern LITERALS = Pattern.compile("[^\\\\\\[\\](){}?*+|^$.]{2,12}");
  private static final Pattern CLASSES = Pattern.compile("\\\\([shwdbWSDRpP]|.)(?:\\{(\\w+)})?");

  private Attacks() {}

  /** A text for which the work grows faster than its length, as its repeated part. */
  static Optional<String> on(Pattern pattern) {
    return on(pattern, SourcePatterns.Use.ANYWHERE);
  }

  /**
   * The same.
   *
   * @param use how it is held against texts
   */
  static Optional<String> on(Pattern pattern, SourcePatterns.Use use) {
    List<String> pumps = pumps(pattern.pattern());
    Set<String> starts = new LinkedHashSet<>(List.of(""));
    pumps.stream().filter(pump -> pump.length() != 2).limit(7).forEach(starts::add);
    for (String pump : pumps) {
      for (String start : starts) {
        for (String end : List.of("\u0001", "\n\u0001")) {
          if (slow(pattern, use, start, pump, end)) {
            return Optional.of(start + "(" + pump + ")*" + end);
          }
        }
      }
    }
    return Optional.empty();
  }

  private static boolean slow(
      Pattern pattern, SourcePatterns.Use use, String start, String pump, String end) {
    String little = start + pump.repeat(SHORT / pump.length()) + end;
    if (looks(pattern, use, little) <= (long) FEW * SHORT / LENGTH * little.length()) {
      return false;
    }
    String half = start + pump.repeat(LENGTH / 2 / pump.length()) + end;
    String whole = start + pump.repeat(LENGTH / pump.length()) + end;
    long twice = looks(pattern, use, whole);
    return twice == Long.MAX_VALUE
        || twice > (long) FEW * whole.length() && twice > 3 * looks(pattern, use, half);
  }

  /** As matches, find and replaceAll look at it: from each place on where the last one ended. */
  private static long looks(Pattern pattern, SourcePatterns.Use use, String text) {
    long most = MOST * text.length();
    CountedText counted = new CountedText(text, most);
    try {
      Matcher matcher = pattern.matcher(counted);
      if (use != SourcePatterns.Use.START) {
        matcher.matches();
      }
      if (use != SourcePatterns.Use.WHOLE) {
        matcher.reset();
        matcher.lookingAt();
      }
      matcher.reset();
      while (use == SourcePatterns.Use.ANYWHERE && matcher.find()) {
        // on to the next
      }
      return counted.looks();
    } catch (CountedText.TooMany | StackOverflowError e) {
      return Long.MAX_VALUE;
    }
  }

  private static List<String> pumps(String pattern) {
    Set<String> letters = new LinkedHashSet<>();
    Matcher classes = CLASSES.matcher(pattern);
    while (classes.find()) {
      switch (classes.group(1)) {
        case "s", "R" -> letters.addAll(List.of(" ", "\n"));
        case "h" -> letters.addAll(List.of(" ", "\t"));
        case "w" -> letters.addAll(List.of("a", "1", "_"));
        case "d" -> letters.add("1");
        case "S", "D", "W", "b" -> letters.addAll(List.of("a", "."));
        case "p", "P" -> letters.addAll(List.of("a", "A", "1", "."));
        default -> letters.add(classes.group(1));
      }
    }
    String plain = CLASSES.matcher(pattern).replaceAll("");
    if (plain.contains(".")) {
      letters.addAll(List.of("a", " "));
    }
    plain
        .chars()
        .filter(letter -> "()[]{}?*+|^$.\\,".indexOf(letter) < 0)
        .limit(40)
        .mapToObj(Character::toString)
        .forEach(letters::add);
    letters.addAll(List.of("a", " "));
    List<String> few = letters.stream().limit(8).toList();
    List<String> pumps = new ArrayList<>(few);
    Matcher literals = LITERALS.matcher(plain);
    while (literals.find() && pumps.size() < 14) {
      pumps.add(literals.group());
    }
    for (String one : few) {
      for (String two : few) {
        if (!one.equals(two)) {
          pumps.add(one + two);
        }
      }
    }
    return pumps;
  }
}
