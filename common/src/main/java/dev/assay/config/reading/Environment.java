package dev.assay.config.reading;

import com.typesafe.config.ConfigResolver;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import java.util.Map;

/** Finds {@code ${?NAME}} among variables; values keep where they came from. */
record Environment(Map<String, String> variables) implements ConfigResolver {

  @Override
  public ConfigValue lookup(String path) {
    String value = variables.get(path);
    return value == null ? null : ConfigValueFactory.fromAnyRef(value, "environment " + path);
  }

  @Override
  public ConfigResolver withFallback(ConfigResolver fallback) {
    return fallback;
  }
}
