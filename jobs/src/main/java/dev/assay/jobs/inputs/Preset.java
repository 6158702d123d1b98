package dev.assay.jobs.inputs;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Under which names the columns of a tool's files are looked for. */
final class Preset {
  private static final Config ALL =
      ConfigFactory.parseResources(
          Preset.class, "presets.conf", ConfigParseOptions.defaults().setAllowMissing(false));

  private final Config names;

  /**
   * @param preset the tool; empty: nobody's files
   */
  Preset(Optional<String> preset) {
    this.names = ALL.getConfig(preset.orElse("usual"));
  }

  /** The names of a role, the first one there is counts. */
  List<String> names(String role) {
    return names.hasPath(role) ? names.getStringList(role) : List.of();
  }

  /** Its first name of {@code role} that {@code columns} has, objects' fields included. */
  Optional<String> column(String role, Set<String> columns) {
    return names(role).stream().filter(name -> Fields.has(columns, name)).findFirst();
  }
}
