package dev.assay.jobs.estimate;

import java.util.OptionalDouble;

/**
 * How fast calls can be made, in the whole cluster together, and what they cost.
 *
 * @param callsPerSecond its quota
 * @param latency seconds of a call
 * @param inFlight calls under way at most
 * @param tokensPerPrompt tokens of a request
 * @param tokensPerReply tokens of a reply
 * @param priceInput of a million tokens
 * @param priceOutput of a million tokens
 */
public record EndpointTerms(
    OptionalDouble callsPerSecond,
    OptionalDouble latency,
    int inFlight,
    OptionalDouble tokensPerPrompt,
    OptionalDouble tokensPerReply,
    OptionalDouble priceInput,
    OptionalDouble priceOutput) {
  /** An endpoint of which nothing is known but how many calls may be under way by default. */
  public static final EndpointTerms UNKNOWN =
      of(OptionalDouble.empty(), OptionalDouble.empty(), 16);

  /** Without tokens and prices. */
  public static EndpointTerms of(
      OptionalDouble callsPerSecond, OptionalDouble latency, int inFlight) {
    OptionalDouble none = OptionalDouble.empty();
    return new EndpointTerms(callsPerSecond, latency, inFlight, none, none, none, none);
  }

  /** Calls a second: the quota, or what fits under way, whichever is less; empty: not known. */
  OptionalDouble rate() {
    OptionalDouble slots =
        latency.isPresent()
            ? OptionalDouble.of(inFlight / latency.getAsDouble())
            : OptionalDouble.empty();
    if (callsPerSecond.isEmpty() || slots.isEmpty()) {
      return callsPerSecond.isPresent() ? callsPerSecond : slots;
    }
    return OptionalDouble.of(Math.min(callsPerSecond.getAsDouble(), slots.getAsDouble()));
  }

  /** Which of the two it is. */
  String bound() {
    return callsPerSecond.isPresent() && rate().equals(callsPerSecond)
        ? "the endpoint's quota"
        : "the endpoint's latency";
  }

  /** What a call costs; empty where a price or tokens are not known. */
  OptionalDouble price() {
    boolean known =
        tokensPerPrompt.isPresent()
            && tokensPerReply.isPresent()
            && priceInput.isPresent()
            && priceOutput.isPresent();
    return known
        ? OptionalDouble.of(
            (tokensPerPrompt.getAsDouble() * priceInput.getAsDouble()
                    + tokensPerReply.getAsDouble() * priceOutput.getAsDouble())
                / 1e6)
        : OptionalDouble.empty();
  }
}
