package dev.assay.grammar.sql;

import dev.assay.base.Resources;
import java.util.Set;
import java.util.TreeSet;

/** Lists of words that stand in a file beside this class, {@code #} for comments. */
final class SqlWords {

  private SqlWords() {}

  static Set<String> read(String file) {
    Set<String> words = new TreeSet<>();
    for (String line : Resources.text(SqlWords.class, file).orElseThrow().split("\\R")) {
      String kept = line.replaceAll("#.*", "").strip();
      if (!kept.isEmpty()) {
        words.addAll(java.util.List.of(kept.split("\\s+")));
      }
    }
    return Set.copyOf(words);
  }
}
