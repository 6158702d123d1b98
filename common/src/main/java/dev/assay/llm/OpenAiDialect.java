package dev.assay.llm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.config.ParametersConfig;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiChatRequestParameters;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.Map;

/**
 * OpenAI's chat completions, which vLLM, llama.cpp's server, Ollama and most others speak too.
 *
 * @param azure with Azure's URL and header
 */
record OpenAiDialect(boolean azure) implements Dialect {

  @Override
  public Client client(EndpointSpec endpoint) {
    HttpCourier courier = new HttpCourier();
    ChatModel model =
        OpenAiChatModel.builder()
            .httpClientBuilder(courier)
            .baseUrl(endpoint.baseUrl())
            .customQueryParams(azure ? Map.of("api-version", endpoint.apiVersion()) : Map.of())
            .modelName(endpoint.model())
            .maxRetries(0)
            .build();
    return new Client(model, courier);
  }

  @Override
  public ChatRequestParameters parameters(ParametersConfig asked) {
    OpenAiChatRequestParameters.Builder own = OpenAiChatRequestParameters.builder();
    asked.seed().ifPresent(seed -> own.customParameters(Map.of("seed", seed)));
    return asked.logprobs() ? own.logprobs(true).build() : own.build();
  }

  @Override
  public void authorise(HttpRequest.Builder request, EndpointSpec endpoint, URI url, String body) {
    if (azure) {
      endpoint.bearer().ifPresent(key -> request.setHeader("api-key", key));
    } else {
      Dialect.super.authorise(request, endpoint, url, body);
    }
  }

  @Override
  public void form(ObjectNode body, JsonSchema form) {
    ObjectNode format = body.putObject("response_format").put("type", "json_schema");
    format
        .putObject("json_schema")
        .put("name", form.name())
        .put("strict", true)
        .set("schema", Json.readObject(form.json()));
  }

  @Override
  public String arguments() {
    return "/function/parameters";
  }

  @Override
  public String finish() {
    return "/choices/0/finish_reason";
  }
}
