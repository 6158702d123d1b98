package dev.assay.llm.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.base.Seeds;
import dev.assay.config.BudgetConfig;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Specs;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The driver's side alone, on a clock of our own. */
class RateLimiterTest {
  private static final long MILLI = 1_000_000;
  private static final double FREE = Double.POSITIVE_INFINITY;

  private long now = 5_000_000_000L;

  /** An executor whose calls take a while, and an endpoint that may refuse them. */
  private final class Executor {
    final String name;
    final long latency;
    final Deque<Long> ends = new ArrayDeque<>();
    long waiting;
    long slots;
    long starts;
    long started;
    long succeeded;
    long throttled;
    long tokens;
    long coolUntil;
    long meanTokens;

    Executor(String name, long latencyMillis, long waiting) {
      this.name = name;
      this.latency = latencyMillis * MILLI;
      this.waiting = waiting;
    }

    UsageReport report() {
      return new UsageReport(
          "k",
          name,
          waiting,
          ends.size(),
          starts,
          started,
          succeeded,
          throttled,
          tokens,
          0,
          ends.size() * meanTokens,
          0,
          meanTokens,
          0,
          0,
          "");
    }

    void step(RateLimiter keeper, double refused) {
      while (!ends.isEmpty() && ends.peekFirst() <= now) {
        ends.removeFirst();
        if (Seeds.uniform(succeeded + throttled, "refused", name) < refused) {
          throttled++;
          waiting++;
        } else {
          succeeded++;
          tokens += meanTokens;
        }
      }
      UsageReport report = report();
      keeper.hear(report, now);
      Grant grant = keeper.grant(report, Long.MAX_VALUE, now);
      slots = grant.slots();
      starts += grant.starts();
      coolUntil = now + grant.coolNanos();
      while (starts > 0 && ends.size() < slots && waiting > 0 && now >= coolUntil) {
        starts--;
        waiting--;
        started++;
        ends.addLast(now + latency);
      }
    }
  }

  private void run(RateLimiter keeper, List<Executor> executors, double seconds, double refused) {
    long end = now + (long) (seconds * 1e9);
    while (now < end) {
      executors.forEach(executor -> executor.step(keeper, refused));
      now += 20 * MILLI;
    }
  }

  @Test
  void threeExecutorsTogetherReachTheRateAndNeverExceedIt() {
    RateLimiter keeper = new RateLimiter(new EndpointLimits(64, 100, FREE), now);
    List<Executor> executors = executors(3, 200, 100_000);
    run(keeper, executors, 60, 0);
    long started = executors.stream().mapToLong(executor -> executor.started).sum();
    assertThat(started).isBetween((long) (.97 * 60 * 100), 60 * 100 + 51L);
    // None starves.
    assertThat(executors).allMatch(executor -> executor.started > 1000);
  }

  @Test
  void aSlowRateIsKeptToo() {
    RateLimiter keeper = new RateLimiter(new EndpointLimits(64, 3 / 60.0, FREE), now);
    List<Executor> executors = executors(2, 50, 1000);
    run(keeper, executors, 600, 0);
    assertThat(executors.stream().mapToLong(executor -> executor.started).sum())
        .isBetween(29L, 31L);
  }

  @Test
  void tokensAMinuteLimitCallsOfAnySize() {
    RateLimiter keeper = new RateLimiter(new EndpointLimits(64, FREE, 6000 / 60.0), now);
    List<Executor> executors = executors(2, 50, 1000);
    executors.forEach(executor -> executor.meanTokens = 250);
    run(keeper, executors, 600, 0);
    // 6,000 tokens a minute are 24 calls of 250: 240 in ten minutes. A call is larger than a
    // second's worth and starts all the same.
    assertThat(executors.stream().mapToLong(executor -> executor.started).sum())
        .isBetween(236L, 242L);
  }

  @Test
  void slotsNeverExceedTheWindowAndMoveToWhoWantsThem() {
    RateLimiter keeper = new RateLimiter(new EndpointLimits(10, FREE, FREE), now);
    Executor first = new Executor("a", 200, 1000);
    run(keeper, List.of(first), 1, 0);
    assertThat(first.ends).hasSize(10);
    Executor second = new Executor("b", 200, 1000);
    List<Executor> both = List.of(first, second);
    for (int i = 0; i < 100; i++) {
      run(keeper, both, .02, 0);
      assertThat(first.ends.size() + second.ends.size()).isLessThanOrEqualTo(10);
    }
    assertThat(first.ends.size()).isEqualTo(5);
    assertThat(second.ends.size()).isEqualTo(5);
  }

  @Test
  void whatADeadExecutorHeldComesBack() {
    RateLimiter keeper = new RateLimiter(new EndpointLimits(10, FREE, FREE), now);
    Executor dead = new Executor("dead", 200, 1000);
    run(keeper, List.of(dead), 1, 0);
    Executor living = new Executor("living", 200, 100_000);
    run(keeper, List.of(living), 10, 0);
    assertThat(living.ends.size()).isZero();
    run(keeper, List.of(living), 12, 0);
    assertThat(living.ends.size()).isEqualTo(10);
  }

  @Test
  void aFewRefusalsChangeNothingAndManySlowAllDownUntilTheyPass() {
    RateLimiter keeper = new RateLimiter(new EndpointLimits(64, 100, FREE), now);
    List<Executor> executors = executors(2, 100, 1_000_000);
    run(keeper, executors, 20, .05);
    assertThat(keeper.rate()).isGreaterThan(90);
    run(keeper, executors, 20, .5);
    assertThat(keeper.rate()).isLessThan(30);
    assertThat(keeper.window()).isLessThan(20);
    run(keeper, executors, 60, 0);
    assertThat(keeper.rate()).isEqualTo(100);
    assertThat(keeper.window()).isEqualTo(64);
  }

  @Test
  void refusalsNoMoreThanChanceGivesDoNotSlow() {
    // Ten a second: an epoch has five replies, of which one refused in twenty is often two.
    RateLimiter keeper = new RateLimiter(new EndpointLimits(64, 10, FREE), now);
    List<Executor> executors = executors(1, 100, 1_000_000);
    run(keeper, executors, 1000, .05);
    assertThat(executors.get(0).started).isGreaterThan((long) (.97 * 10 * 1000));
    long before = executors.get(0).started;
    run(keeper, executors, 1000, .4);
    assertThat(executors.get(0).started - before).isLessThan(10 * 1000 / 2);
  }

  @Test
  void retryAfterHoldsForAll() {
    RateLimiter keeper = new RateLimiter(new EndpointLimits(64, FREE, FREE), now);
    List<Executor> executors = executors(2, 100, 1000);
    run(keeper, executors, 1, 0);
    UsageReport told = executors.get(0).report();
    keeper.hear(
        new UsageReport(
            "k",
            told.holder(),
            told.waiting(),
            told.inFlight(),
            told.startsLeft(),
            told.started(),
            told.succeeded(),
            told.throttled() + 1,
            0,
            0,
            0,
            0,
            0,
            0,
            3000 * MILLI,
            ""),
        now);
    UsageReport other = executors.get(1).report();
    keeper.hear(other, now + MILLI);
    Grant grant = keeper.grant(other, Long.MAX_VALUE, now + MILLI);
    assertThat(grant.starts()).isZero();
    assertThat(grant.coolNanos()).isEqualTo(2999 * MILLI);
    keeper.hear(other, now + 3000 * MILLI);
    assertThat(keeper.grant(other, Long.MAX_VALUE, now + 3000 * MILLI).coolNanos()).isZero();
  }

  @Test
  void aReportThatComesTwiceIsCountedOnce() {
    CallCoordinator desk = new CallCoordinator(() -> now);
    desk.begin(new BudgetConfig(Optional.of(100L), Optional.empty(), Optional.empty()));
    EndpointSpec spec = Specs.openAi("http://127.0.0.1:1", 8);
    String key = desk.open(spec);
    UsageReport report =
        new UsageReport(key, "a", 5, 2, 0, 7, 5, 1, 600, 9_000, 0, 0, 100, 10, 0, "");
    desk.exchange(report);
    desk.exchange(report);
    assertThat(desk.spent()).isEqualTo(new Spending(6, 600, 9e-6, Spending.Lost.NOTHING));
  }

  /** Of waits of 4 s from 0 and of 6 s from 1, told by two executors, the endpoint's are 7 s. */
  @Test
  void whatAllCommandsSpentAndWaitedIsCountedOnce() {
    CallCoordinator desk = new CallCoordinator(() -> now);
    EndpointSpec spec = Specs.openAi("http://127.0.0.1:1", 8);
    for (int command = 0; command < 2; command++) {
      desk.begin(BudgetConfig.NONE);
      String key = desk.open(spec);
      desk.exchange(waiting(key, "a", 4_000));
      desk.exchange(waiting(key, "a", 4_000));
      now += 1000 * MILLI;
      desk.exchange(waiting(key, "b", 6_000));
      desk.exchange(waiting(key, "a", 3_000));
      desk.close(key);
    }
    assertThat(desk.spent().calls()).isEqualTo(12);
    assertThat(desk.total()).isEqualTo(new Spending(24, 2400, 36e-6, Spending.Lost.NOTHING));
    assertThat(desk.waitedSeconds()).isEqualTo(14.0);
  }

  private static UsageReport waiting(String key, String holder, long millis) {
    return new UsageReport(
        key, holder, 5, 2, 0, 7, 5, 1, 600, 9_000, 0, 0, 100, 10, millis * MILLI, "");
  }

  @Test
  void aBudgetOfTokensCountsWhatIsUnderWay() {
    CallCoordinator desk = new CallCoordinator(() -> now);
    desk.begin(new BudgetConfig(Optional.empty(), Optional.of(1000L), Optional.empty()));
    String key = desk.open(Specs.openAi("http://127.0.0.1:1", 8));
    UsageReport first = new UsageReport(key, "a", 50, 0, 0, 0, 0, 0, 0, 0, 0, 0, 300, 0, 0, "");
    assertThat(Grant.of(desk.exchange(first)).starts()).isEqualTo(3);
    UsageReport flying = new UsageReport(key, "a", 47, 3, 0, 3, 0, 0, 0, 0, 900, 0, 300, 0, 0, "");
    Grant none = Grant.of(desk.exchange(flying));
    assertThat(none.state()).isEqualTo(Grant.State.GO);
    assertThat(none.starts()).isZero();
    UsageReport cheap = new UsageReport(key, "a", 47, 0, 0, 3, 3, 0, 300, 0, 0, 0, 300, 0, 0, "");
    assertThat(Grant.of(desk.exchange(cheap)).starts()).isEqualTo(2);
    UsageReport spent = new UsageReport(key, "a", 45, 0, 0, 5, 5, 0, 800, 0, 0, 0, 300, 0, 0, "");
    assertThat(Grant.of(desk.exchange(spent)).state()).isEqualTo(Grant.State.BUDGET);
    assertThat(desk.usedUp().orElseThrow()).contains("budget.max-tokens = 1000", "800 tokens");
  }

  /** Says what it wants and has done; the rest is none. */
  private static UsageReport told(
      String key, String holder, long waiting, long inFlight, long left, long started) {
    return new UsageReport(
        key,
        holder,
        waiting,
        inFlight,
        left,
        started,
        started - inFlight,
        0,
        100 * (started - inFlight),
        0,
        100 * inFlight,
        0,
        100,
        0,
        0,
        "");
  }

  @Test
  void whatALostExecutorMayHaveAskedForIsSpent() {
    CallCoordinator desk = new CallCoordinator(() -> now);
    desk.begin(new BudgetConfig(Optional.of(10L), Optional.empty(), Optional.empty()));
    String key = desk.open(Specs.openAi("http://127.0.0.1:1", 8));
    long starts = Grant.of(desk.exchange(told(key, "lost", 50, 0, 0, 0))).starts();
    assertThat(starts).isEqualTo(10);
    assertThat(desk.spent().calls()).isZero();
    // 20 s later it is lost: its 10 starts may all have been used, and nobody else gets them.
    now += 21_000 * MILLI;
    Grant other = Grant.of(desk.exchange(told(key, "other", 50, 0, 0, 0)));
    assertThat(other.state()).isEqualTo(Grant.State.BUDGET);
    assertThat(desk.usedUp().orElseThrow())
        .isEqualTo("budget.max-calls = 10 is used up (up to 10 of it by executors that were lost)");
    // What is not known is not told as if it were.
    assertThat(desk.spent()).isEqualTo(new Spending(0, 0, 0, new Spending.Lost(10, 1000, 0)));
    // Should it have been silent only, its own totals count: 4 calls.
    desk.exchange(told(key, "lost", 0, 0, 0, 4));
    assertThat(desk.spent()).isEqualTo(new Spending(4, 400, 0, Spending.Lost.NOTHING));
  }

  @Test
  void workThatEndsWithAnExecutorLostCountsWhatWasUnderWay() {
    CallCoordinator desk = new CallCoordinator(() -> now);
    desk.begin(new BudgetConfig(Optional.of(10L), Optional.empty(), Optional.empty()));
    String key = desk.open(Specs.openAi("http://127.0.0.1:1", 8));
    desk.exchange(told(key, "lost", 5, 0, 0, 0));
    // 3 of 5 starts used, all of them under way, 2 left: 3 calls told, 2 assumed; of the three's
    // tokens nothing is known yet either.
    desk.exchange(told(key, "lost", 2, 3, 2, 3));
    desk.close(key);
    assertThat(desk.spent()).isEqualTo(new Spending(3, 0, 0, new Spending.Lost(2, 500, 0)));
  }

  @Test
  void twoCommandsInOneProcessHaveBudgetsOfTheirOwn() throws InterruptedException {
    CallCoordinator desk = new CallCoordinator(() -> now);
    desk.begin(BudgetConfig.NONE);
    String free = desk.open(Specs.openAi("http://127.0.0.1:1", 8));
    Thread other =
        new Thread(
            () -> {
              desk.begin(new BudgetConfig(Optional.of(2L), Optional.empty(), Optional.empty()));
              String key = desk.open(Specs.openAi("http://127.0.0.1:1", 8));
              assertThat(Grant.of(desk.exchange(told(key, "a", 9, 0, 0, 0))).starts()).isEqualTo(2);
              desk.exchange(told(key, "a", 7, 0, 0, 2));
              assertThat(desk.usedUp()).isPresent();
              assertThat(desk.spent().calls()).isEqualTo(2);
            });
    List<Throwable> failed = new ArrayList<>();
    other.setUncaughtExceptionHandler((thread, failure) -> failed.add(failure));
    other.start();
    other.join();
    assertThat(failed).isEmpty();
    assertThat(desk.usedUp()).isEmpty();
    assertThat(desk.spent().calls()).isZero();
    assertThat(Grant.of(desk.exchange(told(free, "a", 9, 0, 0, 0))).starts()).isEqualTo(9);
  }

  private List<Executor> executors(int number, long latency, long waiting) {
    List<Executor> executors = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      executors.add(new Executor("e" + i, latency, waiting));
    }
    return executors;
  }
}
