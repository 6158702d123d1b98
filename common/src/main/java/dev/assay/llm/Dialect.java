package dev.assay.llm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.config.ParametersConfig;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** What sets one provider's chat apart from the others'. */
interface Dialect {

  /** LangChain4j's client, and what it sends by. */
  record Client(ChatModel model, Courier courier) {}

  /** A client. It is given no key: that is added to what it has written. */
  Client client(EndpointSpec endpoint);

  /** Parameters that this provider has names of its own for; the common ones are set already. */
  default ChatRequestParameters parameters(ParametersConfig asked) {
    return ChatRequestParameters.builder().build();
  }

  /** Adds what lets the request in. */
  default void authorise(HttpRequest.Builder request, EndpointSpec endpoint, URI url, String body) {
    endpoint.bearer().ifPresent(key -> request.setHeader("Authorization", "Bearer " + key));
  }

  /** Whether a model can be made to call one of its tools; else it is only offered them. */
  default boolean toolsCanBeRequired() {
    return true;
  }

  /** Whether a form is asked for as a tool that must be used. */
  default boolean formsAreTools() {
    return false;
  }

  /** Puts the form of the reply into the request's body, where forms are no tools. */
  default void form(ObjectNode body, JsonSchema form) {
    throw new UnsupportedOperationException("Forms are tools");
  }

  /** The tools in the request's body. */
  default Stream<ObjectNode> offered(ObjectNode body) {
    return objects(body.path("tools"));
  }

  /** The elements of an array of objects. */
  static Stream<ObjectNode> objects(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).map(ObjectNode.class::cast);
  }

  /** JSON Pointer within a tool of the request's body to the schema of its arguments. */
  String arguments();

  /** JSON Pointer to why the model stopped, in the body of a reply. */
  String finish();
}
