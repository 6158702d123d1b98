package dev.assay.prompts;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigResolveOptions;
import com.typesafe.config.ConfigUtil;
import dev.assay.base.Hashes;
import dev.assay.base.Hocon;
import dev.assay.base.Resources;
import dev.assay.llm.Json;
import dev.assay.llm.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads prompt files: a header in HOCON between two lines {@code ---}, with {@code version} and
 * whatever else the prompt's user reads from it, then parts that begin with a line {@code #
 * system}, {@code # user}, {@code # schema} or {@code # tools} (an object: name to {@code
 * description} and {@code parameters}, a schema).
 */
final class PromptReader {
  private static final String BUNDLED = "bundled:";
  private static final String RULE = "---";
  private static final Set<String> PARTS = Set.of("system", "user", "schema", "tools");

  Prompt read(String name) {
    String text = name.startsWith(BUNDLED) ? bundled(name) : file(name);
    String[] lines = text.split("\r?\n", -1);
    int end = 1;
    while (end < lines.length && !lines[end].strip().equals(RULE)) {
      end++;
    }
    if (!lines[0].strip().equals(RULE) || end >= lines.length) {
      throw new IllegalArgumentException(
          "Prompt " + name + " has no header: it begins with a line --- and ends with another");
    }
    Config header = header(name, String.join("\n", java.util.Arrays.asList(lines).subList(1, end)));
    Map<String, String> parts = parts(name, lines, end + 1);
    if (!parts.containsKey("user")) {
      throw new IllegalArgumentException("Prompt " + name + " has no part '# user'");
    }
    String schema = parts.getOrDefault("schema", "");
    if (!schema.isEmpty()) {
      try {
        Json.readObject(schema);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("Prompt " + name + ", # schema: " + e.getMessage(), e);
      }
    }
    try {
      return new Prompt(
          name.startsWith(BUNDLED) ? name.substring(BUNDLED.length()) : name,
          header.hasPath("version") ? header.getString("version") : "1",
          parts.getOrDefault("system", ""),
          parts.get("user"),
          schema,
          tools(name, parts.getOrDefault("tools", "{}")),
          header.hasPath("settings") ? new HashSet<>(header.getStringList("settings")) : Set.of(),
          rest(header),
          Hashes.sha256(text));
    } catch (ConfigException e) {
      throw new IllegalArgumentException("Prompt " + name + ", header: " + e.getMessage(), e);
    }
  }

  private static List<Tool> tools(String name, String json) {
    List<Tool> tools = new ArrayList<>();
    try {
      Json.readObject(json)
          .fields()
          .forEachRemaining(
              tool ->
                  tools.add(
                      new Tool(
                          tool.getKey(),
                          tool.getValue().path("description").asText(),
                          Json.write(tool.getValue().path("parameters")))));
      tools.forEach(tool -> Json.readObject(tool.parameters()));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("Prompt " + name + ", # tools: " + e.getMessage(), e);
    }
    return tools;
  }

  private static Map<String, String> rest(Config header) {
    Map<String, String> rest = new TreeMap<>();
    header
        .root()
        .forEach(
            (key, value) -> {
              Object plain = value.unwrapped();
              if (plain == null) {
                return; // Written as null: not given.
              }
              rest.put(
                  key,
                  plain instanceof Iterable<?>
                      ? String.join(",", header.getStringList(ConfigUtil.joinPath(key)))
                      : plain.toString());
            });
    rest.remove("version");
    rest.remove("settings");
    return rest;
  }

  private static Config header(String name, String text) {
    try {
      return Hocon.read(
          () -> ConfigFactory.parseString(text).resolve(ConfigResolveOptions.noSystem()));
    } catch (ConfigException e) {
      throw new IllegalArgumentException("Prompt " + name + ", header: " + e.getMessage(), e);
    }
  }

  private static Map<String, String> parts(String name, String[] lines, int from) {
    Map<String, String> parts = new TreeMap<>();
    String part = "";
    StringBuilder text = new StringBuilder();
    for (int i = from; i <= lines.length; i++) {
      boolean opens =
          i < lines.length
              && lines[i].startsWith("# ")
              && PARTS.contains(lines[i].substring(2).strip());
      if (opens || i == lines.length) {
        if (!part.isEmpty()) {
          parts.put(part, text.toString().strip());
        } else if (!text.toString().isBlank()) {
          throw new IllegalArgumentException(
              "Prompt "
                  + name
                  + " has text before its first part; parts are # system, # user, # schema, #"
                  + " tools");
        }
        text.setLength(0);
        part = opens ? lines[i].substring(2).strip() : "";
      } else {
        text.append(lines[i]).append('\n');
      }
    }
    return parts;
  }

  private static String bundled(String name) {
    String file = name.substring(BUNDLED.length()) + ".md";
    return Resources.text(PromptReader.class, file)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "There is no prompt " + name + " (conf/prompts/" + file + ")"));
  }

  private static String file(String name) {
    Path file = Path.of(name.endsWith(".md") ? name : name + ".md");
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new IllegalArgumentException("Prompt " + file + " cannot be read: " + e, e);
    }
  }
}
