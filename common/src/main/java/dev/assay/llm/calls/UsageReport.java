package dev.assay.llm.calls;

import java.io.Serializable;

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
 * @param stop why nothing is to be asked any more; empty text if it may be
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
    String stop)
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
}
