package dev.assay.llm;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** JSON as trees, by a mapper of our own: modules that Spark's class path brings have no say. */
public final class Json {
  private static final int SHOWN = 200;
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private static final ObjectReader ONCE =
      MAPPER.reader().with(StreamReadFeature.STRICT_DUPLICATE_DETECTION);

  private Json() {}

  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /**
   * The tree of {@code text}.
   *
   * @throws IllegalArgumentException if it is not JSON
   */
  public static JsonNode read(String text) {
    try {
      JsonNode node = MAPPER.readTree(text);
      if (node == null || node.isMissingNode()) {
        throw new IllegalArgumentException("no JSON, but nothing at all");
      }
      return node;
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no JSON: " + e.getOriginalMessage(), e);
    }
  }

  /**
   * The object that {@code text} is.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static ObjectNode readObject(String text) {
    if (read(text) instanceof ObjectNode object) {
      return object;
    }
    throw new IllegalArgumentException("JSON, but no object");
  }

  /**
   * The object that {@code text} is, in which no key stands twice: of two values nobody could say
   * which one is meant.
   *
   * @throws IllegalArgumentException if it is none
   */
  static ObjectNode readObjectOnce(String text) {
    try {
      if (ONCE.readTree(text) instanceof ObjectNode object) {
        return object;
      }
      throw new IllegalArgumentException("JSON, but no object");
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no JSON: " + e.getOriginalMessage(), e);
    }
  }

  public static String write(JsonNode node) {
    try {
      return MAPPER.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A tree cannot be written", e);
    }
  }

  /** A count that a reply tells; empty where it is none. */
  public static OptionalLong count(JsonNode number) {
    return number.isIntegralNumber() && number.longValue() >= 0
        ? OptionalLong.of(number.longValue())
        : OptionalLong.empty();
  }

  /** The start of a text on one line, for messages. */
  public static String shown(String text) {
    String line = text.strip().replaceAll("\\s+", " ");
    return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "…";
  }

  /** {@code node} with the fields of every object in order of their names. */
  static JsonNode sorted(JsonNode node) {
    if (node instanceof ObjectNode object) {
      Map<String, JsonNode> fields = new TreeMap<>();
      object
          .fields()
          .forEachRemaining(field -> fields.put(field.getKey(), sorted(field.getValue())));
      ObjectNode result = MAPPER.createObjectNode();
      fields.forEach(result::set);
      return result;
    }
    if (node instanceof ArrayNode array) {
      ArrayNode result = MAPPER.createArrayNode();
      array.forEach(element -> result.add(sorted(element)));
      return result;
    }
    return node;
  }
}
