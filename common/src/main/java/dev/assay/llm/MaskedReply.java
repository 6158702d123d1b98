package dev.assay.llm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.function.UnaryOperator;

/**
 * A reply's text without secrets. One of JSON holds texts that readers take out of it: each is
 * masked by itself as well, since what was cut off within a secret is known by the text's end.
 */
final class MaskedReply {
  private MaskedReply() {}

  /** {@code text} as {@code mask} leaves it; JSON stays as it was written if no text has any. */
  static String of(String text, UnaryOperator<String> mask) {
    String start = text.stripLeading();
    if (!start.startsWith("{") && !start.startsWith("[")) {
      return mask.apply(text);
    }
    try {
      JsonNode given = Json.read(text);
      JsonNode masked = masked(given.deepCopy(), mask);
      return mask.apply(masked.equals(given) ? text : Json.write(masked));
    } catch (IllegalArgumentException e) { // No JSON after all.
      return mask.apply(text);
    }
  }

  private static JsonNode masked(JsonNode node, UnaryOperator<String> mask) {
    if (node.isTextual()) {
      return TextNode.valueOf(mask.apply(node.textValue()));
    }
    if (node instanceof ObjectNode object) {
      object.fields().forEachRemaining(field -> field.setValue(masked(field.getValue(), mask)));
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        array.set(i, masked(array.get(i), mask));
      }
    }
    return node;
  }
}
