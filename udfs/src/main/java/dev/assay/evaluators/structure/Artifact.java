package dev.assay.evaluators.structure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.yaml.snakeyaml.error.YAMLException;

/** One file or structure that an agent returned. */
record Artifact(String name, List<String> pages) {
  private static final int LONGEST = 3 << 20;
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /** All artifacts of a response; throws {@link IllegalArgumentException} for another form. */
  static List<Artifact> read(String json) {
    JsonNode node;
    try {
      node = JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "the artifacts are not JSON: " + e.getOriginalMessage(), e);
    }
    List<Artifact> artifacts = new ArrayList<>();
    if (node.isArray()) {
      for (JsonNode one : node) {
        artifacts.add(one(one));
      }
      return artifacts;
    }
    if (node.isObject()) {
      node.fields()
          .forEachRemaining(
              e -> artifacts.add(new Artifact(e.getKey(), List.of(text(e.getValue())))));
      return artifacts;
    }
    throw new IllegalArgumentException(
        "the artifacts are neither a list of { name, content } nor contents by name");
  }

  private static Artifact one(JsonNode node) {
    if (!node.path("name").isTextual() || !(node.has("content") || node.path("pages").isArray())) {
      throw new IllegalArgumentException(
          "an artifact has a name, and a content or a list of pages; got " + node);
    }
    List<String> pages = new ArrayList<>();
    if (node.has("content")) {
      pages.add(text(node.get("content")));
    }
    node.path("pages").forEach(page -> pages.add(text(page)));
    return new Artifact(node.get("name").asText(), pages);
  }

  private static String text(JsonNode node) {
    return node.isNull() ? "" : node.isTextual() ? node.asText() : node.toString();
  }

  /** Whether it is the file {@code wanted}, in whatever directory. */
  boolean called(String wanted) {
    return name.equals(wanted) || name.endsWith("/" + wanted);
  }

  /** What is wrong with it, empty when nothing is. */
  Optional<String> problem(List<String> requiredFields) {
    if (pages.isEmpty() || pages.stream().allMatch(String::isBlank)) {
      return Optional.of("empty");
    }
    for (int page = 0; page < pages.size(); page++) {
      if (pages.get(page).isBlank()) {
        return Optional.of("page %d is blank".formatted(page + 1));
      }
    }
    String kind = name.toLowerCase(Locale.ROOT);
    boolean json = kind.endsWith(".json");
    if (!json && !kind.endsWith(".yaml") && !kind.endsWith(".yml")) {
      return Optional.empty();
    }
    try {
      String content = String.join("\n", pages);
      return missing(json ? JSON.readTree(content) : yaml(content), requiredFields);
    } catch (JsonProcessingException e) {
      return Optional.of("not JSON: " + e.getOriginalMessage());
    } catch (YAMLException | IllegalArgumentException e) {
      return Optional.of("not YAML: " + e.getMessage().lines().findFirst().orElse(""));
    } catch (IndexOutOfBoundsException e) {
      // SnakeYAML reads behind the end of its buffer where a mark of a document meets it.
      return Optional.of("not YAML that can be read");
    }
  }

  private static JsonNode yaml(String content) {
    return JSON.valueToTree(PlainYaml.of(content, LONGEST).load(content));
  }

  private Optional<String> missing(JsonNode root, List<String> requiredFields) {
    for (String field : requiredFields) {
      int hash = field.indexOf("#/");
      if (called(field.substring(0, hash))) {
        JsonNode found = root.at(field.substring(hash + 1));
        if (found.isMissingNode() || found.isNull()) {
          return Optional.of("field " + field.substring(hash + 1) + " is missing");
        }
      }
    }
    return Optional.empty();
  }
}
