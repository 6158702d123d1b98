package dev.assay.llm.calls;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sends requests, any number at a time, with four threads in all. One for the whole JVM: clients of
 * Java 17 leave their threads behind. Redirects are not followed, they could carry a key away.
 */
final class HttpTransport implements Transport {
  static final HttpTransport LIVE = new HttpTransport();
  private static final Duration CONNECT = Duration.ofSeconds(20);
  private static final int THREADS = 2;

  private static final ExecutorService ASKER =
      Executors.newCachedThreadPool(daemons("assay-llm-desk"));
  private static final ScheduledExecutorService TIMER =
      Executors.newSingleThreadScheduledExecutor(daemons("assay-llm-timer"));
  private static final HttpClient CLIENT =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .executor(Executors.newFixedThreadPool(THREADS, daemons("assay-llm")))
          .connectTimeout(CONNECT)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  private HttpTransport() {}

  /** A request under way. */
  record Sent(CompletableFuture<HttpResponse<byte[]>> response, ScheduledFuture<?> deadline) {

    /** Ends it and closes its connection. */
    void cancel() {
      deadline.cancel(false);
      response.cancel(true);
    }
  }

  @Override
  public Sent send(HttpRequest request, Duration limit) {
    CompletableFuture<HttpResponse<byte[]>> response =
        CLIENT.sendAsync(request, head -> new BoundedBody());
    ScheduledFuture<?> deadline = after(limit.toNanos(), () -> response.cancel(true));
    return new Sent(response, deadline);
  }

  @Override
  public long now() {
    return System.nanoTime();
  }

  @Override
  public void apart(Runnable work) {
    ASKER.execute(work);
  }

  @Override
  public ScheduledFuture<?> after(long nanos, Runnable work) {
    return TIMER.schedule(work, Math.max(0, nanos), TimeUnit.NANOSECONDS);
  }

  /** Threads that do not keep a JVM alive. */
  static ThreadFactory daemons(String name) {
    AtomicInteger number = new AtomicInteger();
    return work -> {
      Thread thread = new Thread(work, name + "-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }
}
