package dev.assay.jobs.inputs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Who answered, in results of promptfoo's: the provider; and where one was asked by several prompts
 * or in several ways, by which. Each of them is a system, and no repeat of another.
 */
final class ToolSystems {
  /** The column that has the name of a result's system where it is not the provider's. */
  static final String NAMED = "__system";

  private static final int LONGEST_LABEL = 60;

  /**
   * A column of promptfoo's table.
   *
   * @param provider its name; empty where the table does not say it
   * @param label of the prompt
   */
  record Output(String provider, String label) {}

  private final Map<String, String> names = new HashMap<>();

  /** Those of {@code records}, which are read to their end. */
  ToolSystems(Iterable<SourceRecord> records) {
    TreeMap<Integer, TreeMap<String, Output>> outputs = new TreeMap<>();
    for (SourceRecord record : records) {
      ToolAnswers.output(record.columns())
          .ifPresent(
              output ->
                  outputs
                      .computeIfAbsent(place(record.columns()), any -> new TreeMap<>())
                      .putIfAbsent(output.provider(), output));
    }
    List<Output> all = outputs.values().stream().flatMap(of -> of.values().stream()).toList();
    List<String> named = names(all);
    int next = 0;
    for (Map.Entry<Integer, TreeMap<String, Output>> place : outputs.entrySet()) {
      for (String provider : place.getValue().keySet()) {
        names.put(place.getKey() + " " + provider, named.get(next++));
      }
    }
  }

  /** The record with the name of its system, where that is not the provider's. */
  Map<String, String> named(Map<String, String> record) {
    Optional<Output> output = ToolAnswers.output(record);
    if (output.isEmpty()) {
      return record;
    }
    String provider = output.get().provider();
    String name = names.getOrDefault(place(record) + " " + provider, provider);
    if (name.equals(provider)) {
      return record;
    }
    Map<String, String> more = new LinkedHashMap<>(record);
    more.put(NAMED, name);
    return more;
  }

  /** Which column of promptfoo's table a result stands in. */
  private static int place(Map<String, String> record) {
    String index = record.get("promptIdx");
    return index != null && index.matches("[0-9]{1,9}") ? Integer.parseInt(index) : -1;
  }

  /**
   * The names of outputs in promptfoo's order: that of the provider where it has one output, else
   * with the prompt's label, or with a number where labels do not tell them apart.
   */
  static List<String> names(List<Output> outputs) {
    Map<String, List<String>> labels = new HashMap<>();
    for (Output output : outputs) {
      labels.computeIfAbsent(output.provider(), any -> new ArrayList<>()).add(output.label());
    }
    Headings taken = new Headings();
    labels.forEach(
        (provider, own) -> {
          if (own.size() == 1) {
            taken.next(provider);
          }
        });
    List<String> names = new ArrayList<>();
    for (Output output : outputs) {
      List<String> own = labels.get(output.provider());
      names.add(own.size() == 1 ? output.provider() : taken.next(name(output, own)));
    }
    return names;
  }

  private static String name(Output output, List<String> labels) {
    boolean tell =
        new HashSet<>(labels).size() == labels.size()
            && labels.stream().allMatch(ToolSystems::isShort);
    if (tell) {
      return output.provider() + " " + output.label();
    }
    return output.provider().isEmpty() ? "prompt" : output.provider();
  }

  private static boolean isShort(String label) {
    return !label.isBlank() && label.length() <= LONGEST_LABEL && label.lines().count() == 1;
  }
}
