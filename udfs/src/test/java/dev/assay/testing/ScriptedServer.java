package dev.assay.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.assay.base.Seeds;
import dev.assay.llm.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An OpenAI-compatible endpoint, and a service at {@code /service}, whose mistakes are scripted and
 * that counts what it is asked. The last user message, or the service's {@code query}, names a
 * call.
 */
public final class ScriptedServer implements AutoCloseable {
  static {
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  /** Shares of requests that go wrong in each way; the rest is answered. */
  public record Faults(
      double throttled, double broken, double dripping, double garbled, double reset) {
    public static final Faults NONE = new Faults(0, 0, 0, 0, 0);
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);
  private final Map<String, AtomicInteger> asked = new ConcurrentHashMap<>();
  private final Map<String, AtomicInteger> askedAgain = new ConcurrentHashMap<>();
  private final Set<String> answered = ConcurrentHashMap.newKeySet();
  private final Queue<Long> times = new ConcurrentLinkedQueue<>();
  private final Map<String, List<Long>> askedAt = new ConcurrentHashMap<>();
  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicInteger mostInFlight = new AtomicInteger();
  private volatile Faults faults = Faults.NONE;
  private volatile long latencyMillis;
  private volatile String key = "";
  private volatile int down;
  private volatile String lastBody = "";
  private volatile boolean formed;
  private volatile UnaryOperator<String> reply = question -> "The answer to " + question;

  private ScriptedServer(int port) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1024);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /** A server on a free port. */
  public static ScriptedServer start() {
    return start(0);
  }

  public static ScriptedServer start(int port) {
    try {
      return new ScriptedServer(port);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public ScriptedServer faults(Faults shares) {
    faults = shares;
    return this;
  }

  public ScriptedServer latency(long millis) {
    latencyMillis = millis;
    return this;
  }

  /** Refuses who does not bring this key. */
  public ScriptedServer key(String secret) {
    key = secret;
    return this;
  }

  /** Answers everything with this status; 0 ends that. */
  public ScriptedServer down(int status) {
    down = status;
    return this;
  }

  public ScriptedServer reply(UnaryOperator<String> replies) {
    reply = replies;
    return this;
  }

  /** Replies to chats that want a form, or offer tools, with something of that form. */
  public ScriptedServer formed() {
    formed = true;
    return this;
  }

  /** The base URL of the chat endpoint. */
  public String chat() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
  }

  /** The URL of the service. */
  public String service() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/service";
  }

  public int requests() {
    return times.size();
  }

  /** Requests a second between the {@code from}-th and the {@code to}-th. */
  public double rate(int from, int to) {
    List<Long> all = List.copyOf(times);
    return (to - from) / ((all.get(to) - all.get(from)) / 1e9);
  }

  public int mostInFlight() {
    return mostInFlight.get();
  }

  /** Calls that have come and have no reply yet. */
  public int inFlight() {
    return inFlight.get();
  }

  /** Milliseconds since the last request; as many as there are where none came. */
  public long sinceLast() {
    return times.stream()
        .reduce((earlier, later) -> later)
        .map(last -> (System.nanoTime() - last) / 1_000_000)
        .orElse(Long.MAX_VALUE);
  }

  /** Begins counting anew. */
  public ScriptedServer forgetful() {
    asked.clear();
    askedAgain.clear();
    askedAt.clear();
    answered.clear();
    times.clear();
    mostInFlight.set(0);
    return this;
  }

  /** Calls that were answered. */
  public int answered() {
    return answered.size();
  }

  /** Requests for calls that had been answered before. */
  public int askedAgain() {
    return askedAgain.values().stream().mapToInt(AtomicInteger::get).sum();
  }

  /** What was asked more than once, and at which millisecond after the first request. */
  public Map<String, List<Long>> askedTwice() {
    Map<String, List<Long>> twice = new TreeMap<>(askedAt);
    twice.values().removeIf(moments -> moments.size() < 2);
    return twice;
  }

  public String lastBody() {
    return lastBody;
  }

  private void handle(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    lastBody = body;
    times.add(System.nanoTime());
    mostInFlight.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
    String given = exchange.getRequestHeaders().getFirst("Authorization");
    if (!key.isEmpty() && !("Bearer " + key).equals(given)) {
      send(
          exchange, 401, "{\"error\":{\"message\":\"Incorrect API key provided: " + given + "\"}}");
    } else if (down != 0) {
      send(exchange, down, "{\"error\":{\"message\":\"down\"}}");
    } else {
      timer.schedule(
          () -> threads.execute(() -> answer(exchange, body)),
          latencyMillis,
          TimeUnit.MILLISECONDS);
    }
  }

  private void answer(HttpExchange exchange, String body) {
    try {
      JsonNode request = Json.read(body);
      boolean service = exchange.getRequestURI().getPath().equals("/service");
      boolean completion = request.has("prompt");
      String question =
          service
              ? request.path("query").asText()
              : completion
                  ? request.path("prompt").asText()
                  : request
                      .path("messages")
                      .path(request.path("messages").size() - 1)
                      .path("content")
                      .asText();
      String name = question + "#" + request.path("sample").asInt();
      int nth = asked.computeIfAbsent(name, id -> new AtomicInteger()).incrementAndGet();
      askedAt
          .computeIfAbsent(name, id -> new CopyOnWriteArrayList<>())
          .add((System.nanoTime() - times.peek()) / 1_000_000);
      if (answered.contains(name)) {
        askedAgain.computeIfAbsent(name, id -> new AtomicInteger()).incrementAndGet();
      }
      double draw = Seeds.uniform(nth, "fault", name);
      if ((draw -= faults.throttled()) < 0) {
        exchange.getResponseHeaders().set("retry-after-ms", "20");
        send(exchange, 429, "{\"error\":{\"message\":\"slow down\"}}");
      } else if ((draw -= faults.broken()) < 0) {
        send(exchange, 500, "oops");
      } else if ((draw -= faults.dripping()) < 0) {
        drip(exchange);
      } else if ((draw -= faults.garbled()) < 0) {
        send(exchange, 200, "{\"choices\":[{\"mess");
      } else if ((draw -= faults.reset()) < 0) {
        inFlight.decrementAndGet();
        exchange.close();
      } else {
        answered.add(name);
        send(
            exchange,
            200,
            service
                ? serviceReply(question)
                : completion ? echo(question) : chatReply(question, request));
      }
    } catch (IOException gone) {
      exchange.close();
    }
  }

  /** Text; or where tools are offered the call that the reply {tool, arguments} says. */
  private String chatReply(String question, JsonNode request) {
    boolean tools = request.has("tools");
    ObjectNode root = Json.object();
    ObjectNode choice = root.putArray("choices").addObject();
    ObjectNode message = choice.putObject("message").put("role", "assistant");
    String text = formed ? formed(question, request) : reply.apply(question);
    if (tools) {
      JsonNode called = Json.read(text);
      ObjectNode call = message.putNull("content").putArray("tool_calls").addObject();
      call.put("id", "c1")
          .put("type", "function")
          .putObject("function")
          .put("name", called.path("tool").asText())
          .put("arguments", Json.write(called.path("arguments")));
    } else {
      message.put("content", text);
    }
    choice.put("finish_reason", tools ? "tool_calls" : "stop");
    root.putObject("usage").put("prompt_tokens", 100).put("completion_tokens", 20);
    return Json.write(root);
  }

  private String formed(String question, JsonNode request) {
    if (request.has("tools")) {
      JsonNode tool = request.path("tools").path(request.path("tools").size() - 1).path("function");
      ObjectNode call = Json.object().put("tool", tool.path("name").asText());
      call.set("arguments", Judged.instance(tool.path("parameters"), question));
      return Json.write(call);
    }
    JsonNode schema = request.at("/response_format/json_schema/schema");
    return schema.isObject()
        ? Json.write(Judged.instance(schema, question))
        : reply.apply(question);
  }

  /** The prompt's words as tokens; one of n letters has the log-probability -n / 10. */
  private static String echo(String prompt) {
    ObjectNode root = Json.object();
    ObjectNode choice = root.putArray("choices").addObject();
    choice.put("text", prompt).put("finish_reason", "length");
    ObjectNode logprobs = choice.putObject("logprobs");
    ArrayNode tokens = logprobs.putArray("tokens");
    ArrayNode values = logprobs.putArray("token_logprobs");
    ArrayNode offsets = logprobs.putArray("text_offset");
    Matcher words = Pattern.compile("\\s*\\S+\\s*$|\\s*\\S+").matcher(prompt);
    while (words.find()) {
      tokens.add(words.group());
      offsets.add(prompt.codePointCount(0, words.start()));
      if (words.start() == 0) {
        values.addNull();
      } else {
        values.add(-words.group().strip().length() / 10.0);
      }
    }
    root.putObject("usage").put("prompt_tokens", tokens.size()).put("completion_tokens", 1);
    return Json.write(root);
  }

  private String serviceReply(String question) {
    return "{\"answer\":{\"text\":"
        + quoted(reply.apply(question))
        + "},\"documents\":[{\"body\":"
        + quoted("About " + question)
        + ",\"id\":\"d1\",\"score\":0.5}],\"files\":[{\"name\":\"reply.json\",\"content\":\"{}\"}],"
        + "\"usage\":{\"in\":7,\"out\":3}}";
  }

  private static String quoted(String text) {
    return Json.write(new com.fasterxml.jackson.databind.node.TextNode(text));
  }

  /** Headers, and then a blank every now and then, for ever. */
  private void drip(HttpExchange exchange) throws IOException {
    inFlight.decrementAndGet();
    exchange.sendResponseHeaders(200, 0);
    try (OutputStream out = exchange.getResponseBody()) {
      for (int i = 0; i < 600; i++) {
        out.write(' ');
        out.flush();
        Thread.sleep(100);
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  private void send(HttpExchange exchange, int status, String text) throws IOException {
    inFlight.decrementAndGet();
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    timer.shutdownNow();
    threads.shutdownNow();
  }
}
