package dev.assay.llm.calls;

/**
 * Window and rate that an endpoint bears, by additive increase and multiplicative decrease. Where
 * more than {@value #TOLERATED} of the latest replies are 429s, and by two standard errors, both
 * shrink; every success lets them grow again, up to the configured limits.
 */
final class AdaptiveLimits {
  static final double TOLERATED = .08;

  private static final double WINDOW_FACTOR = .7;
  private static final double RATE_FACTOR = .8;
  private static final double RECOVERY_A_SECOND = .05;
  private static final double SLOWEST = .02;
  private static final long EPOCH = RateLimiter.SECOND / 2;
  private static final double MEMORY = .5;

  private final EndpointLimits limits;
  private double window;
  private double rate;
  private long epochStart;
  private double succeededLately;
  private double throttledLately;
  private int badEpochs;

  AdaptiveLimits(EndpointLimits limits, long now) {
    this.limits = limits;
    this.window = limits.maxInFlight();
    this.rate = limits.requestsPerSecond();
    this.epochStart = now;
  }

  /** Calls that may be under way at once. */
  double window() {
    return window;
  }

  /** Starts a second; infinite if there is no limit. */
  double rate() {
    return rate;
  }

  boolean hasRate() {
    return !Double.isInfinite(rate);
  }

  /** Takes replies into account; returns for how many nanoseconds nothing is to start. */
  long learn(long succeeded, long throttled, long now) {
    succeededLately += succeeded;
    throttledLately += throttled;
    if (succeeded > 0) {
      window = Math.min(limits.maxInFlight(), window + succeeded / Math.max(1, window));
      if (hasRate()) {
        double limit = limits.requestsPerSecond();
        rate = Math.min(limit, rate + RECOVERY_A_SECOND * limit * succeeded / rate);
      }
    }
    if (now - epochStart < EPOCH || succeededLately + throttledLately == 0) {
      return 0;
    }
    epochStart = now;
    if (!tooMany()) {
      badEpochs = 0;
      succeededLately *= MEMORY;
      throttledLately *= MEMORY;
      return 0;
    }
    window = Math.max(1, window * WINDOW_FACTOR);
    rate = Math.max(limits.requestsPerSecond() * SLOWEST, rate * RATE_FACTOR);
    succeededLately = 0;
    throttledLately = 0;
    return (RateLimiter.SECOND / 10) << Math.min(badEpochs++, 10);
  }

  /** A server that throws a few calls back at random is not one that is asked too fast. */
  private boolean tooMany() {
    double n = succeededLately + throttledLately;
    double error = Math.sqrt(TOLERATED * (1 - TOLERATED) / n);
    return throttledLately / n > TOLERATED + 2 * error;
  }
}
