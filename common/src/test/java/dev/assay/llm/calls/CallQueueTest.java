package dev.assay.llm.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Failure;
import dev.assay.llm.Specs;
import dev.assay.llm.Usage;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** The executor's side alone, with a desk that grants what the test says. */
class CallQueueTest {
  private static final long MILLI = 1_000_000;
  private static final EndpointSpec SPEC = Specs.openAi("http://nowhere", 64);

  /** Calls that start and never end. */
  private record Endless(CountDownLatch starts) implements WaitingCall {
    @Override
    public Usage expected() {
      return Usage.UNKNOWN;
    }

    @Override
    public void start() {
      starts.countDown();
    }

    @Override
    public void refuse(Failure failure, String reason) {
      throw new AssertionError(reason);
    }
  }

  @Test
  void whatIsGrantedStartsWithoutAnyReply() throws Exception {
    // All is granted at once, when all wait: after that nothing but the timer of the gate wakes it.
    AtomicBoolean granted = new AtomicBoolean();
    CountDownLatch entered = new CountDownLatch(1);
    Coordinator desk =
        report -> {
          waitFor(entered);
          int starts = granted.getAndSet(true) ? 0 : 64;
          return new Grant(Grant.State.GO, 64, starts, 20 * MILLI, 5 * MILLI, 0).wired();
        };
    CallQueue gate = new CallQueue("k", "a", desk, SPEC, HttpTransport.LIVE);
    CountDownLatch starts = new CountDownLatch(20);
    for (int i = 0; i < 20; i++) {
      gate.enter(new Endless(starts), false);
    }
    entered.countDown();
    assertThat(starts.await(2, TimeUnit.MINUTES)).as("%d are left", starts.getCount()).isTrue();
  }

  @Test
  void startsWithoutASlotAreGivenBack() throws Exception {
    List<UsageReport> reports = new CopyOnWriteArrayList<>();
    CountDownLatch heard = new CountDownLatch(5);
    Coordinator desk =
        report -> {
          reports.add(report);
          heard.countDown();
          return new Grant(Grant.State.GO, 0, 3, 0, 5 * MILLI, 0).wired();
        };
    CallQueue gate = new CallQueue("k", "a", desk, SPEC, HttpTransport.LIVE);
    gate.enter(new Endless(new CountDownLatch(1)), false);
    assertThat(heard.await(2, TimeUnit.MINUTES)).isTrue();
    assertThat(reports).extracting(UsageReport::startsLeft).containsOnly(0L);
    assertThat(reports).extracting(UsageReport::inFlight).containsOnly(0L);
  }

  private static void waitFor(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
