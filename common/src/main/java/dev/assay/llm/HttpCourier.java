package dev.assay.llm;

import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import java.time.Duration;
import java.util.Map;

/** For the clients of LangChain4j that take an HTTP client of its own kind. */
final class HttpCourier extends Courier implements HttpClient, HttpClientBuilder {

  @Override
  public SuccessfulHttpResponse execute(HttpRequest request) {
    String body = exchange(new Letter(request.url(), request.headers(), request.body()));
    return SuccessfulHttpResponse.builder().statusCode(200).headers(Map.of()).body(body).build();
  }

  @Override
  public void execute(
      HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
    throw new UnsupportedOperationException("Replies are not streamed");
  }

  @Override
  public Duration connectTimeout() {
    return Duration.ZERO;
  }

  @Override
  public HttpClientBuilder connectTimeout(Duration limit) {
    return this;
  }

  @Override
  public Duration readTimeout() {
    return Duration.ZERO;
  }

  @Override
  public HttpClientBuilder readTimeout(Duration limit) {
    return this;
  }

  @Override
  public HttpClient build() {
    return this;
  }
}
