package dev.assay.config.reading;

import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigOrigin;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import dev.assay.base.Nearest;
import dev.assay.base.Secret;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is wrong with a configuration, with the place of each key; at most one problem a key. */
final class Problems {
  private static final int LONGEST_VALUE = 80;

  private final ConfigObject root;
  private final Map<Key, String> messages = new LinkedHashMap<>();

  Problems(ConfigObject root) {
    this.root = root;
  }

  /** The value of a key, or its absence, is not what is allowed. */
  void add(Key key, String allowed) {
    String state =
        key.in(root)
            .filter(value -> value.valueType() != ConfigValueType.NULL)
            .map(value -> " is " + shown(key, value))
            .orElse(" is missing");
    say(key, "'" + key + "'" + state + place(key) + ". Allowed: " + allowed + ".");
  }

  /** The same of a value that holds what is not to be shown. */
  void addHidden(Key key, String allowed) {
    say(key, "'" + key + "' is " + Secret.MASK + place(key) + ". Allowed: " + allowed + ".");
  }

  /** A name that nothing has; the nearest known one is named. */
  void unknown(Key key, String what, String name, Collection<String> known) {
    say(key, "Unknown " + what + " '" + name + "'" + place(key) + "." + Nearest.hint(name, known));
  }

  /** A key that no block has here. */
  void unknownKey(Key key, String help) {
    say(key, "Unknown key '" + key + "'" + place(key) + "." + help);
  }

  /** True if no problem is known of this key, of a block around it, or inside it. */
  boolean sound(Key key) {
    return messages.keySet().stream().noneMatch(bad -> bad.holds(key) || key.holds(bad));
  }

  boolean any() {
    return !messages.isEmpty();
  }

  List<String> messages() {
    return new ArrayList<>(messages.values());
  }

  private void say(Key key, String message) {
    messages.putIfAbsent(key, message);
  }

  /** Where a key was written, or else the nearest block around it. */
  private String place(Key key) {
    for (Key at = key; !at.isRoot(); at = at.parent()) {
      Optional<ConfigValue> found = at.in(root);
      if (found.isPresent()) {
        return " (" + place(found.get().origin()) + ")";
      }
    }
    return "";
  }

  private static String place(ConfigOrigin origin) {
    String text = origin.description();
    if (text.startsWith("merge of ")) {
      text = text.substring("merge of ".length()).split(",", 2)[0];
    }
    return text.startsWith("--set ") ? text.replaceFirst(": \\d+$", "") : text;
  }

  private static String shown(Key key, ConfigValue value) {
    if (key.isSecret()) {
      return Secret.MASK;
    }
    String text =
        value.render(ConfigRenderOptions.concise()).replaceAll("://[^/@\\s]*@", "://***@");
    return text.length() <= LONGEST_VALUE ? text : text.substring(0, LONGEST_VALUE) + "…";
  }
}
