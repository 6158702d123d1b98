package dev.assay.support;

import dev.assay.base.Lines;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Words that turn a sentence round: negations, opposites, and what obliges or merely permits. */
public final class Cues {
  private static final Set<String> STOP_WORDS =
      Set.copyOf(words(Lines.of(Cues.class, "stop-words.txt")));
  private static final Set<String> NEGATIONS =
      Set.copyOf(words(Lines.of(Cues.class, "negations.txt")));
  private static final Pattern CONTRACTED = Pattern.compile("n ?['’]t\\b");
  private static final Set<String> OBLIGING = Set.of("must", "shall", "required", "requires");
  private static final Set<String> PERMITTING = Set.of("may", "can", "might", "could", "optional");
  private static final Map<String, Set<String>> OPPOSITES = opposites();

  private Cues() {}

  /** Whether {@code word}, in lower case, carries grammar and no content. */
  static boolean grammatical(String word) {
    return STOP_WORDS.contains(word);
  }

  /** Whether a text of these words, and lower-case characters, is negated. */
  static boolean negated(Set<String> words, String lower) {
    return words.stream().anyMatch(NEGATIONS::contains) || CONTRACTED.matcher(lower).find();
  }

  /** Whether one text obliges where the other only permits. */
  static boolean modality(Set<String> some, Set<String> others) {
    return (only(some, OBLIGING, PERMITTING) && only(others, PERMITTING, OBLIGING))
        || (only(some, PERMITTING, OBLIGING) && only(others, OBLIGING, PERMITTING));
  }

  private static boolean only(Set<String> words, Set<String> these, Set<String> notThese) {
    return words.stream().anyMatch(these::contains) && words.stream().noneMatch(notThese::contains);
  }

  /** The opposites of {@code word}; none for most words. */
  public static Set<String> opposites(String word) {
    return OPPOSITES.getOrDefault(word, Set.of());
  }

  /**
   * Whether a word of one text, absent from the other, has an opposite for which the reverse holds.
   */
  static boolean opposed(Set<String> some, Set<String> others) {
    for (String word : some) {
      if (!others.contains(word)) {
        for (String opposite : opposites(word)) {
          if (others.contains(opposite) && !some.contains(opposite)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static List<String> words(List<String> lines) {
    return lines.stream().flatMap(line -> List.of(line.split(" ")).stream()).toList();
  }

  private static Map<String, Set<String>> opposites() {
    Map<String, Set<String>> all = new HashMap<>();
    for (String line : Lines.of(Cues.class, "antonyms.txt")) {
      String[] sides = line.split(" ");
      for (String left : sides[0].split("/")) {
        for (String right : sides[1].split("/")) {
          all.computeIfAbsent(left, key -> new HashSet<>()).add(right);
          all.computeIfAbsent(right, key -> new HashSet<>()).add(left);
        }
      }
    }
    return Map.copyOf(all);
  }
}
