package dev.assay.config.reading;

import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The place of a value: names of blocks and positions in lists, written {@code
 * corpus.sources[0].path}. A name that holds a dot is quoted.
 */
record Key(List<Object> steps) {
  static final Key ROOT = new Key(List.of());
  private static final Pattern SECRET =
      Pattern.compile("(?i)(.*[-_.])?(api-?key|password|token|secret|authorization)");

  Key {
    steps = List.copyOf(steps);
  }

  /** The key of this dotted path, which names blocks only. */
  static Key of(String path) {
    return new Key(List.copyOf(ConfigUtil.splitPath(path)));
  }

  Key child(String name) {
    return plus(name);
  }

  Key at(int index) {
    return plus(index);
  }

  private Key plus(Object step) {
    List<Object> longer = new ArrayList<>(steps);
    longer.add(step);
    return new Key(longer);
  }

  Key parent() {
    return new Key(steps.subList(0, steps.size() - 1));
  }

  boolean isRoot() {
    return steps.isEmpty();
  }

  /** True if this is the other key or a block around it. */
  boolean holds(Key other) {
    return other.steps.size() >= steps.size() && other.steps.subList(0, steps.size()).equals(steps);
  }

  /** What is written here, a null included; empty if nothing is. */
  Optional<ConfigValue> in(ConfigValue root) {
    ConfigValue value = root;
    for (Object step : steps) {
      if (step instanceof String name && value instanceof ConfigObject block) {
        value = block.get(name);
      } else if (step instanceof Integer index
          && value instanceof ConfigList list
          && index < list.size()) {
        value = list.get(index);
      } else {
        return Optional.empty();
      }
      if (value == null) {
        return Optional.empty();
      }
    }
    return Optional.of(value);
  }

  /**
   * True if the last name says that the value is not for eyes: api-key, password, token, secret.
   */
  boolean isSecret() {
    for (int i = steps.size() - 1; i >= 0; i--) {
      if (steps.get(i) instanceof String name) {
        return SECRET.matcher(name).matches();
      }
    }
    return false;
  }

  /** True for the value of an HTTP header. */
  boolean parentIsHeaders() {
    return steps.size() > 1 && steps.get(steps.size() - 2).equals("headers");
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Object step : steps) {
      if (step instanceof String name) {
        text.append(text.isEmpty() ? "" : ".").append(ConfigUtil.joinPath(name));
      } else {
        text.append('[').append(step).append(']');
      }
    }
    return text.toString();
  }
}
