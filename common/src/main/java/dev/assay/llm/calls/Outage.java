package dev.assay.llm.calls;

import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Failure;
import java.util.Optional;

/**
 * Whether an endpoint is down. It is after so many calls that failed, or that it refused, with no
 * success between. Then one call at a time is tried after a pause, which doubles, and a success
 * ends it. It is given up where it never answered, or has been down for all patience.
 * Resilience4j's breaker cannot hold calls back until it is half open; it can only refuse them.
 */
final class Outage {
  private static final int MOST_DOUBLINGS = 3;

  private final EndpointSpec spec;
  private boolean answered;
  private int failures;
  private int refusals;
  private Optional<Long> since = Optional.empty();
  private long until;
  private int trials;
  private String lastError = "";
  private boolean forGood;

  /** How a call ended, as far as it tells of its endpoint. */
  enum End {
    WELL,
    FAILED,
    REFUSED;

    static End of(Optional<Failure> failure) {
      if (failure.isEmpty()) {
        return WELL;
      }
      Failure why = failure.get();
      if (why == Failure.UNAUTHORISED) {
        return REFUSED;
      }
      // A model's refusal, a prompt that is too long or a wrong request says nothing against it.
      boolean its = why.status().id().equals("endpoint_error") || why == Failure.TIMEOUT;
      return its && why != Failure.CLIENT_ERROR ? FAILED : WELL;
    }
  }

  Outage(EndpointSpec spec) {
    this.spec = spec;
  }

  void settled(End end, String error, long now) {
    if (end == End.WELL) {
      answered = true;
      failures = 0;
      refusals = 0;
      trials = 0;
      since = Optional.empty();
      return;
    }
    failures += end == End.FAILED ? 1 : 0;
    refusals += end == End.REFUSED ? 1 : 0;
    lastError = error;
    if (failures < spec.giveUpAfter() && !isRefusing()) {
      return;
    }
    boolean wasTried = since.isEmpty() || now >= until;
    since = since.or(() -> Optional.of(now));
    if (wasTried) {
      long pause = spec.limits().pause().toNanos() << Math.min(trials++, MOST_DOUBLINGS);
      until = now + pause;
      forGood |= !answered || until - since.get() > spec.patience().toNanos();
    }
  }

  /** Whether a call may start while so many are under way. */
  boolean allows(long inFlight, long now) {
    return since.isEmpty() || inFlight == 0 && now >= until;
  }

  boolean isDown() {
    return since.isPresent();
  }

  boolean isForGood() {
    return forGood;
  }

  /** Whether it is its refusals that count. */
  boolean isRefusing() {
    return refusals >= spec.limits().refusals();
  }

  String lastError() {
    return lastError;
  }

  String reason() {
    return "%d calls in a row failed, the last with %s".formatted(failures + refusals, lastError);
  }
}
