package dev.assay.text;

import dev.assay.base.Lines;
import java.util.List;
import java.util.Map;

/** The word lists of {@code abbreviations.txt}, by class. All words are lower case. */
record Abbreviations(Map<String, List<String>> words) {

  static final Abbreviations ENGLISH =
      new Abbreviations(Lines.named(Abbreviations.class, "abbreviations.txt"));

  /** Whether {@code word} is listed under {@code kind}. */
  boolean is(String kind, String word) {
    return words.getOrDefault(kind, List.of()).contains(word);
  }
}
