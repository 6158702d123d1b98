package dev.assay.llm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A JSON document with {@code {name}} in its texts. Filling is done inside the tree and in one
 * pass: whatever a value holds, quotes or another {@code {name}}, stays text. A text that is the
 * name of a list and nothing else becomes that list; within a longer text it is its JSON.
 */
public final class Template {
  private static final Pattern PLACE = Pattern.compile("\\{([a-z_]+)\\}");

  private final JsonNode tree;

  /**
   * @throws IllegalArgumentException if {@code json} is no JSON
   */
  public Template(String json) {
    this.tree = Json.read(json);
  }

  /** The document with every known name replaced; others stay as they are. */
  public String fill(Map<String, String> values, Map<String, ? extends JsonNode> lists) {
    Map<String, String> all = new HashMap<>(values);
    lists.forEach((name, list) -> all.put(name, Json.write(list)));
    return Json.write(fill(tree, all, lists));
  }

  /** The same for plain text. */
  public static String fill(String text, Map<String, String> values) {
    Matcher matcher = PLACE.matcher(text);
    StringBuilder filled = new StringBuilder();
    while (matcher.find()) {
      String value = values.getOrDefault(matcher.group(1), matcher.group());
      matcher.appendReplacement(filled, Matcher.quoteReplacement(value));
    }
    return matcher.appendTail(filled).toString();
  }

  private static JsonNode fill(
      JsonNode node, Map<String, String> values, Map<String, ? extends JsonNode> lists) {
    if (node.isTextual()) {
      Matcher whole = PLACE.matcher(node.asText());
      return whole.matches() && lists.containsKey(whole.group(1))
          ? lists.get(whole.group(1))
          : new TextNode(fill(node.asText(), values));
    }
    if (node instanceof ObjectNode object) {
      ObjectNode result = Json.object();
      object
          .fields()
          .forEachRemaining(
              field -> result.set(field.getKey(), fill(field.getValue(), values, lists)));
      return result;
    }
    if (node instanceof ArrayNode array) {
      ArrayNode result = Json.object().arrayNode();
      array.forEach(element -> result.add(fill(element, values, lists)));
      return result;
    }
    return node;
  }
}
