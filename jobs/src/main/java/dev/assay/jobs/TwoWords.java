package dev.assay.jobs;

import dev.assay.base.Nearest;
import dev.assay.jobs.engine.UsageException;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Commands of two words, such as {@code label export}, which are one for the parser. */
final class TwoWords {
  private static final Map<String, Map<String, String>> COMMANDS =
      Map.of(
          "label", Map.of("import", "label", "export", "label-export"),
          "grammar",
              Map.of(
                  "schema", "grammar-schema",
                  "templates", "grammar-templates",
                  "check", "grammar-check"));

  private TwoWords() {}

  /** The words with the first two as one where they are a command together. */
  static String[] joined(String... words) {
    if (words.length < 2 || !COMMANDS.containsKey(words[0]) || words[1].startsWith("-")) {
      return words;
    }
    Map<String, String> second = new TreeMap<>(COMMANDS.get(words[0]));
    if (!second.containsKey(words[1])) {
      throw new UsageException(
          "Unknown command '"
              + words[0]
              + " "
              + words[1]
              + "'. Known: "
              + second.keySet().stream()
                  .map(word -> words[0] + " " + word)
                  .collect(Collectors.joining(", "))
              + "."
              + (second.size() > 2 ? Nearest.hint(words[1], second.keySet()) : ""));
    }
    String[] rest = Arrays.copyOfRange(words, 1, words.length);
    rest[0] = second.get(words[1]);
    return rest;
  }
}
