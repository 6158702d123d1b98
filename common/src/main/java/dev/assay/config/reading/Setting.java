package dev.assay.config.reading;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import java.util.List;
import java.util.Map;

/** One {@code key=value} of the command line. */
final class Setting {
  private static final String STRUCTURED = "[{\"$";

  private Setting() {}

  /**
   * The configuration that holds this one value.
   *
   * @throws ConfigException where it is not {@code key=value}, or the value opens a list, block or
   *     quote and does not parse
   */
  static Config parse(String setting, ConfigParseOptions options) {
    int equals = assignment(setting);
    if (equals <= 0) {
      throw new ConfigException.Generic("--set '" + masked(setting) + "' is not key=value");
    }
    String key = setting.substring(0, equals).strip();
    String value = setting.substring(equals + 1).strip();
    String origin = "--set " + key;
    if (!value.isEmpty() && STRUCTURED.indexOf(value.charAt(0)) >= 0) {
      return ConfigFactory.parseString(key + " = " + value, options.setOriginDescription(origin));
    }
    Object taken = value.equals("null") ? null : value;
    ConfigValue nested = ConfigValueFactory.fromAnyRef(taken, origin);
    List<String> path = ConfigUtil.splitPath(key);
    for (int i = path.size() - 1; i >= 0; i--) {
      nested = ConfigValueFactory.fromMap(Map.of(path.get(i), nested), origin);
    }
    return ((ConfigObject) nested).toConfig();
  }

  /** Whether a secret stands in the setting itself. What does not parse shows none here. */
  static boolean showsSecret(String setting) {
    try {
      return showsSecret(Key.ROOT, parse(setting, ConfigParseOptions.defaults()).root());
    } catch (ConfigException unreadable) {
      return false;
    }
  }

  private static boolean showsSecret(Key key, ConfigValue value) {
    if (value instanceof ConfigObject block) {
      return block.entrySet().stream()
          .anyMatch(inner -> showsSecret(key.child(inner.getKey()), inner.getValue()));
    }
    return (key.isSecret() || key.parentIsHeaders()) && isWritten(value);
  }

  private static boolean isWritten(ConfigValue value) {
    try {
      return value.unwrapped() != null;
    } catch (ConfigException.NotResolved variable) {
      return false;
    }
  }

  private static String masked(String setting) {
    return setting.length() > 40 ? setting.substring(0, 40) + "…" : setting;
  }

  /** The first = that is outside quotes, -1 if there is none. */
  private static int assignment(String setting) {
    boolean quoted = false;
    for (int i = 0; i < setting.length(); i++) {
      char letter = setting.charAt(i);
      quoted ^= letter == '"';
      if (letter == '=' && !quoted) {
        return i;
      }
    }
    return -1;
  }
}
