package dev.assay.jobs.inputs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;

/**
 * Lists and dictionaries as Python prints them ({@code ['It costs $8.', "It's due."]}), which is
 * what pandas writes into CSV. JSON with plain escapes is read too.
 */
final class PythonLiteral {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final int DEEPEST = 50;
  private static final Map<Character, Character> ESCAPES =
      Map.of('n', '\n', 't', '\t', 'r', '\r', 'b', '\b', 'f', '\f', 'a', '\u0007', 'v', '\u000B');
  private static final Map<String, JsonNode> WORDS =
      Map.of(
          "None", NODES.nullNode(),
          "null", NODES.nullNode(),
          "nan", NODES.nullNode(),
          "True", NODES.booleanNode(true),
          "true", NODES.booleanNode(true),
          "False", NODES.booleanNode(false),
          "false", NODES.booleanNode(false));

  private final String text;
  private int at;

  private PythonLiteral(String text) {
    this.text = text;
  }

  /** What {@code text} writes; empty where it is no such literal, or more than one. */
  static Optional<JsonNode> parse(String text) {
    PythonLiteral literal = new PythonLiteral(text);
    try {
      JsonNode value = literal.value(0);
      literal.skip();
      return literal.at == text.length() ? Optional.of(value) : Optional.empty();
    } catch (NotPython e) {
      return Optional.empty();
    }
  }

  private JsonNode value(int depth) {
    skip();
    char c = here();
    if (depth > DEEPEST) {
      throw new NotPython();
    }
    return switch (c) {
      case '[' -> list(']', depth);
      case '(' -> list(')', depth);
      case '{' -> dictionary(depth);
      case '\'', '"' -> NODES.textNode(string());
      default -> word();
    };
  }

  private ArrayNode list(char end, int depth) {
    ArrayNode list = NODES.arrayNode();
    at++;
    while (!ends(end)) {
      list.add(value(depth + 1));
      separator(end);
    }
    return list;
  }

  private ObjectNode dictionary(int depth) {
    ObjectNode dictionary = NODES.objectNode();
    at++;
    while (!ends('}')) {
      skip();
      if (here() != '\'' && here() != '"') {
        throw new NotPython();
      }
      String name = string();
      skip();
      if (here() != ':') {
        throw new NotPython();
      }
      at++;
      dictionary.set(name, value(depth + 1));
      separator('}');
    }
    return dictionary;
  }

  private boolean ends(char end) {
    skip();
    if (here() == end) {
      at++;
      return true;
    }
    return false;
  }

  private void separator(char end) {
    skip();
    if (here() == ',') {
      at++;
    } else if (here() != end) {
      throw new NotPython();
    }
  }

  private String string() {
    char quote = text.charAt(at++);
    StringBuilder string = new StringBuilder();
    while (here() != quote) {
      char c = text.charAt(at++);
      if (c == '\\') {
        escape(string);
      } else {
        string.append(c);
      }
    }
    at++;
    return string.toString();
  }

  private void escape(StringBuilder string) {
    char c = here();
    at++;
    switch (c) {
      case 'x' -> string.appendCodePoint(hexadecimal(2));
      case 'u' -> string.appendCodePoint(hexadecimal(4));
      case 'U' -> string.appendCodePoint(hexadecimal(8));
      case '\\', '\'', '"', '/' -> string.append(c);
      case '\n' -> {
        // A line break that is escaped is none.
      }
      default -> {
        Character escaped = ESCAPES.get(c);
        // Python keeps a backslash that escapes nothing.
        string.append(escaped == null ? "\\" + c : escaped);
      }
    }
  }

  private int hexadecimal(int digits) {
    int end = at + digits;
    if (end > text.length()) {
      throw new NotPython();
    }
    try {
      int code = Integer.parseUnsignedInt(text.substring(at, end), 16);
      if (!Character.isValidCodePoint(code)) {
        throw new NotPython();
      }
      at = end;
      return code;
    } catch (NumberFormatException e) {
      throw new NotPython();
    }
  }

  private JsonNode word() {
    int start = at;
    while (at < text.length() && ",]}):".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    String word = text.substring(start, at).strip();
    if (WORDS.containsKey(word)) {
      return WORDS.get(word);
    }
    try {
      return NODES.numberNode(new java.math.BigDecimal(word));
    } catch (NumberFormatException e) {
      throw new NotPython();
    }
  }

  private void skip() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private char here() {
    if (at >= text.length()) {
      throw new NotPython();
    }
    return text.charAt(at);
  }

  /** Something that Python does not print stands here. */
  private static final class NotPython extends RuntimeException {
    private static final long serialVersionUID = 1;

    NotPython() {
      super(null, null, false, false);
    }
  }
}
