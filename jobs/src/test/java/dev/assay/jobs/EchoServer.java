package dev.assay.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.assay.llm.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An endpoint that repeats every secret it is sent, in each form that servers write: as it is, in
 * URLs, in Base64, in the middle and cut off at the end. Beneath {@code /garbled} with status 200
 * and no reply of any kind, beneath {@code /refused} with status 400; there so often that wherever
 * the text is cut a secret is.
 */
final class EchoServer implements AutoCloseable {
  private static final int OFTEN = 40;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger requests = new AtomicInteger();

  EchoServer() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  String url(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  int requests() {
    return requests.get();
  }

  private void handle(HttpExchange exchange) throws IOException {
    int number = requests.incrementAndGet();
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String key = exchange.getRequestHeaders().getFirst("Authorization").replace("Bearer ", "");
    String team = exchange.getRequestHeaders().getFirst("X-Team");
    String path = exchange.getRequestURI().getPath();
    String token = path.endsWith("/service") ? Json.read(body).path("token").asText() : "";
    String told = forms(key) + forms(team) + forms(token);
    if (path.startsWith("/garbled")) {
      send(exchange, 200, "{\"note\":" + quoted("-".repeat(number) + often(key, team)) + "}");
    } else if (path.startsWith("/refused")) {
      String said = quoted("-".repeat(number) + often(key, team));
      send(exchange, 400, "{\"error\":{\"message\":" + said + "}}");
    } else if (path.endsWith("/service")) {
      send(exchange, 200, "{\"answer\":{\"text\":" + quoted(told + cut(token)) + "}}");
    } else {
      send(exchange, 200, chat(body, told, key));
    }
  }

  /** A judge's opinion where one is asked for, in every second case of the wrong form. */
  private static String chat(String body, String told, String key) {
    JsonNode messages = Json.read(body).path("messages");
    String asked = messages.path(messages.size() - 1).path("content").asText();
    boolean formed = asked.contains("OPINION") && asked.hashCode() % 2 == 0;
    String content =
        formed
            ? Json.write(
                Json.object().put("reason", told).put("verdict", true).put("confidence", 1))
            : told + cut(key);
    return "{\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":"
        + quoted(content)
        + "},\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":9}}";
  }

  private static String forms(String secret) {
    byte[] basic = ("user:" + secret).getBytes(StandardCharsets.UTF_8);
    return secret.isEmpty()
        ? ""
        : "You sent "
            + secret
            + ", ?key="
            + URLEncoder.encode(secret, StandardCharsets.UTF_8)
            + "&x, Basic "
            + Base64.getEncoder().encodeToString(basic)
            + ", and began with "
            + cut(secret)
            + "... That is all. ";
  }

  private static String often(String key, String team) {
    return (key + URLEncoder.encode(team, StandardCharsets.UTF_8)).repeat(OFTEN);
  }

  private static String cut(String secret) {
    return secret.substring(0, Math.max(0, secret.length() - 3));
  }

  private static String quoted(String text) {
    return Json.write(new com.fasterxml.jackson.databind.node.TextNode(text));
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
