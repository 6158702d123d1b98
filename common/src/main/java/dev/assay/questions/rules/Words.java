package dev.assay.questions.rules;

import dev.assay.mentions.Lines;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Closed word classes and the verb list, all in small letters. */
final class Words {
  static final Set<String> MODALS =
      Set.of("must", "may", "can", "cannot", "shall", "should", "will", "would", "might", "could");
  static final Set<String> BE = Set.of("is", "are", "was", "were");
  static final Set<String> HAVE = Set.of("has", "have", "had");
  static final Set<String> DO = Set.of("does", "do", "did");
  static final Set<String> DETERMINERS =
      Set.of(
          "the", "a", "an", "each", "every", "no", "any", "all", "its", "their", "his", "her",
          "only", "both", "either", "one", "another", "some", "such", "exactly", "whether", "that");
  static final Set<String> PREPOSITIONS =
      Set.of(
          "of",
          "for",
          "in",
          "on",
          "at",
          "by",
          "to",
          "from",
          "with",
          "within",
          "without",
          "under",
          "over",
          "above",
          "below",
          "after",
          "before",
          "until",
          "during",
          "between",
          "through",
          "into",
          "per",
          "than",
          "against",
          "about",
          "upon",
          "as",
          "via",
          "including",
          "except",
          "toward",
          "across",
          "beyond",
          "outside",
          "inside",
          "among");
  static final Set<String> SUBORDINATORS =
      Set.of(
          "who",
          "that",
          "which",
          "whose",
          "whom",
          "where",
          "when",
          "if",
          "unless",
          "because",
          "whether",
          "while",
          "although",
          "though",
          "since",
          "until",
          "once",
          "so",
          "provided",
          "how",
          "what",
          "why");
  static final Set<String> CONJUNCTIONS = Set.of("and", "or", "but", "nor", "then");
  static final Set<String> PLURALS = Set.of("people", "children", "staff", "persons", "employees");

  private static final Set<String> ADVERBS =
      Set.of("never", "always", "often", "sometimes", "then", "still");
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
        || (word.length() > 5
            && word.endsWith("ly")
            && !word.equals("monthly")
            && !word.equals("weekly")
            && !word.equals("yearly")
            && !word.equals("quarterly")
            && !word.equals("family")
            && !word.equals("supply")
            && !word.equals("daily"));
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
