package dev.assay.grammar.text;

import dev.assay.base.Seeds;
import dev.assay.grammar.shape.Placeholders;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Typing mistakes as hands make them: neighbouring letters swapped, one left out or doubled. */
final class Typos {
  /** Words of which the first and last letter stay: so they are read all the same. */
  private static final Pattern WORD = Pattern.compile("\\b[A-Za-z]{4,}\\b");

  private static final int EVERY = 3;

  private Typos() {}

  /** The text with a mistake in about every third longer word, at least in one; no placeholder has any. */
  static String in(String text, String id) {
    SplittableRandom random = Seeds.random(0, "typos", id + "\u0000" + text);
    int[] left = {random.nextInt(EVERY)};
    return Placeholders.around(
        text,
        outside -> {
          Matcher matcher = WORD.matcher(outside);
          StringBuilder wrong = new StringBuilder();
          while (matcher.find()) {
            boolean hit = left[0]-- == 0;
            if (hit) {
              left[0] = EVERY - 1;
            }
            matcher.appendReplacement(wrong, hit ? slip(matcher.group(), random) : matcher.group());
          }
          return matcher.appendTail(wrong).toString();
        });
  }

  private static String slip(String word, SplittableRandom random) {
    int at = 1 + random.nextInt(word.length() - 2);
    boolean twins = word.charAt(at) == word.charAt(at + 1);
    int kind = random.nextInt(3);
    if (kind == 0 && !twins && at + 1 < word.length() - 1) {
      return word.substring(0, at) + word.charAt(at + 1) + word.charAt(at) + word.substring(at + 2);
    }
    return kind == 1
        ? word.substring(0, at) + word.substring(at + 1)
        : word.substring(0, at) + word.charAt(at) + word.substring(at);
  }
}
