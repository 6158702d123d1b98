package dev.assay.llm;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/** For the AWS SDK's clients. */
final class AwsCourier extends Courier implements SdkHttpClient {

  @Override
  public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
    return new ExecutableHttpRequest() {
      @Override
      public HttpExecuteResponse call() throws IOException {
        return response(exchange(letter(request)));
      }

      @Override
      public void abort() {
        // Nothing is under way.
      }
    };
  }

  private static Letter letter(HttpExecuteRequest request) throws IOException {
    try (InputStream body = request.contentStreamProvider().orElseThrow().newStream()) {
      return new Letter(
          request.httpRequest().getUri().toString(),
          request.httpRequest().headers(),
          new String(body.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static HttpExecuteResponse response(String body) {
    return HttpExecuteResponse.builder()
        .response(
            SdkHttpResponse.builder()
                .statusCode(200)
                .putHeader("Content-Type", "application/json")
                .build())
        .responseBody(
            AbortableInputStream.create(
                new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8))))
        .build();
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
