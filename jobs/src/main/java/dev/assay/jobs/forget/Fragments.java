package dev.assay.jobs.forget;

import dev.assay.text.TextSearch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Parts of a text that stand in JSON, HTML and CSV as they stand in the text: cut at the characters
 * that these write in another way, and at the ends of sentences, since a prompt may quote one
 * alone.
 */
final class Fragments {
  /** A shorter part says too little of whose it is. */
  static final int LEAST = 20;

  private static final String CUTS = "\r\n\t\"'&<>\\";
  private static final String ENDS = ".!?";

  private Fragments() {}

  /** The parts of all {@code texts} that are long enough to be told apart. */
  static Set<String> of(Collection<String> texts) {
    Set<String> fragments = new TreeSet<>();
    texts.forEach(text -> fragments.addAll(of(text)));
    return fragments;
  }

  /** Its parts of {@link #LEAST} characters or more; where there is none, the longest. */
  static List<String> of(String text) {
    List<String> all = cut(text);
    List<String> large = all.stream().filter(part -> part.length() >= LEAST).toList();
    if (!large.isEmpty()) {
      return large;
    }
    return all.stream()
        .max(Comparator.comparingInt(String::length))
        .filter(part -> part.length() >= TextSearch.HEAD)
        .stream()
        .toList();
  }

  private static List<String> cut(String text) {
    List<String> parts = new ArrayList<>();
    int start = 0;
    for (int i = 0; i <= text.length(); i++) {
      boolean end = i == text.length() || CUTS.indexOf(text.charAt(i)) >= 0;
      boolean sentence =
          !end
              && ENDS.indexOf(text.charAt(i)) >= 0
              && i + 1 < text.length()
              && text.charAt(i + 1) == ' ';
      if (end || sentence) {
        String part = text.substring(start, i).strip();
        if (!part.isEmpty()) {
          parts.add(part);
        }
        start = i + 1;
      }
    }
    return parts;
  }
}
