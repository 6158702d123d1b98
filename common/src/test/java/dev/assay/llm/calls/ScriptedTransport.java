package dev.assay.llm.calls;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLSession;

/** A network and a clock of our own: hours pass as fast as their events can be worked off. */
final class ScriptedTransport implements Transport {

  /** What becomes of a request. */
  interface Server {
    /** The reply to the request that arrives at this second. */
    Said hear(double second);
  }

  /**
   * A reply.
   *
   * @param seconds until it is there; infinite: it never is
   * @param broken why there is none
   */
  record Said(
      int status,
      String body,
      Map<String, List<String>> headers,
      double seconds,
      Optional<Exception> broken) {

    static Said of(int status, String body, double seconds) {
      return new Said(status, body, Map.of(), seconds, Optional.empty());
    }

    static Said broken(Exception why) {
      return new Said(0, "", Map.of(), .1, Optional.of(why));
    }

    Said header(String name, String value) {
      return new Said(status, body, Map.of(name, List.of(value)), seconds, broken);
    }
  }

  private final Server server;
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private long now = 1_000_000;
  private long made;

  ScriptedTransport(Server server) {
    this.server = server;
  }

  private static final class Event extends FutureTask<Void> implements ScheduledFuture<Void> {
    private final long when;
    private final long nth;

    Event(long when, long nth, Runnable work) {
      super(work, null);
      this.when = when;
      this.nth = nth;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return when;
    }

    @Override
    public int compareTo(Delayed other) {
      Event event = (Event) other;
      return when != event.when ? Long.compare(when, event.when) : Long.compare(nth, event.nth);
    }
  }

  /** Works off what happens until {@code done}, or nothing more happens. */
  void run(BooleanSupplier done) throws Exception {
    while (!done.getAsBoolean() && !events.isEmpty()) {
      Event next = events.poll();
      now = Math.max(now, next.when);
      if (!next.isCancelled()) {
        next.run();
        if (!next.isCancelled()) {
          next.get();
        }
      }
    }
  }

  double second() {
    return now / 1e9;
  }

  @Override
  public long now() {
    return now;
  }

  @Override
  public ScheduledFuture<?> after(long nanos, Runnable work) {
    Event event = new Event(now + Math.max(0, nanos), made++, work);
    events.add(event);
    return event;
  }

  @Override
  public void apart(Runnable work) {
    after(1_000_000, work);
  }

  @Override
  public HttpTransport.Sent send(HttpRequest request, Duration limit) {
    CompletableFuture<HttpResponse<byte[]>> response = new CompletableFuture<>();
    Said said = server.hear(second());
    if (Double.isFinite(said.seconds())) {
      after(
          (long) (said.seconds() * 1e9),
          () -> {
            if (said.broken().isPresent()) {
              response.completeExceptionally(said.broken().get());
            } else {
              response.complete(new Response(said, request));
            }
          });
    }
    return new HttpTransport.Sent(response, after(limit.toNanos(), () -> response.cancel(true)));
  }

  private record Response(Said said, HttpRequest request) implements HttpResponse<byte[]> {
    @Override
    public int statusCode() {
      return said.status();
    }

    @Override
    public byte[] body() {
      return said.body().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public HttpHeaders headers() {
      return HttpHeaders.of(said.headers(), (name, value) -> true);
    }

    @Override
    public Optional<HttpResponse<byte[]>> previousResponse() {
      return Optional.empty();
    }

    @Override
    public Optional<SSLSession> sslSession() {
      return Optional.empty();
    }

    @Override
    public URI uri() {
      return request.uri();
    }

    @Override
    public HttpClient.Version version() {
      return HttpClient.Version.HTTP_1_1;
    }
  }
}
