package dev.assay.mentions;

import dev.assay.base.Lines;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the values of an English text by the patterns of {@code patterns.txt}. Where two patterns
 * meet, the earlier one in the file wins. Patterns have no nested repetition, so time is linear.
 */
public final class Mentions {

  private record Rule(Kind kind, Pattern pattern) {}

  private static final String NUMBER =
      "\\d+(?:[.,]\\d+){0,6}|" + String.join("|", Lines.of(Mentions.class, "number-words.txt"));
  private static final List<Rule> RULES =
      Lines.of(Mentions.class, "patterns.txt").stream().map(Mentions::rule).toList();
  private static final Pattern NAME =
      Pattern.compile(
          "(?<![\\p{L}\\d-])\\p{Lu}[\\p{Ll}]{1,20}(?: \\p{Lu}[\\p{L}]{1,20}){1,3}(?![\\p{L}-])");
  private static final Pattern OPENER =
      Pattern.compile(
          "(?:The|A|An|Every|Each|No|Any|All|Our|Your|Its|For|In|On|At|If|When|Only|Some) ");

  private Mentions() {}

  private static Rule rule(String line) {
    String[] parts = line.split("\t", 2);
    return new Rule(Kind.valueOf(parts[0]), Pattern.compile(parts[1].replace("NUM", NUMBER)));
  }

  /** The values of {@code text} in order, not overlapping. */
  public static List<Mention> find(String text) {
    List<Mention> found = new ArrayList<>();
    boolean[] taken = new boolean[text.length()];
    for (Rule rule : RULES) {
      Matcher matcher = rule.pattern.matcher(text);
      while (matcher.find()) {
        add(found, taken, rule.kind, matcher.start(), matcher.end(), text);
      }
    }
    Matcher names = NAME.matcher(text);
    while (names.find()) {
      int start = names.start();
      Matcher opener = OPENER.matcher(text).region(start, names.end());
      if (opener.lookingAt()) {
        start = opener.end();
      }
      if (text.substring(start, names.end()).indexOf(' ') > 0) {
        add(found, taken, Kind.NAME, start, names.end(), text);
      }
    }
    found.sort(Comparator.comparingInt(Mention::start));
    return List.copyOf(found);
  }

  private static void add(
      List<Mention> found, boolean[] taken, Kind kind, int start, int end, String text) {
    for (int at = start; at < end; at++) {
      if (taken[at]) {
        return;
      }
    }
    java.util.Arrays.fill(taken, start, end, true);
    found.add(new Mention(kind, start, end, text.substring(start, end)));
  }
}
