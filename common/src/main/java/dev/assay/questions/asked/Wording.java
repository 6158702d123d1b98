package dev.assay.questions.asked;

import dev.assay.base.Lines;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How a question is worded: whether it is one, stands alone, and says things in its own words. */
final class Wording {
  static final int LONGEST = 600;
  private static final int RUN = 5;
  private static final Pattern GAP = Pattern.compile("[^\\p{L}\\p{N}]+");
  private static final Pattern MARKUP =
      Pattern.compile("</?[A-Za-z!][^>]{0,200}>|```|\\]\\(|<<<|>>>|\\{\\{|&[a-z]{2,8};");
  private static final Pattern ASKS = Pattern.compile("[?？؟\u037e]\\s*\\z");
  private static final List<Pattern> ELSEWHERE =
      Lines.of(Wording.class, "points-elsewhere.txt").stream()
          .map(line -> Pattern.compile(line, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE))
          .toList();

  private Wording() {}

  /** What is wrong with it as a line of text: too long, no question, markup. */
  static Optional<String> problem(String question) {
    if (question.isBlank()) {
      return Optional.of("empty_question");
    }
    if (question.length() > LONGEST) {
      return Optional.of("too_long");
    }
    if (MARKUP.matcher(question).find()
        || question.chars().anyMatch(c -> Character.isISOControl(c))) {
      return Optional.of("markup");
    }
    return ASKS.matcher(question).find() ? Optional.empty() : Optional.of("no_question");
  }

  /** The words by which it points at a text that who answers it does not see. */
  static Optional<String> pointsElsewhere(String question) {
    for (Pattern pattern : ELSEWHERE) {
      Matcher matcher = pattern.matcher(question);
      if (matcher.find()) {
        return Optional.of(matcher.group());
      }
    }
    return Optional.empty();
  }

  /**
   * Share of the question's runs of {@value #RUN} words that stand in the source as well, in [0,
   * 1]; 0 for a question of fewer words.
   */
  static double copied(String question, List<String> sources) {
    Set<List<String>> known = new HashSet<>();
    sources.forEach(source -> known.addAll(runs(source)));
    List<List<String>> runs = runs(question);
    long copied = runs.stream().filter(known::contains).count();
    return runs.isEmpty() ? 0 : copied / (double) runs.size();
  }

  /** In small letters without punctuation. */
  static String plain(String text) {
    return GAP.matcher(text.toLowerCase(Locale.ROOT)).replaceAll(" ").strip();
  }

  private static List<List<String>> runs(String text) {
    List<String> words = List.of(plain(text).split(" "));
    return java.util.stream.IntStream.rangeClosed(0, words.size() - RUN)
        .mapToObj(at -> words.subList(at, at + RUN))
        .toList();
  }
}
