package dev.assay.grammar.text;

import dev.assay.base.Lines;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** English nouns in names of tables and columns: {@code MediaTypes} is one media type, or several. */
final class Nouns {
  private static final Pattern BORDER =
      Pattern.compile(
          "[^\\p{L}\\p{N}]+|(?<=[\\p{Ll}\\p{N}])(?=\\p{Lu})|(?<=\\p{Lu})(?=\\p{Lu}\\p{Ll})");
  private static final Set<String> PREFIXES = Set.of("tbl", "tb", "vw", "dim", "fct");
  private static final Set<String> KEYS = Set.of("id", "ids", "key", "fk", "pk", "uuid", "guid");
  private static final Map<String, String> PLURALS = new HashMap<>();
  private static final Map<String, String> SINGULARS = new HashMap<>();

  static {
    for (String line : Lines.of(Nouns.class, "irregular.txt")) {
      String[] both = line.split(" ");
      PLURALS.put(both[0], both[1]);
      SINGULARS.put(both[1], both[0]);
    }
  }

  private Nouns() {}

  /** The words of a name, in small letters but for abbreviations: {@code [VAT, number]}. */
  static List<String> words(String name) {
    boolean loud = name.equals(name.toUpperCase(Locale.ROOT));
    List<String> words = new ArrayList<>();
    for (String word : BORDER.split(name)) {
      boolean abbreviation = !loud && word.length() > 1 && word.equals(word.toUpperCase(Locale.ROOT));
      if (!word.isEmpty()) {
        words.add(abbreviation && !KEYS.contains(lower(word)) ? word : lower(word));
      }
    }
    if (words.size() > 1 && PREFIXES.contains(words.get(0))) {
      words.remove(0);
    }
    return words;
  }

  /** The words without what only says that they are a key: {@code support_rep_id} is a rep. */
  static List<String> withoutKey(List<String> words) {
    int end = words.size();
    while (end > 0 && KEYS.contains(words.get(end - 1))) {
      end--;
    }
    return words.subList(0, end);
  }

  /** Several of what {@code noun} names one of; its last word bears the ending. */
  static String plural(String noun) {
    int at = noun.lastIndexOf(' ') + 1;
    String word = noun.substring(at);
    return noun.substring(0, at) + pluralWord(word);
  }

  private static String pluralWord(String word) {
    if (PLURALS.containsKey(word)) {
      return PLURALS.get(word);
    }
    if (SINGULARS.containsKey(word)) {
      return word;
    }
    if (word.matches(".*[^aeiou]y")) {
      return word.substring(0, word.length() - 1) + "ies";
    }
    if (word.matches(".*(s|x|z|ch|sh)")) {
      return singularWord(word).equals(word) ? word + "es" : word;
    }
    return word + "s";
  }

  /** One of what {@code noun} names several of; a singular stays as it is. */
  static String singular(String noun) {
    int at = noun.lastIndexOf(' ') + 1;
    return noun.substring(0, at) + singularWord(noun.substring(at));
  }

  private static String singularWord(String word) {
    if (SINGULARS.containsKey(word)) {
      return SINGULARS.get(word);
    }
    if (PLURALS.containsKey(word) || word.length() < 4 || word.matches(".*(ss|us|is)")) {
      return word;
    }
    if (word.endsWith("ies")) {
      return word.substring(0, word.length() - 3) + "y";
    }
    if (word.matches(".*(sses|xes|zes|ches|shes)")) {
      return word.substring(0, word.length() - 2);
    }
    return word.endsWith("s") ? word.substring(0, word.length() - 1) : word;
  }

  private static String lower(String word) {
    return word.toLowerCase(Locale.ROOT);
  }
}
