package dev.assay.llm.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.BudgetConfig;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Specs;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Pieces of work of one command that ask one endpoint beside one another. */
class SharedLimitsTest {
  private static final EndpointSpec EIGHT = Specs.openAi("http://127.0.0.1:1", 8);

  private final CallCoordinator desk = new CallCoordinator(() -> 5_000_000_000L);

  /** Of eight slots the first has all until it wants fewer: never are more than eight given out. */
  @Test
  void shareTheSlotsOfTheEndpoint() {
    desk.begin(BudgetConfig.NONE);
    String first = desk.open(EIGHT);
    String second = desk.open(EIGHT);
    assertThat(told(first, 50, 0, 0).slots()).isEqualTo(8);
    assertThat(told(second, 50, 0, 0).slots()).isZero();
    told(first, 0, 3, 50);
    assertThat(told(second, 50, 0, 0).slots()).isEqualTo(5);
    told(first, 0, 0, 50);
    desk.close(first);
    assertThat(told(second, 45, 5, 5).slots()).isEqualTo(8);
  }

  @Test
  void haveLimitsOfTheirOwnWhereTheEndpointOrTheCommandIsAnother() {
    desk.begin(BudgetConfig.NONE);
    String first = desk.open(EIGHT);
    String other = desk.open(Specs.openAi("http://127.0.0.1:1", 4));
    desk.begin(BudgetConfig.NONE);
    String apart = desk.open(EIGHT);
    assertThat(told(first, 50, 0, 0).slots()).isEqualTo(8);
    assertThat(told(other, 50, 0, 0).slots()).isEqualTo(4);
    assertThat(told(apart, 50, 0, 0).slots()).isEqualTo(8);
  }

  /** 7 and 4 calls, of 100 tokens each; the first has 2 more under way when it ends. */
  @Test
  void eachKnowsWhatItSpentAndTheCommandTheSum() {
    desk.begin(BudgetConfig.NONE);
    String first = desk.open(EIGHT);
    String second = desk.open(EIGHT);
    told(first, 0, 2, 9);
    told(second, 0, 0, 4);
    assertThat(desk.attempts(first)).isEqualTo(9);
    assertThat(desk.attempts(second)).isEqualTo(4);
    assertThat(desk.close(first)).isEqualTo(new Spending(9, 700, 0, new Spending.Lost(0, 200, 0)));
    assertThat(desk.close(second)).isEqualTo(new Spending(4, 400, 0, Spending.Lost.NOTHING));
    assertThat(desk.spent()).isEqualTo(new Spending(13, 1100, 0, new Spending.Lost(0, 200, 0)));
    assertThat(desk.close(second)).isEqualTo(Spending.NONE);
  }

  /** Of ten calls the first may start six, for which it asks; four are left. */
  @Test
  void doNotCountWhatIsReservedTwice() {
    desk.begin(new BudgetConfig(Optional.of(10L), Optional.empty(), Optional.empty()));
    String first = desk.open(EIGHT);
    String second = desk.open(EIGHT);
    assertThat(told(first, 6, 0, 0).starts()).isEqualTo(6);
    assertThat(told(second, 50, 0, 0).starts()).isEqualTo(4);
  }

  /** A key that is refused ends the calls of all; the next stage tries it again. */
  @Test
  void stopTogether() {
    desk.begin(BudgetConfig.NONE);
    String first = desk.open(EIGHT);
    desk.exchange(report(first, 1, 0, 1, "refused"));
    String second = desk.open(EIGHT);
    assertThat(told(second, 5, 0, 0).state()).isEqualTo(Grant.State.STOPPED);
    desk.close(first);
    desk.close(second);
    assertThat(desk.stopped()).contains("refused");
    assertThat(told(desk.open(EIGHT), 5, 0, 0).state()).isEqualTo(Grant.State.GO);
  }

  private Grant told(String key, long waiting, long inFlight, long started) {
    return Grant.of(desk.exchange(report(key, waiting, inFlight, started, "")));
  }

  /** Of the same executor, whatever it is for. */
  private static UsageReport report(
      String key, long waiting, long inFlight, long started, String stop) {
    return new UsageReport(
        key,
        "a",
        waiting,
        inFlight,
        0,
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
        stop);
  }
}
