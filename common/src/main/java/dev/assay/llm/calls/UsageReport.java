package dev.assay.llm.calls;

import java.io.Serializable;
import java.util.Optional;

/**
 * What an executor tells the driver of one endpoint. Counts since the executor began are totals and
 * states are absolute, so that a message that is lost or comes twice changes nothing.
 *
 * @param endpoint its key at the desk
 * @param holder the executor
 * @param waiting calls that want to start
 * @param inFlight calls under way
 * @param startsLeft starts granted and not yet used
 * @param started total of attempts sent
 * @param succeeded total of replies
 * @param throttled total of 429s
 * @param tokens total of tokens reported by the endpoint
 * @param nanoCost total cost, in 1e-9 of the currency
 * @param reservedTokens tokens expected of calls under way
 * @param reservedCost cost expected of calls under way
 * @param meanTokens tokens expected of a waiting call
 * @param meanCost cost expected of a waiting call
 * @param retryAfterNanos how long the endpoint wants to be left alone; 0 if it does not say
 * @param stop why nothing is to be asked any more
 */
public record UsageReport(
    String endpoint,
    String holder,
    long waiting,
    long inFlight,
    long startsLeft,
    long started,
    long succeeded,
    long throttled,
    long tokens,
    long nanoCost,
    long reservedTokens,
    long reservedCost,
    long meanTokens,
    long meanCost,
    long retryAfterNanos,
    Optional<String> stop)
    implements Serializable {

  /** The totals of this report, of an executor that holds and wants nothing. */
  UsageReport withoutHoldings() {
    return new UsageReport(
        endpoint, holder, 0, 0, 0, started, succeeded, throttled, tokens, nanoCost, 0, 0, 0, 0, 0,
        stop);
  }

  /** Attempts that were not answered by 429. */
  long attempts() {
    return started - throttled;
  }

  /** Optional is not serializable: executors send the reason as text, empty for none. */
  private Object writeReplace() {
    return new Wired(
        new String[] {endpoint, holder, stop.orElse("")},
        new long[] {
          waiting,
          inFlight,
          startsLeft,
          started,
          succeeded,
          throttled,
          tokens,
          nanoCost,
          reservedTokens,
          reservedCost,
          meanTokens,
          meanCost,
          retryAfterNanos
        });
  }

  @SuppressWarnings("ArrayRecordComponent") // travels, is never compared
  private record Wired(String[] texts, long[] numbers) implements Serializable {
    private Object readResolve() {
      long[] n = numbers;
      return new UsageReport(
          texts[0],
          texts[1],
          n[0],
          n[1],
          n[2],
          n[3],
          n[4],
          n[5],
          n[6],
          n[7],
          n[8],
          n[9],
          n[10],
          n[11],
          n[12],
          texts[2].isEmpty() ? Optional.empty() : Optional.of(texts[2]));
    }
  }
}
