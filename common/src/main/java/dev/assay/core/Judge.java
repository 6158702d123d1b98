package dev.assay.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.model.LanguageModel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A language model that an evaluator asks about one example. Where a reply is missing, or not of
 * the wanted form, a question throws with the status that the evaluator's metrics have then.
 */
public interface Judge {

  /**
   * A prompt with every place filled.
   *
   * @param name of the prompt
   * @param system what the model is told of its role, or nothing
   * @param user what it is asked
   * @param schema of the reply, JSON; empty text if any text will do
   */
  record Request(String name, String system, String user, String schema) {}

  /** What the {@code model} column says of it. */
  String id();

  /** A reply of the named prompt's form. */
  default JsonNode ask(String prompt, Map<String, String> values) {
    return ask(prompt, values, schema -> {});
  }

  /**
   * The same with a form that depends on the values.
   *
   * @param form changes the prompt's schema
   */
  JsonNode ask(String prompt, Map<String, String> values, Consumer<ObjectNode> form);

  /** The same with a prompt that has no name of its own. */
  JsonNode ask(Request request, Consumer<ObjectNode> form);

  /** Replies to one prompt with different values, asked at once; one that is missing throws. */
  List<JsonNode> each(String prompt, List<Map<String, String>> values);

  /**
   * Which of the prompt's tools it calls, and with what: {@code {"tool": name, "arguments": {…}}}.
   *
   * @param offered names of the tools that it has
   */
  JsonNode call(String prompt, Map<String, String> values, Set<String> offered);

  /** Pieces of work that do not need one another. */
  <T> List<T> apart(List<Supplier<T>> pieces);

  /** Where it can look things up, if it can. */
  Optional<Library> library();

  /** The model as one that gives texts probabilities. */
  LanguageModel languageModel();

  /** The judges of the run, each as often as it is asked the same, at work on this example. */
  List<Judge> panel();
}
