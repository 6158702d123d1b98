package dev.assay.llm;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.config.blocks.ParametersConfig;
import dev.assay.core.Status;
import dev.assay.model.PromptedModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The language model behind an endpoint of kind {@code completions} or {@code vllm-completions}. An
 * endpoint gives a text's first token no probability: it is left out. Prompt and continuation are
 * split into tokens together, unlike with a network of our own; a token across their seam counts as
 * the continuation's.
 */
public record EndpointLanguageModel(EndpointSpec endpoint, Interview interview)
    implements PromptedModel {

  @Override
  public String id() {
    return endpoint.model();
  }

  /**
   * As the interface says, but for the first token.
   *
   * @throws NoReply where the endpoint gives none
   */
  @Override
  public List<List<Double>> logProbabilities(List<String> texts) {
    return asked(texts).stream().map(reply -> from(reply, 0)).toList();
  }

  @Override
  public List<Optional<Continued>> continuations(List<Prompt> prompts) {
    List<JsonNode> replies =
        asked(prompts.stream().map(one -> before(one) + one.continuation()).toList());
    List<Optional<Continued>> continued = new ArrayList<>();
    for (int i = 0; i < replies.size(); i++) {
      String before = before(prompts.get(i));
      List<Double> tokens = from(replies.get(i), before.codePointCount(0, before.length()));
      continued.add(Optional.of(new Continued(tokens, false)));
    }
    return continued;
  }

  private static String before(Prompt prompt) {
    return prompt.before() + prompt.material() + prompt.after();
  }

  private List<JsonNode> asked(List<String> texts) {
    List<Interview.Question> questions = new ArrayList<>();
    for (String text : texts) {
      if (!text.isEmpty()) {
        questions.add(
            new Interview.Question(
                endpoint,
                new ChatRequest(
                    List.of(Message.user(text)), ParametersConfig.NONE, Optional.empty()),
                0));
      }
    }
    List<StoredReply> replies = new ArrayList<>(interview.askAll(questions));
    return texts.stream()
        .map(text -> text.isEmpty() ? Json.object().arrayNode() : tokens(replies.remove(0)))
        .toList();
  }

  private static JsonNode tokens(StoredReply reply) {
    if (!reply.ok()) {
      throw new NoReply(Status.of(reply.status()), reply.error());
    }
    return Json.read(
        reply
            .logprobs()
            .orElseThrow(
                () -> new NoReply(Status.PARSE_FAILURE, "a reply without log-probabilities")));
  }

  /** Log-probabilities of the tokens that end after the {@code start}-th character. */
  private static List<Double> from(JsonNode tokens, int start) {
    List<Double> values = new ArrayList<>();
    for (JsonNode token : tokens) {
      String text = token.path("token").asText();
      int end = token.path("offset").asInt() + text.codePointCount(0, text.length());
      if (end > start && token.path("logprob").isNumber()) {
        values.add(token.path("logprob").asDouble());
      }
    }
    return values;
  }
}
