package dev.assay.llm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.config.ParametersConfig;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.ollama.OllamaChatModel;
import dev.langchain4j.model.ollama.OllamaChatRequestParameters;

/** Ollama's own chat; its {@code /v1} is of kind openai. Nothing makes it use a tool. */
record OllamaDialect() implements Dialect {

  @Override
  public Client client(EndpointSpec endpoint) {
    HttpCourier courier = new HttpCourier();
    ChatModel model =
        OllamaChatModel.builder()
            .httpClientBuilder(courier)
            .baseUrl(endpoint.baseUrl())
            .modelName(endpoint.model())
            .maxRetries(0)
            .build();
    return new Client(model, courier);
  }

  @Override
  public ChatRequestParameters parameters(ParametersConfig asked) {
    OllamaChatRequestParameters.Builder own = OllamaChatRequestParameters.builder();
    asked.seed().ifPresent(seed -> own.seed(Math.toIntExact(seed)));
    return own.build();
  }

  @Override
  public boolean toolsCanBeRequired() {
    return false;
  }

  @Override
  public void form(ObjectNode body, JsonSchema form) {
    body.set("format", Json.readObject(form.json()));
  }

  @Override
  public String arguments() {
    return "/function/parameters";
  }

  @Override
  public String finish() {
    return "/done_reason";
  }
}
