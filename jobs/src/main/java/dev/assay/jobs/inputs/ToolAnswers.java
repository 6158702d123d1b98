package dev.assay.jobs.inputs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.llm.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What tools write of answers and of conversations, where that is not a column each. */
final class ToolAnswers {
  /** What stands before a named score whose own name is another column's. */
  static final String METRIC = "Metric: ";

  /** Columns of a result, whose names variables, metadata and named scores do not take. */
  static final Set<String> RESULT =
      Set.of(
          "description",
          "vars",
          "assert",
          "metadata",
          "system",
          "answer",
          "success",
          "score",
          "cost",
          "latency_ms",
          "input_tokens",
          "output_tokens");

  private static final Set<String> ASKS = Set.of("human", "user");
  private static final Set<String> ANSWERS = Set.of("ai", "assistant");

  private ToolAnswers() {}

  /**
   * A result of {@code promptfoo eval --output FILE.json} as a test of promptfoo's with the answer,
   * what it took and the scores beside it; any other record as it is.
   */
  static Map<String, String> promptfoo(Map<String, String> record) {
    Optional<ToolSystems.Output> output = output(record);
    if (output.isEmpty()) {
      return record;
    }
    Map<String, String> plain = new LinkedHashMap<>();
    JsonNode test = node(record.get("testCase"));
    put(plain, "description", test.path("description"));
    put(plain, "assert", test.path("assert"));
    put(plain, "metadata", test.path("metadata"));
    plain.computeIfPresent("metadata", (name, object) -> beside(name, object));
    String variables = record.getOrDefault("vars", Json.write(test.path("vars")));
    plain.put("vars", beside("vars", variables));
    JsonNode response = node(record.get("response"));
    put(plain, "answer", response.path("output"));
    put(plain, "input_tokens", response.path("tokenUsage").path("prompt"));
    put(plain, "output_tokens", response.path("tokenUsage").path("completion"));
    String provider = output.get().provider();
    plain.put(
        "system", record.getOrDefault(ToolSystems.NAMED, provider.isEmpty() ? null : provider));
    for (String name : new String[] {"cost", "score", "success"}) {
      plain.put(name, record.get(name));
    }
    plain.put("latency_ms", record.get("latencyMs"));
    JsonNode known = node(variables);
    node(record.get("namedScores"))
        .fields()
        .forEachRemaining(
            score ->
                put(
                    plain,
                    (RESULT.contains(score.getKey()) || known.has(score.getKey()) ? METRIC : "")
                        + score.getKey(),
                    score.getValue()));
    plain.values().removeIf(java.util.Objects::isNull);
    return plain;
  }

  /** Which output a result of promptfoo's is; none where the record is no result. */
  static Optional<ToolSystems.Output> output(Map<String, String> record) {
    if (!record.containsKey("testCase") || !record.containsKey("response")) {
      return Optional.empty();
    }
    JsonNode provider = node(record.get("provider"));
    String name =
        provider.path(provider.path("label").asText().isBlank() ? "id" : "label").asText();
    return Optional.of(
        new ToolSystems.Output(name, node(record.get("prompt")).path("label").asText()));
  }

  /** The object {@code name} with it before those of its fields that are called as a result's. */
  private static String beside(String name, String object) {
    JsonNode read = node(object);
    if (RESULT.stream().noneMatch(read::has)) {
      return object;
    }
    ObjectNode renamed = Json.object();
    read.fields()
        .forEachRemaining(
            field ->
                renamed.set(
                    RESULT.contains(field.getKey()) ? name + "." + field.getKey() : field.getKey(),
                    field.getValue()));
    return Json.write(renamed);
  }

  /**
   * A sample of Ragas whose {@code user_input} is a list of messages: those up to the last one of a
   * person are {@code messages}, what the assistant said then is the {@code response}. Calls of
   * tools and their results are no turns of a conversation and left out.
   */
  static Map<String, String> ragas(Map<String, String> record) {
    JsonNode said = node(record.get("user_input"));
    if (!said.isArray() || said.isEmpty() || !said.get(0).isObject()) {
      return record;
    }
    ArrayNode turns = Json.object().arrayNode();
    String response = null;
    for (JsonNode message : said) {
      String role = message.path(message.hasNonNull("role") ? "role" : "type").asText();
      String text = message.path("content").asText();
      if (ASKS.contains(role)) {
        if (response != null) {
          turns.addObject().put("role", "assistant").put("content", response);
        }
        response = null;
        turns.addObject().put("role", "user").put("content", text);
      } else if (ANSWERS.contains(role) && !text.isBlank()) {
        response = response == null ? text : response + "\n" + text;
      } else if (role.equals("system") && turns.isEmpty()) {
        turns.addObject().put("role", "system").put("content", text);
      }
    }
    Map<String, String> plain = new LinkedHashMap<>(record);
    plain.remove("user_input");
    plain.put("messages", Json.write(turns));
    if (response != null) {
      plain.putIfAbsent("response", response);
    }
    return plain;
  }

  private static void put(Map<String, String> plain, String name, JsonNode value) {
    String text = Fields.text(value);
    if (text != null) {
      plain.put(name, text);
    }
  }

  /** An object or a list; a text that is neither, such as a provider's name, has no fields. */
  private static JsonNode node(String text) {
    try {
      JsonNode read = text == null ? Json.object() : Json.read(text);
      return read;
    } catch (IllegalArgumentException e) {
      ObjectNode named = Json.object();
      return PythonLiteral.parse(text).orElse(named.put("id", text));
    }
  }
}
