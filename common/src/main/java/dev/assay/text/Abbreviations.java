package dev.assay.text;

import dev.assay.base.Lines;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The word lists of {@code abbreviations.txt}, by class. All words are lower case. */
record Abbreviations(Map<String, Set<String>> words) {

  static final Abbreviations ENGLISH =
      new Abbreviations(
          Lines.named(Abbreviations.class, "abbreviations.txt").entrySet().stream()
              .collect(Collectors.toMap(Map.Entry::getKey, list -> Set.copyOf(list.getValue()))));

  /** Whether {@code word} is listed under {@code kind}. */
  boolean is(String kind, String word) {
    return words.getOrDefault(kind, Set.of()).contains(word);
  }
}
