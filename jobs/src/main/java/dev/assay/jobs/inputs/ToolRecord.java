package dev.assay.jobs.inputs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Records of tools that say by structure what others say by columns. */
final class ToolRecord {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern PLACE = Pattern.compile("\\{\\{\\s*([\\w.-]+)\\s*}}");

  private ToolRecord() {}

  /** {@code record} of the tool {@code preset} as the records that it stands for. */
  static List<Map<String, String>> all(String preset, Map<String, String> record) {
    return preset.equals("promptfoo")
        ? ToolTable.answers(record).stream().map(answer -> plain(preset, answer)).toList()
        : List.of(plain(preset, record));
  }

  /** {@code record} of the tool {@code preset} with plain columns beside its own. */
  static Map<String, String> plain(String preset, Map<String, String> record) {
    return switch (preset) {
      case "promptfoo" -> promptfoo(ToolAnswers.promptfoo(filled(record)));
      case "ragas" -> ToolAnswers.ragas(filled(record));
      case "deepeval" -> deepeval(filled(record));
      case "sonar" -> sonar(filled(record));
      default -> record;
    };
  }

  private static Map<String, String> filled(Map<String, String> record) {
    Map<String, String> filled = new LinkedHashMap<>(record);
    filled.values().removeIf(Objects::isNull);
    return filled;
  }

  /** Variables and metadata become columns, assertions a condition and accepted answers. */
  private static Map<String, String> promptfoo(Map<String, String> record) {
    Map<String, String> plain = new LinkedHashMap<>();
    Assertions assertions = new Assertions();
    Map<String, String> variables = new LinkedHashMap<>();
    fields(record.get("vars"), variables);
    record.forEach(
        (name, value) -> {
          if (!name.startsWith("__") && !name.equals("vars") && !name.equals("assert")) {
            plain.put(name, value);
          }
        });
    fields(plain.remove("metadata"), plain);
    variables.forEach(plain::put);
    record.forEach(
        (name, value) -> {
          if (name.matches("__expected\\d*") && !value.isBlank()) {
            assertions.add(filled(value, plain));
          } else if (name.startsWith("__metadata:")) {
            plain.put(name.substring("__metadata:".length()).replace("[]", ""), value);
          } else if (name.equals("__description")) {
            plain.put("description", value);
          }
        });
    for (JsonNode assertion : node(record.get("assert"))) {
      List<String> values = new ArrayList<>();
      JsonNode value = assertion.path("value");
      for (JsonNode one : value.isArray() ? value : JSON.createArrayNode().add(value)) {
        if (one.isValueNode() && !one.isNull()) {
          values.add(filled(one.asText(), plain));
        }
      }
      assertions.add(assertion, values);
    }
    if (variables.size() == 1) {
      plain.putIfAbsent("question", variables.values().iterator().next());
    }
    put(plain, "expected", assertions.answers());
    assertions.condition().ifPresent(condition -> plain.put("condition", condition));
    put(plain, "other_assertions", assertions.others());
    return plain;
  }

  /** What DeepEval keeps in objects beside a golden are columns too, where none has their name. */
  private static Map<String, String> deepeval(Map<String, String> record) {
    Map<String, String> plain = new LinkedHashMap<>(record);
    Map<String, String> kept = new LinkedHashMap<>();
    fields(record.get("additional_metadata"), kept);
    fields(record.get("custom_column_key_values"), kept);
    kept.forEach(plain::putIfAbsent);
    return plain;
  }

  /** The source of a perturbed case, how it was perturbed, and older constraints as a condition. */
  private static Map<String, String> sonar(Map<String, String> record) {
    Map<String, String> plain = new LinkedHashMap<>(record);
    for (JsonNode relation : node(plain.remove("relationships"))) {
      if (relation.isObject() && relation.path("type").asText().contains("perturbation_source")) {
        plain.put("parent", relation.path("target").asText());
      }
    }
    for (JsonNode category : node(plain.get("categories"))) {
      if (category.asText().startsWith("perturbed_by:")) {
        plain.put("perturbation", category.asText().substring("perturbed_by:".length()));
      }
    }
    if (plain.containsKey("parent")) {
      plain.putIfAbsent("perturbation", "perturbed");
    }
    boolean conditioned =
        !plain.getOrDefault("condition", "").isBlank()
            || !plain.getOrDefault("output_condition", "").isBlank();
    for (String name : List.of("constraints", "output_constraints")) {
      String constraints = plain.remove(name);
      List<String> all = new ArrayList<>();
      for (JsonNode one : node(constraints)) {
        List<String> any = new ArrayList<>();
        for (JsonNode text : one.isArray() ? one : JSON.createArrayNode().add(one)) {
          any.add(constraint(text.asText()));
        }
        all.add(any.size() == 1 ? any.get(0) : "(" + String.join(" OR ", any) + ")");
      }
      if (!conditioned && !all.isEmpty()) {
        plain.put("condition", String.join(" AND ", all));
      }
    }
    String seconds = plain.remove("actual_duration");
    if (seconds != null && seconds.matches("[0-9.]+([eE][-+]?\\d+)?")) {
      plain.put("latency_ms", Double.toString(1000 * Double.parseDouble(seconds)));
    }
    return plain;
  }

  private static String constraint(String text) {
    return text.startsWith("REGEXP:")
        ? "regexp(\"" + text.substring("REGEXP:".length()).replace("\"", "\\\"") + "\")"
        : "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  private static void put(Map<String, String> plain, String name, List<String> values) {
    if (!values.isEmpty()) {
      ArrayNode list = JSON.createArrayNode();
      values.forEach(list::add);
      plain.put(name, list.toString());
    }
  }

  private static String filled(String text, Map<String, String> variables) {
    Matcher place = PLACE.matcher(text);
    return place.replaceAll(
        found ->
            Matcher.quoteReplacement(
                variables.getOrDefault(
                    "vars." + found.group(1),
                    variables.getOrDefault(found.group(1), found.group()))));
  }

  private static void fields(String object, Map<String, String> into) {
    node(object)
        .fields()
        .forEachRemaining(
            field -> {
              String value = Fields.text(field.getValue());
              if (value != null) {
                into.put(field.getKey(), value);
              }
            });
  }

  /** What a text writes in JSON; nothing where it is none. */
  private static JsonNode node(String text) {
    try {
      return text == null ? JSON.missingNode() : JSON.readTree(text);
    } catch (JsonProcessingException e) {
      return PythonLiteral.parse(text).orElse(JSON.missingNode());
    }
  }
}
