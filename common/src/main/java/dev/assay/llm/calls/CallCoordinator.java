package dev.assay.llm.calls;

import dev.assay.config.BudgetConfig;
import dev.assay.llm.EndpointSpec;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * Where all executors ask before they call: the limits of every endpoint, and the budget. Lives in
 * the driver; never blocks.
 */
public final class CallCoordinator {
  /** Shorter waits are not worth a line. */
  private static final long WORTH_TELLING = 5 * RateLimiter.SECOND;

  private static final CallCoordinator SHARED = new CallCoordinator(System::nanoTime);

  private final LongSupplier clock;
  private final Map<String, RateLimiter> keepers = new HashMap<>();
  private final Map<String, Long> told = new HashMap<>();
  private Budget allowance = new Budget(BudgetConfig.NONE);
  private Optional<String> usedUp = Optional.empty();
  private Optional<String> stopped = Optional.empty();

  CallCoordinator(LongSupplier clock) {
    this.clock = clock;
  }

  /** The desk of this JVM. */
  public static CallCoordinator shared() {
    return SHARED;
  }

  /** Begins a command with a budget of its own. */
  public synchronized void begin(BudgetConfig budget) {
    allowance = new Budget(budget);
    usedUp = Optional.empty();
    stopped = Optional.empty();
    keepers.clear();
    told.clear();
  }

  /** Opens an endpoint for one piece of work and returns its key. */
  public synchronized String open(EndpointSpec spec) {
    String key = spec.name() + "#" + UUID.randomUUID();
    keepers.put(key, new RateLimiter(EndpointLimits.of(spec), clock.getAsLong()));
    stopped = Optional.empty();
    return key;
  }

  /** Ends that piece of work; who asks for it still is told to stop. */
  public synchronized void close(String key) {
    keepers.remove(key);
    told.remove(key);
  }

  /** Hears a report and answers with a grant, as numbers. */
  public synchronized long[] exchange(UsageReport report) {
    return decide(report).wired();
  }

  private Grant decide(UsageReport report) {
    RateLimiter keeper = keepers.get(report.endpoint());
    if (keeper == null) {
      return Grant.none(Grant.State.UNKNOWN, 0);
    }
    long now = clock.getAsLong();
    tellWait(report, now);
    RateLimiter.Change change = keeper.hear(report, now);
    allowance.spend(change.calls(), change.tokens(), change.nanoCost());
    if (stopped.isEmpty() && !report.stop().isEmpty()) {
      stopped = Optional.of(report.stop());
    }
    if (stopped.isPresent()) {
      return Grant.none(Grant.State.STOPPED, RateLimiter.SECOND);
    }
    if (report.waiting() > report.startsLeft()
        && allowance.isUsedUp(report.meanTokens(), report.meanCost())) {
      usedUp = Optional.of(allowance.reason(report.meanTokens(), report.meanCost()));
    }
    if (usedUp.isPresent()) {
      return Grant.none(Grant.State.BUDGET, RateLimiter.SECOND);
    }
    long room = room(report);
    if (allowance.isEstimated()) {
      // What calls really take is known only afterwards: no more start than can be under way.
      long atOnce = Math.max(1, (long) keeper.window());
      room = Math.min(room, Math.max(0, atOnce - keeper.startsOut()));
    }
    return keeper.grant(report, room, now);
  }

  /** One line for a wait, whoever of the executors is told of it. */
  private void tellWait(UsageReport report, long now) {
    long until = now + report.retryAfterNanos();
    Long before = told.get(report.endpoint());
    if (report.retryAfterNanos() >= WORTH_TELLING
        && (before == null || until - before > WORTH_TELLING)) {
      told.put(report.endpoint(), until);
      System.err.printf(
          "endpoint %s: wants to be left alone, its calls wait %d s%n",
          report.endpoint().replaceAll("#.*", ""), report.retryAfterNanos() / RateLimiter.SECOND);
    }
  }

  private long room(UsageReport report) {
    long starts = 0;
    long tokens = 0;
    long cost = 0;
    for (RateLimiter keeper : keepers.values()) {
      starts += keeper.startsOut();
      tokens += keeper.tokensOut();
      cost += keeper.costOut();
    }
    return allowance.room(starts, tokens, cost, report.meanTokens(), report.meanCost());
  }

  /** What this command has spent so far. */
  public synchronized Spending spent() {
    return allowance.spent();
  }

  /** Whether a budget or a refused key has ended all calls of this command. */
  public synchronized boolean hasEnded() {
    return usedUp.isPresent() || stopped.isPresent();
  }

  /** The budget that ended the work, if one did. */
  public synchronized Optional<String> usedUp() {
    return usedUp;
  }

  /** Why the work was stopped, if it was. */
  public synchronized Optional<String> stopped() {
    return stopped;
  }
}
