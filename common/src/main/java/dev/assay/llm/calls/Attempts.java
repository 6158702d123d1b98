package dev.assay.llm.calls;

import dev.assay.base.Seeds;
import dev.assay.llm.AttemptException;
import dev.assay.llm.Call;
import dev.assay.llm.CallResult;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Failure;
import dev.assay.llm.Json;
import dev.assay.llm.Reply;
import dev.assay.llm.Usage;
import dev.assay.llm.Wire;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** One call on its way: its attempts, one after the other, until there is a result. */
final class Attempts implements WaitingCall {
  private static final long SECOND = RateLimiter.SECOND;
  private static final double FIRST_PAUSE = .25;
  private static final double LONGEST_PAUSE = 20;

  private final EndpointSpec spec;
  private final Wire wire;
  private final CallQueue gate;
  private final Call call;
  private final Usage expected;
  private final Transport transport;
  private final CompletableFuture<CallResult> result = new CompletableFuture<>();

  private long giveUp;
  private int attempts;
  private int failures;
  private int throttles;
  private long sentAt;
  private Optional<HttpTransport.Sent> sent = Optional.empty();
  private final boolean held;
  private Optional<Usage> toRelease = Optional.empty();

  /**
   * @param held whether the slot of a reply is kept until {@link #release}
   */
  Attempts(
      EndpointSpec spec, Wire wire, CallQueue gate, Transport transport, Call call, boolean held) {
    this.held = held;
    this.spec = spec;
    this.wire = wire;
    this.gate = gate;
    this.call = call;
    this.expected = spec.estimate(call.prompt());
    this.transport = transport;
  }

  void begin() {
    result.whenComplete(
        (done, failure) -> {
          if (result.isCancelled()) {
            cancel();
          }
        });
    gate.enter(this, false);
  }

  /** Gives back the slot of a reply, if there was one and it is held. */
  void release() {
    Optional<Usage> usage;
    synchronized (this) {
      usage = toRelease;
      toRelease = Optional.empty();
    }
    usage.ifPresent(actual -> gate.ended(expected, actual));
  }

  CompletableFuture<CallResult> result() {
    return result;
  }

  @Override
  public Usage expected() {
    return expected;
  }

  @Override
  public void refuse(Failure failure, String reason) {
    result.complete(CallResult.failed(failure, spec.mask(reason), attempts));
  }

  @Override
  public void start() {
    sentAt = transport.now();
    if (attempts++ == 0) {
      giveUp = sentAt + spec.patience().toNanos();
    }
    long left = Math.max(SECOND / 1000, Math.min(spec.timeout().toNanos(), giveUp - sentAt));
    try {
      HttpTransport.Sent now = transport.send(request(), Duration.ofNanos(left));
      synchronized (this) {
        sent = Optional.of(now);
      }
      now.response().whenComplete((response, failure) -> arrived(now, response, failure));
      if (result.isCancelled()) {
        now.cancel();
      }
    } catch (RuntimeException unsendable) {
      ended(failed(Failure.CLIENT_ERROR, "the request cannot be sent: " + unsendable));
    }
  }

  private HttpRequest request() {
    HttpRequest.Builder builder =
        wire.request(call.prompt())
            .setHeader("Content-Type", "application/json")
            .setHeader("Accept", "application/json");
    spec.headers().forEach((name, value) -> builder.setHeader(name, value.value()));
    return builder.build();
  }

  private void arrived(HttpTransport.Sent from, HttpResponse<byte[]> response, Throwable failure) {
    boolean overdue = from.deadline().isDone() && !from.deadline().isCancelled();
    from.deadline().cancel(false);
    if (result.isDone()) {
      gate.ended(expected, Usage.UNKNOWN);
      return;
    }
    try {
      if (failure != null) {
        broken(failure, overdue);
      } else {
        answered(response);
      }
    } catch (RuntimeException unforeseen) {
      ended(failed(Failure.MALFORMED, "the reply cannot be read: " + unforeseen));
    }
  }

  private void broken(Throwable thrown, boolean overdue) {
    Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
    boolean late =
        overdue || cause instanceof CancellationException || cause instanceof HttpTimeoutException;
    if (late) {
      again(Failure.TIMEOUT, "no whole reply within " + spec.timeout().toMillis() + " ms");
    } else {
      // The JDK's client says nothing where nobody listens.
      String what = cause.getClass().getSimpleName();
      String said = cause.getMessage();
      again(
          Failure.CONNECTION,
          said == null ? what : cause instanceof IOException ? said : what + ": " + said);
    }
  }

  private void answered(HttpResponse<byte[]> response) {
    int status = response.statusCode();
    String body = new String(response.body(), StandardCharsets.UTF_8);
    if (status < 200 || status > 299) {
      refused(status, body, response.headers());
      return;
    }
    Reply reply;
    try {
      reply = wire.read(call.prompt(), body);
    } catch (AttemptException e) {
      if (e.reply().isPresent()) {
        arrived(e.reply().get(), Optional.of(e.failure()), e.getMessage());
        return;
      }
      again(e.failure(), e.getMessage());
      return;
    } catch (IllegalArgumentException e) {
      again(Failure.MALFORMED, e.getMessage());
      return;
    }
    arrived(reply, Optional.empty(), "");
  }

  /** There is a reply; it is paid for, even where it is not of the wanted form. */
  private void arrived(Reply reply, Optional<Failure> failure, String said) {
    if (held) {
      synchronized (this) {
        toRelease = Optional.of(reply.usage());
      }
    } else {
      gate.ended(expected, reply.usage());
    }
    settle(
        new CallResult(
            Optional.of(reply.masked(spec)),
            failure,
            failure.map(why -> spec.mask(why.id() + ": " + said)).orElse(""),
            attempts,
            OptionalDouble.of(millis())));
  }

  private void refused(int status, String body, HttpHeaders headers) {
    Failure failure = wire.failure(status, body);
    String said = "status " + status + ": " + Json.shown(spec.mask(body));
    long asked = RetryAfter.nanos(headers);
    if (failure == Failure.THROTTLED || status == 503 && asked > 0) {
      throttled(said, Math.min(asked, spec.limits().longestWait().toNanos()));
      return;
    }
    if (failure == Failure.UNAUTHORISED) {
      ended(failed(failure, said));
      return;
    }
    again(failure, said);
  }

  /** Its slot goes back at once; the call waits outside, as long as it was told to. */
  private void throttled(String said, long retryAfter) {
    gate.throttled(expected, retryAfter);
    throttles++;
    long pause = Math.max(retryAfter, pause(throttles, "throttled"));
    if (transport.now() + pause > giveUp) {
      settle(failed(Failure.THROTTLED, "still throttled after all patience, " + said));
      return;
    }
    transport.after(pause, () -> enter());
  }

  private void again(Failure failure, String said) {
    failures++;
    boolean more = failure.passing() && failures <= spec.retries();
    long pause = pause(failures, "failed");
    if (!more || transport.now() + pause > giveUp) {
      ended(failed(failure, said));
      return;
    }
    gate.ended(expected, Usage.UNKNOWN);
    transport.after(pause, () -> enter());
  }

  /** The end without a reply: it is counted before its slot goes to another, who may fail too. */
  private void ended(CallResult done) {
    settled(done);
    gate.ended(expected, Usage.UNKNOWN);
    result.complete(done);
  }

  private void enter() {
    if (!result.isDone()) {
      gate.enter(this, true);
    }
  }

  private void settle(CallResult done) {
    settled(done);
    if (!result.complete(done)) {
      // Cancelled meanwhile: nobody will release it.
      release();
    }
  }

  private void settled(CallResult done) {
    gate.settled(Outage.End.of(done.failure()), done.error());
  }

  private CallResult failed(Failure failure, String said) {
    return new CallResult(
        Optional.empty(),
        Optional.of(failure),
        spec.mask(failure.id() + ": " + said),
        attempts,
        OptionalDouble.of(millis()));
  }

  private double millis() {
    return (transport.now() - sentAt) / 1e6;
  }

  private void cancel() {
    gate.leaveQueue(this);
    Optional<HttpTransport.Sent> live;
    synchronized (this) {
      live = sent;
    }
    live.ifPresent(HttpTransport.Sent::cancel);
  }

  /** Doubles with every failure; jittered by half, the same for the same call and failure. */
  private long pause(int failure, String why) {
    double seconds = Math.min(LONGEST_PAUSE, FIRST_PAUSE * Math.pow(2, failure - 1));
    double jitter = .5 + .5 * Seeds.uniform(failure, why, call.hash());
    return (long) (seconds * jitter * SECOND);
  }
}
