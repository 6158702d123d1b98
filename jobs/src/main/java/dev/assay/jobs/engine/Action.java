package dev.assay.jobs.engine;

import dev.assay.config.AssayConfig;
import dev.assay.config.reading.ConfigLoader;
import java.util.List;
import java.util.Map;

/** What a word after {@code assay} does. */
public interface Action {

  /** The switch that every command takes: say what would be done. */
  String DRY_RUN = "--dry-run";

  /** The word. */
  String name();

  /** One paragraph for {@code --help}: what {@code commands.md} says of the word. */
  default String meaning() {
    return Meanings.of(name());
  }

  /** Further paragraphs for {@code --help}. */
  default List<String> details() {
    return List.of();
  }

  /** Switches of this command alone, each with its meaning, such as {@code --check}. */
  default Map<String, String> flags() {
    return Map.of();
  }

  /** Options of this command alone that take a whole number, each with its meaning. */
  default Map<String, String> numbers() {
    return Map.of();
  }

  /** Options of this command alone that take a text, each with its meaning. */
  default Map<String, String> texts() {
    return Map.of();
  }

  /** How {@code --help} calls what follows such an option. */
  default String valueName() {
    return "FILE";
  }

  /**
   * Options of this command alone that set a key of the configuration: the option and the key, such
   * as {@code --format} and {@code gate.format}.
   */
  default Map<String, String> settings() {
    return Map.of();
  }

  /** What lies under the user's files and settings: the defaults unless a command brings more. */
  default ConfigLoader base() {
    return ConfigLoader.defaults();
  }

  /**
   * Whether only the store can tell what would be done, so that {@code --dry-run} is a flag of the
   * command itself.
   */
  default boolean previews() {
    return false;
  }

  /** Whether it writes to the store, which one command does at a time. */
  default boolean writes(Session session) {
    return stages(session.loaded().config()).stream().anyMatch(stage -> !stage.writes().isEmpty());
  }

  /** The stages that it runs, in order; none for what only reads. */
  default List<Stage> stages(AssayConfig config) {
    return List.of();
  }

  /** Does it. Failures are thrown. */
  void run(Session session);
}
