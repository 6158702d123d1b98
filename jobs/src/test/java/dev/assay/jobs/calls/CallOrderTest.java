package dev.assay.jobs.calls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CallOrderTest {
  private final CallOrder order = new CallOrder();
  private final AtomicLong left = new AtomicLong(100);
  private final CallOrder.Calling first = new CallOrder.Calling(left::get, 10);
  private final CallOrder.Calling second = new CallOrder.Calling(() -> 100, 10);

  @Test
  void theNextBeginsWhenTheOneBeforeHasFewCallsLeft() throws Exception {
    order.begin(first);
    CompletableFuture<Void> begun = CompletableFuture.runAsync(() -> order.begin(second));
    left.set(11);
    Thread.sleep(100);
    assertThat(begun).isNotDone();
    left.set(10);
    begun.get(4, TimeUnit.MINUTES);
  }

  @Test
  void theNextBeginsWhenTheOneBeforeHasEnded() throws Exception {
    order.begin(first);
    CompletableFuture<Void> begun = CompletableFuture.runAsync(() -> order.begin(second));
    Thread.sleep(100);
    assertThat(begun).isNotDone();
    order.ended(first);
    begun.get(4, TimeUnit.MINUTES);

    // It is the second that the third waits for, whatever became of the first.
    left.set(0);
    order.ended(first);
    CompletableFuture<Void> third = CompletableFuture.runAsync(() -> order.begin(first));
    Thread.sleep(100);
    assertThat(third).isNotDone();
    order.ended(second);
    third.get(4, TimeUnit.MINUTES);
  }
}
