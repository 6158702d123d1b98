package dev.assay.llm.calls;

import dev.assay.llm.Usage;
import java.util.Collection;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** What an executor has done at an endpoint since it began, and what is under way there. */
final class Tally {
  /** Waiting calls that tell what one is expected to take. */
  private static final int SAMPLE = 16;

  private final ToLongFunction<Usage> nanoCost;
  private long inFlight;
  private long started;
  private long succeeded;
  private long throttled;
  private long tokens;
  private long cost;
  private long reservedTokens;
  private long reservedCost;

  /**
   * @param nanoCost in 1e-9 of the currency
   */
  Tally(ToLongFunction<Usage> nanoCost) {
    this.nanoCost = nanoCost;
  }

  long inFlight() {
    return inFlight;
  }

  /** An attempt is sent. */
  void started(Usage expected) {
    inFlight++;
    started++;
    reservedTokens += expected.total();
    reservedCost += nanoCost.applyAsLong(expected);
  }

  /** It ended with a reply, or with a failure that is not the endpoint's rate. */
  void ended(Usage expected, Usage actual) {
    release(expected);
    succeeded++;
    tokens += actual.total();
    cost += nanoCost.applyAsLong(actual);
  }

  /** It was answered by 429. */
  void throttled(Usage expected) {
    release(expected);
    throttled++;
  }

  private void release(Usage expected) {
    inFlight--;
    reservedTokens -= expected.total();
    reservedCost -= nanoCost.applyAsLong(expected);
  }

  /**
   * All of it for the driver.
   *
   * @param key the endpoint's key at the desk
   * @param holder this executor's name at the desk
   */
  UsageReport report(
      String key,
      String holder,
      Collection<WaitingCall> queue,
      long startsLeft,
      long retryAfterNanos,
      Optional<String> stop) {
    long meanTokens = 0;
    long meanCost = 0;
    int seen = 0;
    for (WaitingCall call : queue) {
      meanTokens += call.expected().total();
      meanCost += nanoCost.applyAsLong(call.expected());
      if (++seen == SAMPLE) {
        break;
      }
    }
    int mean = Math.max(1, seen);
    return new UsageReport(
        key,
        holder,
        queue.size(),
        inFlight,
        startsLeft,
        started,
        succeeded,
        throttled,
        tokens,
        cost,
        reservedTokens,
        reservedCost,
        meanTokens / mean,
        meanCost / mean,
        retryAfterNanos,
        stop.orElse(""));
  }
}
