package dev.assay.llm.calls;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Shares the limits of one endpoint out among executors. Pure: time is given.
 *
 * <p>An executor counts once for each piece of work that it calls for. Slots (calls under way) are
 * shared evenly among those that want some; one who holds more than its share keeps it until it has
 * told of fewer, so that together they never exceed the window. Starts come from a token bucket
 * that fills at the allowed rate, about 200 ms' worth at a time. Many 429s shrink window and rate
 * ({@link AdaptiveLimits}) and let all wait a little; single ones only send their own call back.
 * Retry-After is obeyed by all. An executor that is silent for {@value #SILENT_SECONDS} s has lost
 * what it held.
 */
final class RateLimiter {
  static final long SECOND = 1_000_000_000L;
  static final long SILENT_SECONDS = 20;

  private static final double LEASE_SECONDS = .2;
  private static final double BURST_SECONDS = .5;
  private static final double LEFT_OVER = .125;
  private static final double CATCHING_UP = .8;
  private static final long SHORTEST_WAIT = SECOND / 200;
  private static final long USUAL_WAIT = SECOND / 20;
  private static final long LONGEST_COOL = 30 * SECOND;

  private final EndpointLimits limits;
  private final AdaptiveLimits allowed;
  private final Map<String, Holder> holders = new HashMap<>();
  private double requests;
  private double tokens;
  private long filled;
  private long coolUntil;

  RateLimiter(EndpointLimits limits, long now) {
    this.limits = limits;
    this.allowed = new AdaptiveLimits(limits, now);
    this.requests = 1;
    this.tokens = Double.isInfinite(limits.tokensPerSecond()) ? 0 : limits.tokensPerSecond();
    this.filled = now;
    this.coolUntil = now;
  }

  /** What an executor has done since its last report. */
  record Change(long calls, long tokens, long nanoCost) {
    static final Change NONE = new Change(0, 0, 0);

    Change plus(Change other) {
      return new Change(calls + other.calls, tokens + other.tokens, nanoCost + other.nanoCost);
    }

    Change minus(Change other) {
      return new Change(calls - other.calls, tokens - other.tokens, nanoCost - other.nanoCost);
    }
  }

  /**
   * What is known since the last report.
   *
   * @param told what the executor says that it has done
   * @param assumed what executors that are silent since may have done; less than nothing where one
   *     speaks again
   */
  record Heard(Change told, Change assumed) {}

  /** Takes a report into account, and what executors that are silent may have done. */
  Heard hear(UsageReport report, long now) {
    Change lost = expire(now);
    fill(now);
    Holder holder = holders.get(name(report));
    Change change;
    double released;
    if (holder == null) {
      holder = new Holder(report, now);
      holders.put(name(report), holder);
      released = -holder.reservedTokens();
      change = new Change(report.attempts(), report.tokens(), report.nanoCost());
      learn(report.succeeded(), report.throttled(), now);
    } else {
      UsageReport last = holder.last();
      long started = report.started() - last.started();
      change =
          new Change(
              report.attempts() - last.attempts(),
              report.tokens() - last.tokens(),
              report.nanoCost() - last.nanoCost());
      learn(report.succeeded() - last.succeeded(), report.throttled() - last.throttled(), now);
      requests += Math.max(0, holder.starts() - started - report.startsLeft());
      released = holder.hear(report, now);
    }
    tokens += released - change.tokens();
    if (report.retryAfterNanos() > 0) {
      cool(now, report.retryAfterNanos());
    }
    return new Heard(change, lost.minus(holder.found()));
  }

  /** What the executor of this report may do, which {@link #hear} has heard. */
  Grant grant(UsageReport report, long room, long now) {
    Holder holder = holders.get(name(report));
    long slots = slots(holder);
    holder.grantSlots(slots);
    long cooling = Math.max(0, coolUntil - now);
    long wanted = Math.min(report.waiting() - report.startsLeft(), room);
    if (wanted <= 0 || cooling > 0 || slots == 0) {
      return new Grant(Grant.State.GO, slots, 0, pace(), Math.max(cooling, USUAL_WAIT), cooling);
    }
    long starts = Math.min(wanted, startable(holder, report.meanTokens(), now));
    requests -= allowed.hasRate() ? starts : 0;
    tokens -= (double) starts * report.meanTokens();
    holder.grantStarts(starts, report.meanTokens());
    return new Grant(
        Grant.State.GO, slots, starts, pace(), untilNext(report.meanTokens()), cooling);
  }

  /** Starts that are granted and not used yet, over all executors. */
  long startsOut() {
    return holders.values().stream().mapToLong(Holder::starts).sum();
  }

  /** Tokens expected of starts that are granted and of calls under way. */
  long tokensOut() {
    return (long) holders.values().stream().mapToDouble(Holder::reservedTokens).sum();
  }

  /** Cost expected of them. */
  long costOut() {
    return holders.values().stream().mapToLong(Holder::reservedCost).sum();
  }

  double window() {
    return allowed.window();
  }

  double rate() {
    return allowed.rate();
  }

  private long slots(Holder asking) {
    long all = Math.max(1, (long) window());
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
    if (allowed.hasRate()) {
      double fair = rate() / starters();
      double lease = Math.max(1, fair * LEASE_SECONDS);
      double share = asking.share(fair, lease, now);
      // Who asks first must not take what the others are about to ask for; what lies idle is free.
      boolean idle = starters() == 1 || requests >= requestBurst() / 2;
      most = Math.min(idle ? lease : share, Math.max(0, Math.floor(requests)));
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
    if (allowed.hasRate() && requests < 1) {
      seconds = (1 - requests) / rate();
    }
    if (!Double.isInfinite(limits.tokensPerSecond())) {
      double missing = Math.min(meanTokens, tokenBurst()) - tokens;
      seconds = Math.max(seconds, missing / limits.tokensPerSecond());
    }
    return Math.max(SHORTEST_WAIT, (long) (seconds * SECOND));
  }

  /** A little less where starts were left over: they are made up for, within the bucket. */
  private long pace() {
    double part = requests >= requestBurst() * LEFT_OVER ? CATCHING_UP : 1;
    return allowed.hasRate() ? (long) (SECOND / rate() * starters() * part) : 0;
  }

  /** Executors that want to start calls, at least 1. */
  private long starters() {
    return Math.max(
        1, holders.values().stream().filter(holder -> holder.last().waiting() > 0).count());
  }

  /** Executors that call or want to, at least 1. */
  private long sharers() {
    return Math.max(1, holders.values().stream().filter(holder -> holder.demand() > 0).count());
  }

  private double requestBurst() {
    return Math.max(1, rate() * BURST_SECONDS);
  }

  private double tokenBurst() {
    return limits.tokensPerSecond();
  }

  private void fill(long now) {
    double seconds = Math.max(0, now - filled) / (double) SECOND;
    filled = now;
    if (allowed.hasRate()) {
      requests = Math.min(requestBurst(), requests + rate() * seconds);
    }
    if (!Double.isInfinite(limits.tokensPerSecond())) {
      tokens = Math.min(tokenBurst(), tokens + limits.tokensPerSecond() * seconds);
    }
  }

  private void learn(long succeeded, long throttled, long now) {
    long pause = allowed.learn(succeeded, throttled, now);
    if (pause > 0) {
      cool(now, pause);
    }
  }

  private void cool(long now, long nanos) {
    coolUntil = Math.max(coolUntil, now + Math.min(nanos, 20 * LONGEST_COOL));
    if (allowed.hasRate() && nanos >= SECOND) {
      // After a short pause what was missed is made up for, after a long one it is not.
      requests = Math.min(requests, 1);
    }
  }

  private static String name(UsageReport report) {
    return report.endpoint() + " " + report.holder();
  }

  /**
   * Ends a piece of work: nobody calls for it any more. Returns what executors that never told of
   * their end may have done of it.
   *
   * @param key what {@link UsageReport#endpoint} says of it
   */
  Change end(String key) {
    List<Holder> its =
        holders.values().stream().filter(holder -> holder.last().endpoint().equals(key)).toList();
    holders.values().removeAll(its);
    return its.stream().map(Holder::expire).reduce(Change.NONE, Change::plus);
  }

  private Change expire(long now) {
    return holders.values().stream()
        .filter(holder -> holder.isSilent(now))
        .map(Holder::expire)
        .reduce(Change.NONE, Change::plus);
  }
}
