package dev.assay.questions.rules;

import dev.assay.base.Lines;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Closed word classes and the verb list, all in small letters. */
final class Words {
  private static final Map<String, List<String>> CLASSES =
      Lines.named(Words.class, "word-classes.txt");

  static final Set<String> MODALS = of("modals");
  static final Set<String> BE = of("be");
  static final Set<String> HAVE = of("have");
  static final Set<String> DO = of("do");
  static final Set<String> DETERMINERS = of("determiners");
  static final Set<String> PREPOSITIONS = of("prepositions");
  static final Set<String> SUBORDINATORS = of("subordinators");
  static final Set<String> CONJUNCTIONS = of("conjunctions");
  static final Set<String> PLURALS = of("plurals");

  private static final Set<String> ADVERBS = of("adverbs");
  private static final Set<String> NO_ADVERBS = of("no_adverbs");
  private static final Set<String> AMBIGUOUS = new HashSet<>();
  private static final Map<String, String> BASES = new HashMap<>();
  private static final Map<String, String> THIRD = new HashMap<>();
  private static final Set<String> PARTICIPLES =
      Set.copyOf(Lines.of(Words.class, "participles.txt"));
  private static final Set<String> OPENERS = Set.copyOf(Lines.of(Words.class, "openers.txt"));

  static {
    for (String line : Lines.of(Words.class, "verbs.txt")) {
      String base = line.replace("*", "");
      THIRD.put(third(base), base);
      BASES.put(base, base);
      if (line.endsWith("*")) {
        AMBIGUOUS.add(base);
      }
    }
  }

  private Words() {}

  /** The word class of this name. */
  static Set<String> of(String name) {
    return Set.copyOf(CLASSES.get(name));
  }

  private static String third(String base) {
    if (base.matches(".*[^aeiou]y")) {
      return base.substring(0, base.length() - 1) + "ies";
    }
    return base + (base.matches(".*(?:s|x|z|ch|sh|o)") ? "es" : "s");
  }

  /** The word in small letters without the punctuation around it. */
  static String bare(String token) {
    int start = 0;
    int end = token.length();
    while (start < end
        && !Character.isLetterOrDigit(token.charAt(start))
        && token.charAt(start) != '$') {
      start++;
    }
    while (end > start
        && !Character.isLetterOrDigit(token.charAt(end - 1))
        && token.charAt(end - 1) != '%') {
      end--;
    }
    return token.substring(start, end).toLowerCase(Locale.ROOT);
  }

  static boolean adverb(String word) {
    return ADVERBS.contains(word)
        || (word.length() > 5 && word.endsWith("ly") && !NO_ADVERBS.contains(word));
  }

  /** The base of a verb in the third person, or null. */
  static String baseOfThird(String word) {
    return THIRD.get(word);
  }

  static boolean base(String word) {
    return BASES.containsKey(word);
  }

  static boolean ambiguous(String base) {
    return AMBIGUOUS.contains(base);
  }

  static boolean participle(String word) {
    return (word.length() > 4 && word.endsWith("ed")) || PARTICIPLES.contains(word);
  }

  static boolean opener(String word) {
    return OPENERS.contains(word);
  }

  /** Whether an object can start with this token: a determiner, a number, an amount. */
  static boolean startsObject(String token) {
    return DETERMINERS.contains(bare(token))
        || (!token.isEmpty() && (Character.isDigit(token.charAt(0)) || token.charAt(0) == '$'))
        || List.of("at", "up").contains(bare(token))
        || bare(token).endsWith("ly");
  }
}
