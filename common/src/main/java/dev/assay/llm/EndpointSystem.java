package dev.assay.llm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.assay.base.Hashes;
import dev.assay.base.Secret;
import dev.assay.config.EndpointConfig;
import dev.assay.config.ReplyConfig;
import dev.assay.config.SystemConfig;
import dev.assay.config.blocks.ParametersConfig;
import dev.assay.core.Passage;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * A system under test that is asked through an endpoint: how a question becomes a prompt, and a
 * reply an answer with its contexts.
 *
 * @param template the prompt with {@code {question}}, {@code {case_id}} and {@code {repeat}} in its
 *     texts; of a service also {@code {history}}, the turns before the question, and {@code
 *     {messages}}, those and the question; {@code {contexts}} is where a system that is handed its
 *     passages has them
 * @param pointers where a service's reply has what; empty for a chat model, whose reply is the
 *     answer
 */
public record EndpointSystem(
    String name, EndpointSpec endpoint, String template, Map<String, String> pointers)
    implements Serializable {
  private static final String CONTEXTS = "{contexts}";
  private static final List<String> MEMORIES = List.of("{messages}", "{history}");

  /**
   * The configured system.
   *
   * @throws IllegalArgumentException where the body or the parameters' extra is no JSON
   */
  public static EndpointSystem of(String name, SystemConfig system, EndpointConfig endpoint) {
    EndpointSpec spec = EndpointSpec.of(system.endpoint().orElseThrow(), endpoint);
    if (system.kind().equals("http-json")) {
      String body = system.body().orElseThrow();
      JsonNode read = Json.read(body);
      Map<String, Secret> secrets = SecretPlaces.of(body, "systems." + name + ".body");
      return new EndpointSystem(
          name,
          spec.withBodySecrets(secrets),
          secrets.isEmpty() ? body : Json.write(SecretPlaces.lifted(read)),
          pointers(system.reply().orElseThrow()));
    }
    ParametersConfig parameters =
        system.parameters().or(endpoint::parameters).orElse(ParametersConfig.NONE);
    List<Message> messages = new ArrayList<>();
    system
        .systemPrompt()
        .filter(text -> !text.isBlank())
        .map(Message::system)
        .ifPresent(messages::add);
    messages.add(Message.user(system.prompt().orElse("{question}")));
    String prompt = new ChatRequest(messages, parameters, Optional.empty()).prompt();
    String where = "systems." + name + ".parameters.extra";
    return new EndpointSystem(
        name, spec.withBodySecrets(SecretPlaces.of(parameters.extra(), where)), prompt, Map.of());
  }

  private static Map<String, String> pointers(ReplyConfig reply) {
    Map<String, String> pointers = new TreeMap<>();
    pointers.put("answer", reply.answer());
    pointers.put("text", reply.contextText());
    reply.contexts().ifPresent(pointer -> pointers.put("contexts", pointer));
    reply.contextChunkId().ifPresent(pointer -> pointers.put("chunk", pointer));
    reply.contextDocId().ifPresent(pointer -> pointers.put("doc", pointer));
    reply.contextScore().ifPresent(pointer -> pointers.put("score", pointer));
    reply.artifacts().ifPresent(pointer -> pointers.put("artifacts", pointer));
    reply.inputTokens().ifPresent(pointer -> pointers.put("input", pointer));
    reply.outputTokens().ifPresent(pointer -> pointers.put("output", pointer));
    return pointers;
  }

  /** What its answers depend on besides the case: not the endpoint's name, limits or key. */
  public String provenance() {
    return Hashes.sha256(endpoint.identity(), endpoint.model(), template, pointers.toString());
  }

  /** Whether it is told what was said before the question. */
  public boolean remembers() {
    return pointers.isEmpty() || MEMORIES.stream().anyMatch(template::contains);
  }

  /** Whether it is handed its passages, and does not find them itself. */
  public boolean isHanded() {
    return template.contains(CONTEXTS);
  }

  /** The call that asks, after the turns before the question. */
  public Call call(Conversation before, String question, String caseId, int repeat) {
    return call(before, question, caseId, repeat, List.of());
  }

  /**
   * The same of a system that is handed its passages: in a text they are numbered paragraphs, and
   * where a service's body has nothing but their place a list of texts.
   */
  public Call call(
      Conversation before, String question, String caseId, int repeat, List<Passage> handed) {
    Template asking = new Template(template);
    Map<String, String> values = new HashMap<>();
    values.put("question", question);
    values.put("case_id", caseId);
    values.put("repeat", Integer.toString(repeat));
    Map<String, JsonNode> lists = new HashMap<>();
    if (pointers.isEmpty()) {
      if (isHanded()) {
        values.put("contexts", numbered(handed));
      }
    } else {
      lists.put("history", before.json());
      lists.put("messages", before.then(question).json());
      if (isHanded()) {
        lists.put("contexts", texts(handed));
      }
    }
    String filled = asking.fill(values, lists);
    String prompt = pointers.isEmpty() ? after(before, filled) : filled;
    return new Call(endpoint, "answer", prompt, repeat);
  }

  private static String numbered(List<Passage> passages) {
    StringBuilder text = new StringBuilder();
    for (Passage one : passages) {
      text.append(text.isEmpty() ? "" : "\n\n")
          .append('[')
          .append(one.rank())
          .append("] ")
          .append(one.text());
    }
    return text.toString();
  }

  private static ArrayNode texts(List<Passage> passages) {
    ArrayNode list = Json.object().arrayNode();
    passages.forEach(one -> list.add(one.text()));
    return list;
  }

  /** A chat with the turns before its last one; without any the same bytes. */
  private static String after(Conversation before, String prompt) {
    if (before.turns().isEmpty()) {
      return prompt;
    }
    ChatRequest request = ChatRequest.of(prompt);
    List<Message> messages = new ArrayList<>(request.messages());
    messages.addAll(messages.size() - 1, before.turns());
    return request.with(messages).prompt();
  }

  /**
   * What a system said.
   *
   * @param artifacts files or structures that it returned beside the answer
   * @param problem why the reply has no answer; empty if it has one
   */
  public record Said(
      Optional<String> answer,
      List<Passage> contexts,
      Optional<String> artifacts,
      Usage usage,
      Optional<String> problem) {}

  /**
   * Reads a reply.
   *
   * @param usage what the ledger knows already
   */
  public Said read(String reply, Usage usage) {
    if (pointers.isEmpty()) {
      return new Said(Optional.of(reply), List.of(), Optional.empty(), usage, Optional.empty());
    }
    JsonNode root = Json.read(reply);
    Usage said = new Usage(Json.count(at(root, "input")), Json.count(at(root, "output")));
    Optional<String> answer = text(at(root, "answer"));
    Optional<String> problem =
        answer.isEmpty()
            ? Optional.of("nothing at reply.answer = '" + pointers.get("answer") + "'")
            : Optional.empty();
    return new Said(answer, contexts(root), artifacts(root), said, problem);
  }

  /** A text as it is, anything else as JSON; none where the pointer is not configured. */
  private Optional<String> artifacts(JsonNode root) {
    return pointers.containsKey("artifacts") ? text(at(root, "artifacts")) : Optional.empty();
  }

  private List<Passage> contexts(JsonNode root) {
    List<Passage> passages = new ArrayList<>();
    if (pointers.containsKey("contexts")) {
      for (JsonNode element : at(root, "contexts")) {
        JsonNode score = at(element, "score");
        passages.add(
            new Passage(
                text(at(element, "chunk")).orElse(""),
                text(at(element, "doc")).orElse(""),
                text(at(element, "text")).orElse(""),
                passages.size() + 1,
                score.isNumber() ? OptionalDouble.of(score.asDouble()) : OptionalDouble.empty()));
      }
    }
    return passages;
  }

  private JsonNode at(JsonNode node, String what) {
    String pointer = pointers.get(what);
    return pointer == null ? Json.object().path("") : node.at(pointer);
  }

  private static Optional<String> text(JsonNode node) {
    if (node.isMissingNode() || node.isNull()) {
      return Optional.empty();
    }
    return Optional.of(node.isValueNode() ? node.asText() : Json.write(node));
  }
}
