package dev.assay.text;

import dev.assay.base.Lines;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Porter's suffix stripping (1980) with the changes of NLTK's {@code PorterStemmer} in its default
 * mode, which rouge-score stems with. Time is linear in the word's length.
 *
 * <p>Source: M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980; NLTK 3.10.4,
 * mode NLTK_EXTENSIONS.
 */
final class PorterStemmer {

  /** Replaces {@code suffix} when what stands before it meets {@code condition}. */
  private record Rule(String suffix, String replacement, Predicate<String> condition) {}

  private static final Map<String, List<String>> LISTS =
      Lines.named(PorterStemmer.class, "porter.txt");
  private static final Map<String, String> IRREGULAR =
      LISTS.get("irregular").stream()
          .map(pair -> pair.split(">"))
          .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));

  private static final List<Rule> PLURALS = rules("plurals", stem -> true);
  private static final List<Rule> DOUBLE_SUFFIXES =
      rules("double_suffixes", stem -> measure(stem) > 0);
  private static final List<Rule> SUFFIXES = rules("suffixes", stem -> measure(stem) > 0);
  private static final List<Rule> ENDINGS = rules("endings", stem -> measure(stem) > 1);

  private PorterStemmer() {}

  /** The stem of {@code word}, which is in lower case. */
  static String stem(String word) {
    String irregular = IRREGULAR.get(word);
    if (irregular != null) {
      return irregular;
    }
    if (word.length() <= 2) {
      return word;
    }
    String stem = derived(finalY(pastOrGerund(plural(word))));
    return finalLl(finalE(ending(apply(SUFFIXES, stem))));
  }

  private static String plural(String word) {
    return word.length() == 4 && word.endsWith("ies") ? cut(word, 1) : apply(PLURALS, word);
  }

  private static String pastOrGerund(String word) {
    if (word.endsWith("ied")) {
      return cut(word, word.length() == 4 ? 1 : 2);
    }
    if (word.endsWith("eed")) {
      return measure(cut(word, 3)) > 0 ? cut(word, 1) : word;
    }
    for (String suffix : List.of("ed", "ing")) {
      if (word.endsWith(suffix) && hasVowel(cut(word, suffix.length()))) {
        return repaired(cut(word, suffix.length()));
      }
    }
    return word;
  }

  private static String repaired(String stem) {
    if (stem.endsWith("at") || stem.endsWith("bl") || stem.endsWith("iz")) {
      return stem + "e";
    }
    if (endsDouble(stem)) {
      return "lsz".indexOf(last(stem)) >= 0 ? stem : cut(stem, 1);
    }
    return measure(stem) == 1 && endsShort(stem) ? stem + "e" : stem;
  }

  private static String finalY(String word) {
    boolean changes =
        word.endsWith("y") && word.length() > 2 && consonants(word)[word.length() - 2];
    return changes ? cut(word, 1) + "i" : word;
  }

  private static String derived(String word) {
    if (word.endsWith("alli") && measure(cut(word, 4)) > 0) {
      return derived(cut(word, 2));
    }
    String replaced = apply(DOUBLE_SUFFIXES, word);
    if (replaced.equals(word) && word.endsWith("logi") && measure(cut(word, 3)) > 0) {
      return cut(word, 1);
    }
    return replaced;
  }

  private static String ending(String word) {
    if (word.endsWith("ion")) {
      String stem = cut(word, 3);
      return measure(stem) > 1 && "st".indexOf(last(stem)) >= 0 ? stem : word;
    }
    return apply(ENDINGS, word);
  }

  private static String finalE(String word) {
    if (!word.endsWith("e")) {
      return word;
    }
    String stem = cut(word, 1);
    int measure = measure(stem);
    return measure > 1 || measure == 1 && !endsShort(stem) ? stem : word;
  }

  private static String finalLl(String word) {
    return word.endsWith("ll") && measure(cut(word, 1)) > 1 ? cut(word, 1) : word;
  }

  /** The first rule whose suffix fits decides, whether its condition holds or not. */
  private static String apply(List<Rule> rules, String word) {
    for (Rule rule : rules) {
      if (word.endsWith(rule.suffix())) {
        String stem = cut(word, rule.suffix().length());
        return rule.condition().test(stem) ? stem + rule.replacement() : word;
      }
    }
    return word;
  }

  /** Porter's m: how often a vowel is followed by a consonant. */
  private static int measure(String stem) {
    boolean[] consonants = consonants(stem);
    int measure = 0;
    for (int i = 1; i < consonants.length; i++) {
      if (!consonants[i - 1] && consonants[i]) {
        measure++;
      }
    }
    return measure;
  }

  private static boolean hasVowel(String stem) {
    for (boolean consonant : consonants(stem)) {
      if (!consonant) {
        return true;
      }
    }
    return false;
  }

  private static boolean endsDouble(String word) {
    int end = word.length() - 1;
    return end >= 1 && word.charAt(end) == word.charAt(end - 1) && consonants(word)[end];
  }

  /** Consonant, vowel, consonant other than w, x, y; or a word of a vowel and a consonant. */
  private static boolean endsShort(String word) {
    boolean[] consonants = consonants(word);
    int end = word.length() - 1;
    if (end == 1) {
      return !consonants[0] && consonants[1];
    }
    return end >= 2
        && consonants[end - 2]
        && !consonants[end - 1]
        && consonants[end]
        && "wxy".indexOf(word.charAt(end)) < 0;
  }

  /** A y is a consonant at the start and after a vowel. */
  private static boolean[] consonants(String word) {
    boolean[] consonants = new boolean[word.length()];
    for (int i = 0; i < consonants.length; i++) {
      char letter = word.charAt(i);
      consonants[i] = letter == 'y' ? i == 0 || !consonants[i - 1] : "aeiou".indexOf(letter) < 0;
    }
    return consonants;
  }

  private static char last(String word) {
    return word.charAt(word.length() - 1);
  }

  private static String cut(String word, int letters) {
    return word.substring(0, word.length() - letters);
  }

  private static List<Rule> rules(String name, Predicate<String> condition) {
    return LISTS.get(name).stream()
        .map(rule -> rule.split(">", 2))
        .map(parts -> new Rule(parts[0], parts[1], condition))
        .toList();
  }
}
