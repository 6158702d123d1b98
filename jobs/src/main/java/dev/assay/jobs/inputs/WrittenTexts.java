package dev.assay.jobs.inputs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Lists of texts that one text writes, in JSON or as Python prints them. */
final class WrittenTexts {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern LIST =
      Pattern.compile(
          "\\s*\\[\\s*(?:(?:['\"{\\[]|None\\b|nan\\b|-?\\d).*)?\\]\\s*", Pattern.DOTALL);

  private WrittenTexts() {}

  /** The list's texts without blank ones; empty where {@code text} is no list. */
  static Optional<List<String>> list(String text) {
    return LIST.matcher(text).matches() ? parsed(text).map(WrittenTexts::texts) : Optional.empty();
  }

  private static Optional<JsonNode> parsed(String text) {
    try {
      return Optional.of(JSON.readTree(text)).filter(JsonNode::isArray);
    } catch (JsonProcessingException e) {
      return PythonLiteral.parse(text).filter(JsonNode::isArray);
    }
  }

  /** Texts, or objects with a {@code text}. */
  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    for (JsonNode item : list) {
      String text = Fields.text(item.hasNonNull("text") ? item.get("text") : item);
      if (text != null && !text.isBlank()) {
        texts.add(text);
      }
    }
    return texts;
  }
}
