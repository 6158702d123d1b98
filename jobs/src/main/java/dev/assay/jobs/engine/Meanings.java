package dev.assay.jobs.engine;

import dev.assay.base.Resources;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** What each command does, for people: {@code commands.md}, a paragraph under each word. */
final class Meanings {
  private static final Map<String, String> PARAGRAPHS =
      Arrays.stream(Resources.text(Meanings.class, "commands.md").orElseThrow().split("(?m)^## "))
          .skip(1)
          .map(section -> section.split("\\n", 2))
          .collect(
              Collectors.toMap(parts -> parts[0], parts -> parts[1].strip().replace('\n', ' ')));

  private Meanings() {}

  /** The paragraph under {@code command}; empty text where it has none. */
  static String of(String command) {
    return PARAGRAPHS.getOrDefault(command, "");
  }
}
