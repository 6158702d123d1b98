package dev.assay.llm;

import java.util.HashMap;
import java.util.Map;

/**
 * Shares the limits of one endpoint out among executors. Pure: time is given.
 *
 * <p>Slots (calls under way) are shared evenly among those that want some; one who holds more than
 * its share keeps it until it has told of fewer, so that together they never exceed the window.
 * Starts come from a bucket that fills at the allowed rate, about 200 ms' worth at a time. Where
 * more than {@value #TOLERATED} of the latest replies are 429s, and by two standard errors, window
 * and rate shrink and all wait a little; every success lets them grow again (additive increase,
 * multiplicative decrease). Single 429s below that only send their own call back. Retry-After is
 * obeyed by all. An executor that is silent for {@value #SILENT_SECONDS} s has lost what it held.
 */
final class RateKeeper {
  static final long SECOND = 1_000_000_000L;
  static final long SILENT_SECONDS = 20;
  static final double TOLERATED = .08;

  private static final double WINDOW_FACTOR = .7;
  private static final double RATE_FACTOR = .8;
  private static final double RECOVERY_A_SECOND = .05;
  private static final double SLOWEST = .02;
  private static final double LEASE_SECONDS = .2;
  private static final double BURST_SECONDS = .5;
  private static final long EPOCH = SECOND / 2;
  private static final double MEMORY = .5;
  private static final long SHORTEST_WAIT = SECOND / 200;
  private static final long USUAL_WAIT = SECOND / 20;
  private static final long LONGEST_COOL = 30 * SECOND;

  private final Limits limits;
  private final Map<String, Holder> holders = new HashMap<>();
  private double window;
  private double rate;
  private double requests;
  private double tokens;
  private long filled;
  private long coolUntil;
  private long epochStart;
  private double epochSucceeded;
  private double epochThrottled;
  private int badEpochs;

  RateKeeper(Limits limits, long now) {
    this.limits = limits;
    this.window = limits.maxInFlight();
    this.rate = limits.requestsPerSecond();
    this.requests = 1;
    this.tokens = Double.isInfinite(limits.tokensPerSecond()) ? 0 : limits.tokensPerSecond();
    this.filled = now;
    this.coolUntil = now;
    this.epochStart = now;
  }

  /** What an executor holds, as far as the driver knows. */
  private static final class Holder {
    private Report last;
    private long slots;
    private long starts;
    private double reserved;
    private double share;
    private long shared;
    private long heard;

    long demand() {
      return last.inFlight() + last.waiting();
    }

    long held() {
      return Math.max(slots, last.inFlight());
    }
  }

  /** What an executor has done since its last report. */
  record Change(long calls, long tokens, long nanoCost) {}

  /** Takes a report into account. */
  Change hear(Report report, long now) {
    expire(now);
    fill(now);
    Holder holder = holders.get(report.holder());
    Change change;
    if (holder == null) {
      holder = new Holder();
      holders.put(report.holder(), holder);
      change = new Change(attempts(report), report.tokens(), report.nanoCost());
      learn(report.succeeded(), report.throttled(), now);
    } else {
      Report last = holder.last;
      long started = report.started() - last.started();
      change =
          new Change(
              attempts(report) - attempts(last),
              report.tokens() - last.tokens(),
              report.nanoCost() - last.nanoCost());
      learn(report.succeeded() - last.succeeded(), report.throttled() - last.throttled(), now);
      requests += Math.max(0, holder.starts - started - report.startsLeft());
    }
    double reserved = report.reservedTokens() + (double) report.startsLeft() * report.meanTokens();
    tokens += holder.reserved - reserved - change.tokens();
    holder.reserved = reserved;
    holder.last = report;
    holder.starts = report.startsLeft();
    holder.heard = now;
    if (report.retryAfterNanos() > 0) {
      cool(now, report.retryAfterNanos());
    }
    return change;
  }

  /** What the executor of this report may do, which {@link #hear} has heard. */
  Grant grant(Report report, long room, long now) {
    Holder holder = holders.get(report.holder());
    holder.slots = slots(holder);
    long cooling = Math.max(0, coolUntil - now);
    long wanted = Math.min(report.waiting() - report.startsLeft(), room);
    if (wanted <= 0 || cooling > 0 || holder.slots == 0) {
      return new Grant(
          Grant.State.GO, holder.slots, 0, pace(), Math.max(cooling, USUAL_WAIT), cooling);
    }
    long starts = Math.min(wanted, startable(holder, report.meanTokens(), now));
    requests -= Double.isInfinite(rate) ? 0 : starts;
    holder.share -= starts;
    tokens -= (double) starts * report.meanTokens();
    holder.reserved += (double) starts * report.meanTokens();
    holder.starts += starts;
    return new Grant(
        Grant.State.GO, holder.slots, starts, pace(), untilNext(report.meanTokens()), cooling);
  }

  /** Starts that are granted and not used yet, over all executors. */
  long startsOut() {
    return holders.values().stream().mapToLong(holder -> holder.starts).sum();
  }

  /** Tokens expected of starts that are granted and of calls under way. */
  long tokensOut() {
    return (long) holders.values().stream().mapToDouble(holder -> holder.reserved).sum();
  }

  /** Cost expected of them. */
  long costOut() {
    return holders.values().stream()
        .mapToLong(holder -> holder.last.reservedCost() + holder.starts * holder.last.meanCost())
        .sum();
  }

  double window() {
    return window;
  }

  double rate() {
    return rate;
  }

  private static long attempts(Report report) {
    return report.started() - report.throttled();
  }

  private long slots(Holder asking) {
    long all = Math.max(1, (long) window);
    long fair = (all + sharers() - 1) / sharers();
    long othersHold = 0;
    long othersWant = 0;
    for (Holder other : holders.values()) {
      if (other != asking) {
        othersHold += other.demand() > 0 ? other.held() : 0;
        othersWant += other.demand();
      }
    }
    long target = Math.max(fair, all - othersWant);
    return Math.max(0, Math.min(asking.demand(), Math.min(target, all - othersHold)));
  }

  private long startable(Holder asking, long meanTokens, long now) {
    double most = Long.MAX_VALUE;
    if (!Double.isInfinite(rate)) {
      double fair = rate / sharers();
      double lease = Math.max(1, fair * LEASE_SECONDS);
      double seconds = (now - asking.shared) / (double) SECOND;
      asking.share = Math.min(lease, asking.share + fair * seconds);
      asking.shared = now;
      // Who asks first must not take what the others are about to ask for; what lies idle is free.
      boolean idle = requests >= Math.max(1, rate * BURST_SECONDS) / 2;
      most = Math.min(idle ? lease : asking.share, Math.max(0, Math.floor(requests)));
      most = Math.max(0, Math.floor(most));
    }
    if (!Double.isInfinite(limits.tokensPerSecond()) && meanTokens > 0) {
      // A call that is larger than the bucket may start when it is full, and leaves it in debt.
      double whole = Math.floor(tokens / meanTokens);
      boolean full = tokens >= Math.min(meanTokens, tokenBurst());
      most = Math.min(most, full ? Math.max(1, whole) : 0);
    }
    return (long) Math.min(most, 1 << 20);
  }

  private long untilNext(long meanTokens) {
    double seconds = 0;
    if (!Double.isInfinite(rate) && requests < 1) {
      seconds = (1 - requests) / rate;
    }
    if (!Double.isInfinite(limits.tokensPerSecond())) {
      double missing = Math.min(meanTokens, tokenBurst()) - tokens;
      seconds = Math.max(seconds, missing / limits.tokensPerSecond());
    }
    return Math.max(SHORTEST_WAIT, (long) (seconds * SECOND));
  }

  private long pace() {
    if (Double.isInfinite(rate)) {
      return 0;
    }
    return (long) (SECOND / rate * sharers());
  }

  /** Executors that want to call, at least 1. */
  private long sharers() {
    return Math.max(1, holders.values().stream().filter(holder -> holder.demand() > 0).count());
  }

  private double tokenBurst() {
    return limits.tokensPerSecond();
  }

  private void fill(long now) {
    double seconds = Math.max(0, now - filled) / (double) SECOND;
    filled = now;
    if (!Double.isInfinite(rate)) {
      requests = Math.min(Math.max(1, rate * BURST_SECONDS), requests + rate * seconds);
    }
    if (!Double.isInfinite(limits.tokensPerSecond())) {
      tokens = Math.min(tokenBurst(), tokens + limits.tokensPerSecond() * seconds);
    }
  }

  private void learn(long succeeded, long throttled, long now) {
    epochSucceeded += succeeded;
    epochThrottled += throttled;
    if (succeeded > 0) {
      window = Math.min(limits.maxInFlight(), window + succeeded / Math.max(1, window));
      if (!Double.isInfinite(rate)) {
        double limit = limits.requestsPerSecond();
        rate = Math.min(limit, rate + RECOVERY_A_SECOND * limit * succeeded / rate);
      }
    }
    if (now - epochStart < EPOCH || epochSucceeded + epochThrottled == 0) {
      return;
    }
    if (tooMany()) {
      window = Math.max(1, window * WINDOW_FACTOR);
      rate = Math.max(limits.requestsPerSecond() * SLOWEST, rate * RATE_FACTOR);
      cool(now, (SECOND / 10) << Math.min(badEpochs, 10));
      badEpochs++;
      epochSucceeded = 0;
      epochThrottled = 0;
    } else {
      badEpochs = 0;
      epochSucceeded *= MEMORY;
      epochThrottled *= MEMORY;
    }
    epochStart = now;
  }

  /** A server that throws a few calls back at random is not one that is asked too fast. */
  private boolean tooMany() {
    double n = epochSucceeded + epochThrottled;
    double error = Math.sqrt(TOLERATED * (1 - TOLERATED) / n);
    return epochThrottled / n > TOLERATED + 2 * error;
  }

  private void cool(long now, long nanos) {
    coolUntil = Math.max(coolUntil, now + Math.min(nanos, 20 * LONGEST_COOL));
    if (!Double.isInfinite(rate) && nanos >= SECOND) {
      // After a short pause what was missed is made up for, after a long one it is not.
      requests = Math.min(requests, 1);
    }
  }

  /** The silent hold nothing any more; their totals are kept, should they speak again. */
  private void expire(long now) {
    for (Holder holder : holders.values()) {
      if (now - holder.heard > SILENT_SECONDS * SECOND) {
        Report last = holder.last;
        holder.slots = 0;
        holder.starts = 0;
        holder.reserved = 0;
        holder.last =
            new Report(
                last.endpoint(),
                last.holder(),
                0,
                0,
                0,
                last.started(),
                last.succeeded(),
                last.throttled(),
                last.tokens(),
                last.nanoCost(),
                0,
                0,
                0,
                0,
                0,
                last.stop());
      }
    }
  }
}
