package dev.assay.llm.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.assay.llm.ChatRequest;
import dev.assay.llm.Json;
import dev.assay.llm.Message;
import dev.assay.llm.Reply;
import dev.assay.llm.Tool;
import dev.assay.llm.Usage;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** How one provider writes a chat and its reply. */
interface Dialect {

  URI url();

  /** What lets a request in, and the headers that the provider asks for. */
  Map<String, String> headers(String body);

  /**
   * The body of a request.
   *
   * @param tools what is offered; where it is not empty the model must call one, and there is no
   *     other form
   */
  ObjectNode body(ChatRequest asked, List<Tool> tools);

  /** Whether a form is asked for as the arguments of a tool. */
  boolean formsAreTools();

  /** JSON Pointer to why the model stopped, in the body of a reply. */
  String finish();

  /**
   * The reply in this body.
   *
   * @throws IllegalArgumentException where there is none
   */
  Reply read(ChatRequest asked, JsonNode root, String finish);

  /** The turns of a conversation; a blank system prompt is none. */
  static List<Message> turns(ChatRequest asked) {
    return asked.messages().stream()
        .filter(message -> !(message.role().equals("system") && message.text().isBlank()))
        .toList();
  }

  /** Writes the turns as lists of blocks, those of the system prompt beside them. */
  static void blocks(ObjectNode body, ChatRequest asked, BiConsumer<ArrayNode, Message> write) {
    ArrayNode turns = body.putArray("messages");
    ArrayNode system = Json.object().arrayNode();
    for (Message message : turns(asked)) {
      write.accept(
          message.role().equals("system")
              ? system
              : turns.addObject().put("role", message.role()).putArray("content"),
          message);
    }
    if (!system.isEmpty()) {
      body.set("system", system);
    }
  }

  /** Writes what a tool is called and, if it says so, what it is for. */
  static ObjectNode named(ObjectNode written, Tool tool) {
    written.put("name", tool.name());
    return tool.description().isEmpty() ? written : written.put("description", tool.description());
  }

  /** The object at a JSON Pointer. */
  static JsonNode object(JsonNode root, String pointer) {
    JsonNode node = root.at(pointer);
    if (!node.isObject()) {
      throw new IllegalArgumentException("no object at " + pointer);
    }
    return node;
  }

  /** The array at a JSON Pointer. */
  static JsonNode array(JsonNode root, String pointer) {
    JsonNode node = root.at(pointer);
    if (!node.isArray()) {
      throw new IllegalArgumentException("no array at " + pointer);
    }
    return node;
  }

  /** A text; empty where there is none. */
  static String text(JsonNode node) {
    if (node.isContainerNode()) {
      throw new IllegalArgumentException("a text that is an array or an object");
    }
    return node.asText("");
  }

  /** The texts among the blocks of a reply; reasoning and what else there is is left out. */
  static String texts(JsonNode blocks, String between) {
    List<String> texts = new ArrayList<>();
    for (JsonNode block : blocks) {
      if (block.has("text")) {
        texts.add(text(block.path("text")));
      }
    }
    return String.join(between, texts);
  }

  /**
   * A call of a tool as the text of a reply: the form itself where that was asked for as a tool.
   *
   * @param arguments an object, or its text
   */
  static String call(ChatRequest asked, JsonNode name, JsonNode arguments) {
    JsonNode given = arguments.isTextual() ? parsed(arguments.textValue()) : arguments;
    return Json.write(
        asked.tools().isEmpty()
            ? given
            : Json.object().<ObjectNode>set("tool", name).set("arguments", given));
  }

  private static JsonNode parsed(String arguments) {
    try {
      return Json.read(arguments);
    } catch (IllegalArgumentException notJson) {
      return new TextNode(arguments);
    }
  }

  /** The tokens that a reply tells, by the provider's names of what was read and written. */
  static Usage usage(JsonNode counts, String input, String output) {
    return new Usage(Json.count(counts.path(input)), Json.count(counts.path(output)));
  }
}
