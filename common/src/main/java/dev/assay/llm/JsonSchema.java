package dev.assay.llm;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import com.networknt.schema.resource.DisallowSchemaLoader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The form that a reply must have.
 *
 * @param name letters, digits, _ and -
 * @param json the schema (2020-12), an object
 */
public record JsonSchema(String name, String json) {
  private static final int SHOWN = 5;
  private static final Pattern PLACE = Pattern.compile("\\$[a-z_.\\[\\]0-9]{0,60}");
  private static final Map<String, com.networknt.schema.JsonSchema> READ =
      new ConcurrentHashMap<>();

  /**
   * What is wrong with {@code text}: it holds no JSON object, or one that breaks the schema. Empty
   * if all is well.
   */
  public Optional<String> problem(String text) {
    JsonNode value;
    try {
      value = object(text);
    } catch (IllegalArgumentException e) {
      return Optional.of("the reply is no JSON object: " + Json.shown(text));
    }
    List<String> violations =
        schema().validate(value).stream().map(ValidationMessage::getMessage).sorted().toList();
    return violations.isEmpty()
        ? Optional.empty()
        : Optional.of(String.join("; ", violations.subList(0, Math.min(SHOWN, violations.size()))));
  }

  /** What is wrong with {@code text}, in words of this program alone: none of the text's own. */
  String complaint(String text) {
    JsonNode value;
    try {
      value = object(text);
    } catch (IllegalArgumentException e) {
      return "it held no JSON object";
    }
    List<String> places =
        schema().validate(value).stream()
            .map(message -> place(message) + " breaks '" + message.getType() + "'")
            .sorted()
            .distinct()
            .toList();
    return "it broke the schema: "
        + String.join("; ", places.subList(0, Math.min(SHOWN, places.size())));
  }

  private static String place(ValidationMessage message) {
    String place = String.valueOf(message.getInstanceLocation());
    return PLACE.matcher(place).matches() ? place : "a field";
  }

  /**
   * The JSON object that a reply holds: the whole of it, or what stands in its code fence, or
   * between its first and last brace, as models that add a word before it write. No key of it
   * stands twice.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static JsonNode object(String text) {
    try {
      return Json.readObjectOnce(text);
    } catch (IllegalArgumentException notAlone) {
      int first = text.indexOf('{');
      int last = text.lastIndexOf('}');
      if (first < 0 || last < first) {
        throw notAlone;
      }
      return Json.readObjectOnce(text.substring(first, last + 1));
    }
  }

  private com.networknt.schema.JsonSchema schema() {
    return READ.computeIfAbsent(
        json,
        source ->
            JsonSchemaFactory.getInstance(
                    VersionFlag.V202012,
                    builder ->
                        builder.schemaLoaders(
                            loaders -> loaders.add(DisallowSchemaLoader.getInstance())))
                .getSchema(Json.readObject(source)));
  }
}
