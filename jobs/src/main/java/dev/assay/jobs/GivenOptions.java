package dev.assay.jobs;

import dev.assay.jobs.engine.Action;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import picocli.CommandLine.ParseResult;

/**
 * The options of a command itself that were given.
 *
 * @param flags its switches
 * @param numbers its options with a whole number
 * @param texts its options with a text
 */
record GivenOptions(Set<String> flags, Map<String, Integer> numbers, Map<String, String> texts) {

  static GivenOptions of(Action action, ParseResult command) {
    Set<String> flags = new TreeSet<>(action.flags().keySet());
    flags.add(Action.DRY_RUN);
    flags.removeIf(flag -> !command.hasMatchedOption(flag));
    return new GivenOptions(
        flags,
        values(action.numbers().keySet(), command, 0),
        values(action.texts().keySet(), command, ""));
  }

  private static <T> Map<String, T> values(Set<String> options, ParseResult command, T otherwise) {
    Map<String, T> values = new TreeMap<>();
    for (String option : options) {
      if (command.hasMatchedOption(option)) {
        values.put(option, command.matchedOptionValue(option, otherwise));
      }
    }
    return values;
  }
}
