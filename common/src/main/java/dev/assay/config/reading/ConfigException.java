package dev.assay.config.reading;

import java.util.List;

/**
 * The configuration cannot be used. Every problem found is named, each with its key, its value,
 * what is allowed, and where it was written.
 */
public final class ConfigException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final List<String> problems;

  ConfigException(List<String> problems) {
    super(message(problems));
    this.problems = List.copyOf(problems);
  }

  /** The problems in the order of the keys, at least one. */
  public List<String> problems() {
    return problems;
  }

  private static String message(List<String> problems) {
    if (problems.size() == 1) {
      return problems.get(0);
    }
    return problems.size()
        + " problems in the configuration:\n  - "
        + String.join("\n  - ", problems);
  }
}
