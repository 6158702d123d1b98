package dev.assay.grammar.matching;

import dev.assay.base.Lines;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The lists beside this class. */
final class WordLists {
  static final Set<String> NEGATIONS = words("negations.txt");
  static final Set<String> VERBS = words("verbs.txt");
  static final Set<String> TITLES = words("titles.txt");
  static final Set<String> FILLER = words("filler.txt");
  private static final List<Pattern> NO_ANSWER =
      Lines.of(WordLists.class, "no-answer.txt").stream().map(Pattern::compile).toList();

  private WordLists() {}

  private static Set<String> words(String file) {
    return Set.copyOf(Lines.of(WordLists.class, file));
  }

  /** Whether {@code text} says that nothing is known. */
  static boolean noAnswer(String text) {
    return NO_ANSWER.stream().anyMatch(pattern -> pattern.matcher(text).find());
  }
}
