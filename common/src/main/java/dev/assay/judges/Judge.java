package dev.assay.judges;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.core.Status;
import dev.assay.llm.ChatRequest;
import dev.assay.llm.Interview;
import dev.assay.llm.Interview.Parsed;
import dev.assay.llm.Interview.Question;
import dev.assay.llm.Json;
import dev.assay.llm.JsonSchema;
import dev.assay.llm.NoReply;
import dev.assay.llm.Tool;
import dev.assay.prompts.Prompt;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One judge at work on one example.
 *
 * @param interview what it was asked and has replied
 * @param panel whose prompts it is asked with
 * @param seat which model it is
 * @param sample which of its opinions this is, from 0
 * @param library where it can look things up, if it can
 */
public record Judge(
    Interview interview, Panel panel, Seat seat, int sample, Optional<Library> library) {

  /** A reply of the prompt's form; throws {@link NoReply} where there is none. */
  public JsonNode ask(String prompt, Map<String, String> values) {
    return ask(prompt, values, schema -> {});
  }

  /**
   * The same with a form that depends on the values.
   *
   * @param form changes the prompt's schema
   */
  public JsonNode ask(String prompt, Map<String, String> values, Consumer<ObjectNode> form) {
    return ask(panel.prompt(prompt), values, form);
  }

  /** The same with a prompt that has no name. */
  public JsonNode ask(Prompt prompt, Map<String, String> values, Consumer<ObjectNode> form) {
    return interview.json(question(prompt, values, form));
  }

  /** Replies to one prompt with different values, asked at once; one that is missing throws. */
  public List<JsonNode> each(String prompt, List<Map<String, String>> values) {
    List<Question> questions = new ArrayList<>();
    Prompt read = panel.prompt(prompt);
    values.forEach(one -> questions.add(question(read, one, schema -> {})));
    return interview.jsons(questions).stream().map(Parsed::orThrow).toList();
  }

  /** Pieces of work that do not need one another. */
  public <T> List<T> apart(List<Supplier<T>> pieces) {
    return interview.each(pieces);
  }

  /** A reply that is of the form but says what cannot be. */
  public static NoReply unreadable(String why) {
    return new NoReply(Status.PARSE_FAILURE, why);
  }

  /**
   * Which of the prompt's tools it calls, and with what: {@code {"tool": name, "arguments": {…}}}.
   *
   * @param offered names of the tools that it has
   */
  public JsonNode call(String prompt, Map<String, String> values, Set<String> offered) {
    ChatRequest all = panel.prompt(prompt).request(values, seat.parameters());
    List<Tool> tools = all.tools().stream().filter(tool -> offered.contains(tool.name())).toList();
    ChatRequest request =
        new ChatRequest(all.messages(), all.parameters(), Optional.empty(), tools);
    return interview.json(new Question(seat.endpoint(), request, sample));
  }

  private Question question(
      Prompt prompt, Map<String, String> values, Consumer<ObjectNode> change) {
    ChatRequest plain = prompt.request(values, seat.parameters());
    JsonSchema form =
        plain
            .schema()
            .orElseThrow(
                () -> new IllegalArgumentException("Prompt " + prompt.name() + " has no # schema"));
    ObjectNode schema = Json.readObject(form.json());
    change.accept(schema);
    ChatRequest request =
        new ChatRequest(
            plain.messages(),
            plain.parameters(),
            Optional.of(new JsonSchema(form.name(), Json.write(schema))));
    return new Question(seat.endpoint(), request, sample);
  }
}
