package dev.assay.llm;

import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.chat.ChatModel;
import java.net.URI;
import java.net.http.HttpRequest;

/** Anthropic's messages. A form is asked for as the input of a tool that must be used. */
record AnthropicDialect() implements Dialect {
  private static final String NO_KEY = "added-when-sent";

  @Override
  public Client client(EndpointSpec endpoint) {
    HttpCourier courier = new HttpCourier();
    ChatModel model =
        AnthropicChatModel.builder()
            .httpClientBuilder(courier)
            .baseUrl(endpoint.baseUrl())
            .apiKey(NO_KEY)
            .modelName(endpoint.model())
            .maxRetries(0)
            .build();
    return new Client(model, courier);
  }

  @Override
  public void authorise(HttpRequest.Builder request, EndpointSpec endpoint, URI url, String body) {
    endpoint.bearer().ifPresent(key -> request.setHeader("x-api-key", key));
  }

  @Override
  public boolean formsAreTools() {
    return true;
  }

  @Override
  public String arguments() {
    return "/input_schema";
  }

  @Override
  public String finish() {
    return "/stop_reason";
  }
}
