package dev.assay.llm.calls;

import dev.assay.config.BudgetConfig;
import dev.assay.llm.EndpointSpec;
import java.util.HashMap;
import java.util.List;
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
  private final Map<RateLimiter, Long> told = new HashMap<>();
  private final Map<RateLimiter, Long> silent = new HashMap<>();
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

  /**
   * An endpoint that is open for a piece of work.
   *
   * @param endpoint its name
   * @param keeper of its limits, which pieces of one command share that are open at once
   * @param own what this piece has spent; it limits nothing
   */
  private record Work(
      String endpoint, EndpointLimits limits, RateLimiter keeper, Command command, Budget own) {

    boolean shares(String name, EndpointLimits wanted, Command asking) {
      return command == asking && endpoint.equals(name) && limits.equals(wanted);
    }

    void end(String key) {
      RateLimiter.Change lost = keeper.end(key);
      command.allowance.assume(lost);
      own.assume(lost);
    }
  }

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

  /**
   * Opens an endpoint for one piece of work and returns its key. What the endpoint allows is
   * allowed once: all pieces of this command for which it is open share it.
   */
  public synchronized String open(EndpointSpec spec) {
    String key = spec.name() + "#" + UUID.randomUUID();
    Command command = command();
    if (works.values().stream().noneMatch(work -> work.command() == command)) {
      command.stopped = Optional.empty();
    }
    EndpointLimits limits = EndpointLimits.of(spec);
    RateLimiter keeper =
        works.values().stream()
            .filter(work -> work.shares(spec.name(), limits, command))
            .map(Work::keeper)
            .findFirst()
            .orElseGet(() -> new RateLimiter(limits, clock.getAsLong()));
    works.put(key, new Work(spec.name(), limits, keeper, command, new Budget(BudgetConfig.NONE)));
    return key;
  }

  /**
   * Ends that piece of work; who asks for it still is told to stop. Returns what it has spent of
   * this endpoint.
   */
  public synchronized Spending close(String key) {
    Work work = works.remove(key);
    if (work == null) {
      return Spending.NONE;
    }
    work.end(key);
    if (works.values().stream().noneMatch(other -> other.keeper() == work.keeper())) {
      told.remove(work.keeper());
      silent.remove(work.keeper());
    }
    return work.own().spent();
  }

  /** Attempts of an open piece of work so far that were not answered by 429. */
  public synchronized long attempts(String key) {
    return works.containsKey(key) ? works.get(key).own().spent().calls() : 0;
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
    tellWait(report, work.keeper(), now);
    RateLimiter.Heard heard = work.keeper().hear(report, now);
    allowance.spend(heard.told());
    total.spend(heard.told());
    work.own().spend(heard.told());
    allowance.assume(heard.assumed());
    work.own().assume(heard.assumed());
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
  private void tellWait(UsageReport report, RateLimiter keeper, long now) {
    long until = now + report.retryAfterNanos();
    long since = Math.max(now, silent.getOrDefault(keeper, now));
    if (until > since) {
      waitedNanos += until - since;
      silent.put(keeper, until);
    }
    Long before = told.get(keeper);
    if (report.retryAfterNanos() >= WORTH_TELLING
        && (before == null || until - before > WORTH_TELLING)) {
      told.put(keeper, until);
      System.err.printf(
          "endpoint %s: wants to be left alone, its calls wait %d s%n",
          report.endpoint().replaceAll("#.*", ""), report.retryAfterNanos() / RateLimiter.SECOND);
    }
  }

  private long room(UsageReport report, Command command) {
    long starts = 0;
    long tokens = 0;
    long cost = 0;
    List<RateLimiter> keepers =
        works.values().stream()
            .filter(work -> work.command() == command)
            .map(Work::keeper)
            .distinct()
            .toList();
    for (RateLimiter keeper : keepers) {
      starts += keeper.startsOut();
      tokens += keeper.tokensOut();
      cost += keeper.costOut();
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
