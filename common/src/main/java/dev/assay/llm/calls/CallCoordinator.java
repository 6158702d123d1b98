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
  private final Map<String, Work> works = new HashMap<>();
  private final Map<String, Long> told = new HashMap<>();
  private final Map<String, Long> silent = new HashMap<>();
  private final Budget total = new Budget(BudgetConfig.NONE);
  private long waitedNanos;
  private final InheritableThreadLocal<Command> mine = new InheritableThreadLocal<>();

  /** A command with a budget of its own, by the threads that it began and was begun in. */
  private static final class Command {
    private final Budget allowance;
    private Optional<String> usedUp = Optional.empty();
    private Optional<String> stopped = Optional.empty();

    private Command(BudgetConfig budget) {
      this.allowance = new Budget(budget);
    }
  }

  /** An endpoint that is open for a piece of work. */
  private record Work(RateLimiter keeper, Command command) {}

  CallCoordinator(LongSupplier clock) {
    this.clock = clock;
  }

  /** The desk of this JVM. */
  public static CallCoordinator shared() {
    return SHARED;
  }

  /**
   * Begins a command with a budget of its own, in this thread and those that it starts. Others go
   * on beside it with theirs.
   */
  public synchronized void begin(BudgetConfig budget) {
    mine.set(new Command(budget));
  }

  /** Opens an endpoint for one piece of work and returns its key. */
  public synchronized String open(EndpointSpec spec) {
    String key = spec.name() + "#" + UUID.randomUUID();
    Command command = command();
    works.put(key, new Work(new RateLimiter(EndpointLimits.of(spec), clock.getAsLong()), command));
    command.stopped = Optional.empty();
    return key;
  }

  /** Ends that piece of work; who asks for it still is told to stop. */
  public synchronized void close(String key) {
    Work work = works.remove(key);
    if (work != null) {
      work.command().allowance.assume(work.keeper().lost());
    }
    told.remove(key);
    silent.remove(key);
  }

  private Command command() {
    if (mine.get() == null) {
      mine.set(new Command(BudgetConfig.NONE));
    }
    return mine.get();
  }

  /** Hears a report and answers with a grant, as numbers. */
  public synchronized long[] exchange(UsageReport report) {
    return decide(report).wired();
  }

  private Grant decide(UsageReport report) {
    Work work = works.get(report.endpoint());
    if (work == null) {
      return Grant.none(Grant.State.UNKNOWN, 0);
    }
    Command command = work.command();
    Budget allowance = command.allowance;
    long now = clock.getAsLong();
    tellWait(report, now);
    RateLimiter.Heard heard = work.keeper().hear(report, now);
    allowance.spend(heard.told());
    total.spend(heard.told());
    allowance.assume(heard.assumed());
    if (command.stopped.isEmpty() && !report.stop().isEmpty()) {
      command.stopped = Optional.of(report.stop());
    }
    if (command.stopped.isPresent()) {
      return Grant.none(Grant.State.STOPPED, RateLimiter.SECOND);
    }
    if (report.waiting() > report.startsLeft()
        && allowance.isUsedUp(report.meanTokens(), report.meanCost())) {
      command.usedUp = Optional.of(allowance.reason(report.meanTokens(), report.meanCost()));
    }
    if (command.usedUp.isPresent()) {
      return Grant.none(Grant.State.BUDGET, RateLimiter.SECOND);
    }
    long room = room(report, command);
    if (allowance.isEstimated()) {
      // What calls really take is known only afterwards: no more start than can be under way.
      long atOnce = Math.max(1, (long) work.keeper().window());
      room = Math.min(room, Math.max(0, atOnce - work.keeper().startsOut()));
    }
    return work.keeper().grant(report, room, now);
  }

  /** One line for a wait, whoever of the executors is told of it. */
  private void tellWait(UsageReport report, long now) {
    long until = now + report.retryAfterNanos();
    long since = Math.max(now, silent.getOrDefault(report.endpoint(), now));
    if (until > since) {
      waitedNanos += until - since;
      silent.put(report.endpoint(), until);
    }
    Long before = told.get(report.endpoint());
    if (report.retryAfterNanos() >= WORTH_TELLING
        && (before == null || until - before > WORTH_TELLING)) {
      told.put(report.endpoint(), until);
      System.err.printf(
          "endpoint %s: wants to be left alone, its calls wait %d s%n",
          report.endpoint().replaceAll("#.*", ""), report.retryAfterNanos() / RateLimiter.SECOND);
    }
  }

  private long room(UsageReport report, Command command) {
    long starts = 0;
    long tokens = 0;
    long cost = 0;
    for (Work work : works.values()) {
      if (work.command() == command) {
        starts += work.keeper().startsOut();
        tokens += work.keeper().tokensOut();
        cost += work.keeper().costOut();
      }
    }
    return command.allowance.room(starts, tokens, cost, report.meanTokens(), report.meanCost());
  }

  /** What all commands of this driver have spent so far. */
  public synchronized Spending total() {
    return total.spent();
  }

  /** Seconds for which endpoints have asked all callers to wait, whoever of them was told. */
  public synchronized double waitedSeconds() {
    return waitedNanos / 1e9;
  }

  /** What this command has spent so far. */
  public synchronized Spending spent() {
    return command().allowance.spent();
  }

  /** Whether a budget or a refused key has ended all calls of this command. */
  public synchronized boolean hasEnded() {
    return command().usedUp.isPresent() || command().stopped.isPresent();
  }

  /** The budget that ended the work, if one did. */
  public synchronized Optional<String> usedUp() {
    return command().usedUp;
  }

  /** Why the work was stopped, if it was. */
  public synchronized Optional<String> stopped() {
    return command().stopped;
  }
}
