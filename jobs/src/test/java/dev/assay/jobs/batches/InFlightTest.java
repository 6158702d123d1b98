package dev.assay.jobs.batches;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.assay.spark.SharedSpark;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class InFlightTest {
  @Test
  void twoRunAtOnceAndNeverThree() throws Exception {
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CountDownLatch both = new CountDownLatch(2);
    try (InFlight pieces = new InFlight(SharedSpark.session(), 2)) {
      for (int i = 0; i < 10; i++) {
        pieces.start(
            1,
            () -> {
              most.accumulateAndGet(running.incrementAndGet(), Math::max);
              both.countDown();
              wait(both);
              running.decrementAndGet();
            });
      }
      pieces.finish();
    }
    assertEquals(2, most.get());
  }

  @Test
  void afterAFailureTheOtherEndsAndNothingStarts() {
    IOException disk = new IOException("No space left on device");
    CountDownLatch failed = new CountDownLatch(1);
    List<String> ended = new CopyOnWriteArrayList<>();
    IOException thrown =
        assertThrows(
            IOException.class,
            () -> {
              try (InFlight pieces = new InFlight(SharedSpark.session(), 2)) {
                pieces.start(
                    1,
                    () -> {
                      wait(failed);
                      ended.add("first");
                    });
                pieces.start(
                    1,
                    () -> {
                      failed.countDown();
                      InFlightTest.<RuntimeException>sneaky(disk);
                    });
                while (true) {
                  pieces.await();
                  pieces.start(1, () -> ended.add("more"));
                }
              }
            });
    assertSame(disk, thrown);
    assertTrue(ended.contains("first"));
  }

  @Test
  void theRateIsThatOfTheLastPieces() {
    try (InFlight pieces = new InFlight(SharedSpark.session(), 1)) {
      assertEquals(0, pieces.rate());
      pieces.start(1000, () -> pause(1));
      pieces.finish();
      pieces.start(10, () -> pause(100));
      pieces.finish();
      assertTrue(pieces.rate() > 0 && pieces.rate() <= 100, () -> "rate " + pieces.rate());
    }
  }

  private static void wait(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void sneaky(Throwable failure) throws E {
    throw (E) failure;
  }
}
