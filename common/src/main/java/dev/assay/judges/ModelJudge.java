package dev.assay.judges;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.core.Judge;
import dev.assay.core.Library;
import dev.assay.llm.ChatRequest;
import dev.assay.llm.Conversation;
import dev.assay.llm.EndpointLanguageModel;
import dev.assay.llm.Interview;
import dev.assay.llm.Interview.Parsed;
import dev.assay.llm.Interview.Question;
import dev.assay.llm.Json;
import dev.assay.llm.Tool;
import dev.assay.model.LanguageModel;
import dev.assay.prompts.Prompt;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One judge at work on one example. Its questions throw {@link dev.assay.llm.NoReply} where there
 * is none.
 *
 * @param interview what it was asked and has replied
 * @param run whose prompts it is asked with
 * @param seat which model it is
 * @param sample which of its opinions this is, from 0
 * @param library where it can look things up, if it can
 * @param before what was said before the example's question, for prompts that have a place for it
 */
public record ModelJudge(
    Interview interview,
    Panel run,
    Seat seat,
    int sample,
    Optional<Library> library,
    Conversation before)
    implements Judge {

  @Override
  public String id() {
    return seat.id();
  }

  @Override
  public JsonNode ask(String prompt, Map<String, String> values, Consumer<ObjectNode> form) {
    return ask(run.prompt(prompt).filled(told(values)), form);
  }

  @Override
  public JsonNode ask(Request request, Consumer<ObjectNode> form) {
    return interview.json(question(request, form));
  }

  @Override
  public List<JsonNode> each(String prompt, List<Map<String, String>> values) {
    List<Question> questions = new ArrayList<>();
    Prompt read = run.prompt(prompt);
    values.forEach(one -> questions.add(question(read.filled(told(one)), schema -> {})));
    return interview.jsons(questions).stream().map(Parsed::orThrow).toList();
  }

  @Override
  public JsonNode call(String prompt, Map<String, String> values, Set<String> offered) {
    ChatRequest all = run.prompt(prompt).request(told(values), seat.parameters());
    List<Tool> tools = all.tools().stream().filter(tool -> offered.contains(tool.name())).toList();
    ChatRequest request =
        new ChatRequest(all.messages(), all.parameters(), Optional.empty(), tools);
    return interview.json(new Question(seat.endpoint(), request, sample));
  }

  @Override
  public <T> List<T> apart(List<Supplier<T>> pieces) {
    return interview.each(pieces);
  }

  @Override
  public LanguageModel languageModel() {
    return new EndpointLanguageModel(seat.endpoint(), interview);
  }

  @Override
  public List<Judge> panel() {
    List<Judge> judges = new ArrayList<>();
    for (Seat one : run.seats()) {
      for (int s = 0; s < run.samples(); s++) {
        judges.add(new ModelJudge(interview, run, one, s, library, before));
      }
    }
    return judges;
  }

  /** The values and what was said before. */
  private Map<String, String> told(Map<String, String> values) {
    Map<String, String> told = new TreeMap<>(values);
    told.put(Prompt.CONVERSATION, before.transcript());
    return told;
  }

  private Question question(Request request, Consumer<ObjectNode> change) {
    if (request.schema().isEmpty()) {
      throw new IllegalArgumentException("Prompt " + request.name() + " has no # schema");
    }
    ObjectNode schema = Json.readObject(request.schema());
    change.accept(schema);
    Request formed =
        new Request(request.name(), request.system(), request.user(), Json.write(schema));
    return new Question(
        seat.endpoint(), Prompt.request(formed, seat.parameters(), List.of()), sample);
  }
}
